import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { drawRig, rigShape } from '../../scene/rig/rigs.ts'
import { isNaturally, recolour } from '../../scene/subjects/recolour.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'
import { metresOf, shownMetres } from '../../staging/real-sizes.ts'
import type { Addition, Additions, Anchor } from './additions.ts'
import { anchorSpot, type AnchorSpot } from './anchor-spot.ts'
import { freeSpot, type Box } from './free-spot.ts'
import { intoLight } from './into-light.ts'
import type { Removed } from '../remove/remove-things.ts'
import type { Sky } from '../seen/sky.ts'

const FLIES =
  /balloon|airplane|helicopter|rocket|bird|eagle|dove|bat$|butterfly|kite|flying-saucer|dragon$|parachute|satellite|cloud|rainbow|moon|^sun|star$|comet|fireworks|honeybee/

const MOST = 6

function postureFor(subject: Subject, aloft: boolean): Posture {
  return aloft ? 'fly' : subject.activity === 'sleep' ? 'sleep' : subject.activity === 'run' ? 'run' : 'stand'
}

// Sized as if a person stood where the ground is near, about half of the picture; beside something that is there, as that is.
function sizeOf(subject: Subject, aloft: boolean, { width, height }: Pixels, at: AnchorSpot | undefined): number {
  const least = Math.min(height, width)
  if (at?.worn) return at.room
  const person = Math.min(height, width * 0.8) * 0.46
  const metres = shownMetres(metresOf(subject))
  const scale = { tiny: 0.5, small: 0.75, normal: 1, large: 1.3, giant: 1.7 }[subject.scale]
  const usual = (person * metres) / shownMetres(1.7)
  const own = at?.metre === undefined ? usual : Math.sqrt(at.metre * metres * usual)
  const most = least * (aloft ? 0.36 : 0.5)
  const fits = at && !at.afloat && !aloft ? Math.max(least * 0.16, at.room * 0.9) : most
  return Math.max(least * 0.17, Math.min(most, fits, own * scale * (aloft ? 0.8 : 1)))
}

async function figureOf(subject: Subject, aloft: boolean, side: number): Promise<Canvas> {
  const posture = postureFor(subject, aloft)
  const shape = rigShape(subject, posture, [])
  if (shape) {
    const scale = side / shape.natural
    const size = { width: shape.width * scale, height: shape.height * scale }
    const rigged = await drawRig(subject, { posture, held: [], phase: 0.4 }, size)
    if (rigged) return rigged
  }
  const box = drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
  const scale = side / Math.max(box.width, box.height)
  const picture = await renderArt(subject.art, box.width * scale, box.height * scale)
  if (subject.colour && !isNaturally(picture, subject.colour)) recolour(picture, subject.colour)
  return picture
}

function shadowUnder(canvas: Canvas, box: Box): void {
  const context = canvas.getContext('2d')
  const flat = Math.max(3, Math.min(box.width * 0.13, box.height * 0.12))
  context.save()
  context.translate(box.x + box.width / 2, box.y + box.height - flat * 0.25)
  context.scale(box.width * 0.56, flat)
  const shade = context.createRadialGradient(0, 0, 0, 0, 0, 1)
  shade.addColorStop(0, 'rgba(10,12,20,0.6)')
  shade.addColorStop(0.55, 'rgba(10,12,20,0.3)')
  shade.addColorStop(1, 'rgba(10,12,20,0)')
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = shade
  context.fillRect(-1, -1, 2, 2)
  context.restore()
}

type Setting = { canvas: Canvas; picture: Pixels; sky: Sky; taken: Box[]; crowd: number }

/** Draws things into a picture: each where it was said or where there is room for it, in the light of that place. */
export async function addThings(canvas: Canvas, picture: Pixels, sky: Sky, additions: Additions): Promise<string[]> {
  const notes: string[] = []
  const all = additions.reduce((sum, { subject }) => sum + Math.max(1, subject.count), 0)
  const setting: Setting = { canvas, picture, sky, taken: [], crowd: Math.max(0.6, all ** -0.2) }
  for (const addition of additions) {
    const { anchor, side, subject } = addition
    // The sky and the ground are everywhere: a free spot there is what was asked for.
    const named = anchor && anchor.place !== 'sky' && anchor.place !== 'ground' ? anchor : undefined
    const at = named && (await anchorSpot(picture, sky, named, side))
    if (named && !at) notes.push(missing(named, subject))
    if (at || named?.kind !== 'worn') await addOne(setting, addition, at)
  }
  return notes
}

