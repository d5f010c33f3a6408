import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { MarkShape } from '../../design.ts'
import { mix, type Colour } from '../colour.ts'
import { flatTones } from './flat-tones.ts'
import { motifPicture } from './motif.ts'

/** The colours of a mark. `letters`: of a name on the field, `type`: of one on the bare sheet. */
export type Inks = { field: Colour; accent: Colour; paper: Colour; letters: Colour; type: Colour }

/**
 * A thing of a mark and how it is set: the hero in the middle, tools crossed behind it, a sun or a moon as a disc behind it,
 * what it is made of left open within it, all else at both sides.
 */
export type Piece = { picture: Canvas; role: 'hero' | 'crossed' | 'flank' | 'behind' | 'within' }

const TOOLS = /^(tool|writing|household|sport|musical-instrument|clothing|other-object|arts|office)/

// Of an animal the head says who it is, larger than its whole body would.
function headOf(subject: Subject): Subject {
  const face = subject.kind.startsWith('animal') ? drawingOf(`${subject.art}-face`) : undefined
  return face ? { ...subject, art: face.id, label: face.label, kind: face.kind } : subject
}

const DISCS = /^(sun|full-moon|new-moon|sun-with-face|full-moon-face)$/

function roleOf({ art, kind }: Subject, index: number, within: boolean): Piece['role'] {
  if (index === 0) return 'hero'
  if (index === 1 && within) return 'within'
  if (DISCS.test(art)) return 'behind'
  return TOOLS.test(kind) ? 'crossed' : 'flank'
}

/** The things of a mark: the first one large, two others at most. */
export async function emblemPieces(subjects: readonly Subject[], side: number, within: boolean): Promise<Piece[]> {
  const out: Piece[] = []
  for (const [index, subject] of subjects.slice(0, 3).entries()) {
    const role = roleOf(subject, index, within)
    const shown = index === 0 ? headOf(subject) : subject
    out.push({ picture: await motifPicture(shown, side * (index === 0 ? 1 : 0.62)), role })
  }
  return out
}

type Cut = { image: Canvas; lightShare: number }

// A black cat on a dark field would be a hole: it is cut in paper instead.
function cutOf(picture: Canvas, shape: MarkShape, { field, accent, paper, letters }: Inks): Cut {
  if (shape === 'none')
    return flatTones(picture, {
      dark: letters === paper ? field : accent,
      middle: letters === paper ? accent : field,
      light: mix(accent, paper, 0.82),
    })
  // On a light field lines are deep and everything else is paper.
  if (letters !== paper && letters === accent) return flatTones(picture, { dark: accent, middle: paper, light: paper })
  const made = flatTones(picture, { dark: field, middle: accent, light: paper })
  return made.darkShare > 0.5 ? flatTones(picture, { dark: paper, middle: accent, light: field }) : made
}