function missing({ said, kind }: Anchor, { label }: Subject): string {
  const then = kind === 'worn' ? `: ${label} was not added` : `, so ${label} is where there was room`
  return `diorama did not find ${said} in the picture${then}.`
}

function isAloft({ subject, aloft, anchor }: Addition, at: AnchorSpot | undefined): boolean {
  if (at && anchor?.kind !== 'over') return false
  return aloft || FLIES.test(subject.art) || subject.activity === 'fly'
}

async function addOne(setting: Setting, addition: Addition, at: AnchorSpot | undefined): Promise<void> {
  const { canvas, picture, sky, taken, crowd } = setting
  const { subject, side } = addition
  const aloft = isAloft(addition, at)
  const count = Math.min(MOST, Math.max(1, subject.count))
  for (let index = 0; index < count; index++) {
    const figure = await figureOf(subject, aloft, sizeOf(subject, aloft, picture, at) * (at?.worn ? 1 : crowd))
    const spot = at
      ? anchored(at, figure, { index, count, picture, taken })
      : freeSpot(picture, sky, { figure, aloft, side, taken })
    const box = { ...spot, width: figure.width, height: figure.height }
    taken.push(box)
    const seen = intoLight(figure, picture, box, spot.x + figure.width / 2 < picture.width / 2)
    if (at?.afloat) mirrorUnder(canvas, seen, box)
    else if (!aloft && !at?.worn) shadowUnder(canvas, box)
    canvas.getContext('2d').drawImage(seen, spot.x, spot.y)
  }
}

/** Draws something where another thing was, on the same ground and as large beside it as it is. */
export async function putInstead(canvas: Canvas, picture: Pixels, subject: Subject, gone: Removed): Promise<void> {
  const { found, subject: before } = gone
  const times = shownMetres(metresOf(subject)) / shownMetres(metresOf(before))
  const side = Math.min(picture.height * 0.8, Math.max(found.width, found.height) * Math.min(2, Math.max(0.5, times)))
  const figure = await figureOf(subject, false, side)
  const box = {
    x: Math.round(found.x + found.width / 2 - figure.width / 2),
    y: Math.round(found.y + found.height - figure.height),
    width: figure.width,
    height: figure.height,
  }
  shadowUnder(canvas, box)
  const seen = intoLight(figure, picture, box, box.x + box.width / 2 < picture.width / 2)
  canvas.getContext('2d').drawImage(seen, box.x, box.y)
}

type Among = { index: number; count: number; picture: Pixels; taken: readonly Box[] }

// Side by side about the spot, and beside what was set there before.
function anchored(
  { x, foot }: AnchorSpot,
  figure: Canvas,
  { index, count, picture, taken }: Among,
): { x: number; y: number } {
  const { width, height } = figure
  let left = x - width / 2 + (index - (count - 1) / 2) * width * 1.08
  const y = foot - height
  const meets = (one: Box) =>
    left < one.x + one.width && left + width > one.x && y < one.y + one.height && y + height > one.y
  for (let step = 1; step < 8 && taken.some(meets); step++)
    left = x - width / 2 + (step % 2 === 0 ? -1 : 1) * Math.ceil(step / 2) * width * 0.9
  return {
    x: Math.round(Math.max(0, Math.min(picture.width - width, left))),
    y: Math.round(Math.max(0, Math.min(picture.height - height, y))),
  }
}

// On water there is no shadow but a dim likeness, upside down.
function mirrorUnder(canvas: Canvas, figure: Canvas, { x, y, height }: Box): void {
  const context = canvas.getContext('2d')
  context.save()
  context.globalAlpha = 0.26
  context.translate(x, y + height * 1.98)
  context.scale(1, -1)
  context.beginPath()
  context.rect(0, height * 0.42, figure.width, height * 0.58)
  context.clip()
  context.drawImage(figure, 0, 0)
  context.restore()
}

/** A thing that is worn can be added only to a head that is found. */
export const canBeAdded = ({ subject, anchor }: Addition): boolean =>
  subject.kind !== 'clothing' || anchor?.kind === 'worn'