// The mere outline of a thing in one colour: it is the paper that shows through.
function leftOpen(picture: Canvas, colour: Colour): Canvas {
  const out = createCanvas(picture.width, picture.height)
  const context = out.getContext('2d')
  context.drawImage(picture, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = colour
  context.fillRect(0, 0, out.width, out.height)
  return out
}

function disc(
  context: SKRSContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  colour: Colour,
): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

type Spot = { x: number; y: number; turn: number; flip: boolean; size: number }

function stamp(context: SKRSContext2D, image: Canvas, { x, y, turn, flip, size }: Spot, halo?: Colour): void {
  const fit = size / Math.max(image.width, image.height)
  const [wide, high] = [image.width * fit, image.height * fit]
  const at = (dx: number, dy: number, picture: Canvas) => {
    context.save()
    context.translate(x + dx, y + dy)
    if (flip) context.scale(-1, 1)
    context.rotate(turn)
    context.drawImage(picture, -wide / 2, -high / 2, wide, high)
    context.restore()
  }
  if (halo) {
    const shade = createCanvas(image.width, image.height)
    const paint = shade.getContext('2d')
    paint.drawImage(image, 0, 0)
    paint.globalCompositeOperation = 'source-in'
    paint.fillStyle = halo
    paint.fillRect(0, 0, image.width, image.height)
    for (let i = 0; i < 20; i++)
      at(Math.cos((i / 10) * Math.PI) * size * 0.035, Math.sin((i / 10) * Math.PI) * size * 0.035, shade)
  }
  at(0, 0, image)
}

// How far aside and how much smaller the hero makes room for what is at both sides of it.
const FLANKED = { hero: 0.62, aside: 0.32, size: 0.36 }

// One, or two different ones, at both sides of the middle: the second is its mirror image where there is but one.
function inPair(pieces: readonly (Canvas | undefined)[], put: (image: Canvas, flip: boolean) => void): void {
  const [one, two = one] = pieces
  if (one) put(one, false)
  if (two) put(two, true)
}

// Where the hero is and how large, in shares of the emblem.
function heroSpot(others: readonly Piece[]): { y: number; size: number } {
  if (others.length === 0) return { y: 0.5, size: 1 }
  if (others.every(({ role }) => role === 'behind' || role === 'within')) return { y: 0.54, size: 0.86 }
  return others.some(({ role }) => role === 'crossed') ? { y: 0.33, size: 0.64 } : { y: 0.42, size: FLANKED.hero }
}

const longerSide = (hero: Piece | undefined) => (hero ? Math.max(hero.picture.width, hero.picture.height) : 2)

type Aside = { crossed: readonly (Canvas | undefined)[]; flank: readonly (Canvas | undefined)[] }

function besideHero(context: SKRSContext2D, side: number, { crossed, flank }: Aside): void {
  inPair(crossed, (image, flip) => {
    // Upright drawings lean outwards by an eighth of a turn; those drawn aslant already do.
    const turn = image.height > image.width * 1.4 ? -0.8 : 0
    stamp(context, image, { x: side / 2, y: side * 0.68, turn, flip, size: side * 0.72 })
  })
  inPair(flank, (image, flip) => {
    const x = side * (0.5 + (flip ? FLANKED.aside : -FLANKED.aside))
    stamp(context, image, { x, y: side * 0.66, turn: -0.3, flip, size: side * FLANKED.size })
  })
}

/** The emblem: the hero in the middle, tools crossed behind it, leaves and the like at both sides; `pale`: lost on bare paper. */
export function emblemOf(pieces: readonly Piece[], shape: MarkShape, inks: Inks): { cut: Canvas; pale: boolean } {
  const [hero, ...others] = pieces
  const cuts = pieces.map(({ picture }) => cutOf(picture, shape, inks))
  const first = cuts[0]
  const pale = shape === 'none' && (first?.lightShare ?? 0) > 0.3
  if (hero && first && others.length === 0) return { cut: first.image, pale }
  const side = longerSide(hero)
  const canvas = createCanvas(Math.ceil(side), Math.ceil(side))
  const context = canvas.getContext('2d')
  const { y, size } = heroSpot(others)
  const ground = shape === 'none' ? inks.paper : inks.field
  if (others.some(({ role }) => role === 'behind'))
    disc(context, { x: side / 2, y: side * (y - size * 0.2), radius: side * size * 0.42 }, inks.accent)
  const imagesOf = (role: Piece['role']) => pieces.flatMap((one, at) => (one.role === role ? [cuts[at]?.image] : []))
  besideHero(context, side, { crossed: imagesOf('crossed'), flank: imagesOf('flank') })
  const spot = { x: side / 2, y: side * y, turn: 0, flip: false, size: side * size }
  if (first) stamp(context, first.image, spot, ground)
  const open = { ...spot, y: side * (y + size * 0.1), size: side * size * 0.46 }
  for (const one of others) if (one.role === 'within') stamp(context, leftOpen(one.picture, ground), open)
  return { cut: canvas, pale }
}
