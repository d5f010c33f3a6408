import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { brightness, mix, type Colour } from '../colour.ts'
import { drawCentred } from './centred.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { outlinedPicture } from '../styles/outlined.ts'
import { motifPicture } from './motif.ts'
import { sheetPalette } from './sheet-palette.ts'
import { around, inlay, petalPath } from './tiling/figures.ts'

type Inks = { ground: Colour; line: Colour; fills: readonly Colour[]; lined: boolean }

const DARK = /\b(dark|black|night|midnight) (background|backdrop)/i

function inksOf(stage: Stage): Inks {
  const { design, style, studio, prompt } = stage.brief
  const lined = design?.lined === true || /^(colouring|line|black-and-white|ink|pencil)$/.test(style)
  if (lined) return { ground: '#ffffff', line: '#15151a', fills: ['#ffffff'], lined }
  const named = sheetPalette(stage, 4)
  const dark = DARK.test(prompt)
  const ground = studio?.colour ?? (dark ? '#15132b' : '#fbf6ea')
  const fills = named.filter((one) => one !== ground)
  const line =
    brightness(ground) < 0.4 ? mix(fills.at(-1) ?? '#ffffff', '#fff6dc', 0.5) : mix(fills[0] ?? '#333', '#15132b', 0.7)
  return { ground, line, fills, lined }
}

type Ring = { times: number; from: number; to: number; wide: number; turn: number; ink: number; ribs: number }

// From the rim to the heart, in shares of the radius.
const OUTER: readonly Ring[] = [
  { times: 32, from: 0.8, to: 1, wide: 0.05, turn: 0, ink: 0, ribs: 1 },
  { times: 16, from: 0.56, to: 0.96, wide: 0.13, turn: 0, ink: 1, ribs: 3 },
  { times: 16, from: 0.56, to: 0.84, wide: 0.11, turn: Math.PI / 16, ink: 2, ribs: 2 },
]
const INNER: readonly Ring[] = [
  { times: 16, from: 0.12, to: 0.36, wide: 0.06, turn: 0, ink: 1, ribs: 1 },
  { times: 12, from: 0.06, to: 0.28, wide: 0.06, turn: Math.PI / 12, ink: 0, ribs: 2 },
  { times: 8, from: 0.02, to: 0.16, wide: 0.055, turn: 0, ink: 2, ribs: 1 },
]

const inkAt = ({ fills }: Inks, at: number): Colour => fills[at % fills.length] ?? '#ffffff'

function drawRing(context: SKRSContext2D, ring: Ring, inks: Inks, thick: number): void {
  const fill = inkAt(inks, ring.ink)
  around(context, ring.times, ring.turn, () => {
    for (let rib = 0; rib < ring.ribs; rib++) {
      const share = rib / (ring.ribs + 0.6)
      const shrink = (ring.to - ring.from) * share * 0.35
      petalPath(context, ring.from + shrink * 0.3, ring.to - shrink, ring.wide * (1 - share), 0.45)
      inlay(
        context,
        inks.lined ? fill : mix(fill, rib % 2 === 0 ? inks.ground : '#ffffff', rib * 0.22),
        inks.line,
        thick,
      )
    }
    context.beginPath()
    context.arc(ring.to - (ring.to - ring.from) * 0.2, 0, ring.wide * 0.18, 0, Math.PI * 2)
    inlay(context, inkAt(inks, ring.ink + 1), inks.line, thick)
  })
}

type Beads = { times: number; at: number; radius: number; ink: number }

function drawBeads(context: SKRSContext2D, { times, at, radius, ink }: Beads, inks: Inks, thick: number): void {
  around(context, times, Math.PI / times, () => {
    context.beginPath()
    context.arc(at, 0, radius, 0, Math.PI * 2)
    inlay(context, inkAt(inks, ink), inks.line, thick)
  })
}

function disc(context: SKRSContext2D, radius: number, fill: Colour, line: Colour, thick: number): void {
  context.beginPath()
  context.arc(0, 0, radius, 0, Math.PI * 2)
  inlay(context, fill, line, thick)
}

// Whoever is named goes round the middle, feet inwards, the second kind between those of the first.
function drawMotifs(context: SKRSContext2D, pictures: readonly Canvas[], inks: Inks, thick: number): void {
  const times = pictures.length > 1 ? 12 : 9
  if (pictures.length === 0) {
    drawRing(context, { times: 12, from: 0.36, to: 0.57, wide: 0.1, turn: 0, ink: 2, ribs: 3 }, inks, thick)
    drawBeads(context, { times: 12, at: 0.53, radius: 0.022, ink: 0 }, inks, thick)
    return
  }
  around(context, times, -Math.PI / 2, (index) => {
    const picture = pictures[index % pictures.length] as Canvas
    const room = index % pictures.length === 0 ? 0.25 : 0.17
    const fit = room / Math.max(picture.width * 0.86, picture.height)
    context.translate(0.47, 0)
    context.rotate(Math.PI / 2)
    drawCentred(context, picture, fit)
  })
}

function drawMandala(
  context: SKRSContext2D,
  at: { x: number; y: number; radius: number },
  inks: Inks,
  pictures: readonly Canvas[],
): void {
  const thick = Math.max(0.0035, 1.1 / at.radius)
  context.save()
  context.translate(at.x, at.y)
  context.scale(at.radius, at.radius)
  disc(context, 0.9, inks.ground, inks.line, thick)
  drawBeads(context, { times: 64, at: 0.87, radius: 0.012, ink: 2 }, inks, thick)
  for (const ring of OUTER) drawRing(context, ring, inks, thick)
  disc(context, 0.645, inkAt(inks, 0), inks.line, thick)
  drawBeads(context, { times: 48, at: 0.62, radius: 0.016, ink: 1 }, inks, thick)
  disc(context, 0.595, inks.lined ? '#ffffff' : mix(inks.ground, inkAt(inks, 1), 0.14), inks.line, thick)
  drawMotifs(context, pictures, inks, thick)
  disc(context, 0.355, inkAt(inks, 2), inks.line, thick)
  drawBeads(context, { times: 32, at: 0.335, radius: 0.012, ink: 0 }, inks, thick)
  disc(context, 0.315, inks.lined ? '#ffffff' : inks.ground, inks.line, thick)
  for (const ring of INNER) drawRing(context, { ...ring, to: Math.min(ring.to, 0.3) }, inks, thick)
  disc(context, 0.045, inkAt(inks, 1), inks.line, thick)
  disc(context, 0.022, inkAt(inks, 0), inks.line, thick)
  context.restore()
}

/** An ornament about a centre: petals, beads and whoever is named, ring within ring; in lines alone where it is to be coloured. */
export async function mandalaParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const inks = inksOf(stage)
  const radius = Math.min(width, height) * 0.485
  const pictures: Canvas[] = []
  for (const subject of brief.subjects.filter(({ scenery }) => !scenery).slice(0, 2)) {
    const picture = await motifPicture(subject, radius * 0.4)
    pictures.push(inks.lined ? outlinedPicture(picture, Math.max(1, unit * 0.2)) : picture)
  }
  const ground = backdrop(stage, (context) => {
    context.fillStyle = inks.ground
    context.fillRect(0, 0, width, height)
  })
  const figure: Part = {
    kind: 'sheet',
    // Its lines are its manner: another one over them would break them.
    role: inks.lined || brief.style === 'papercut' ? 'overlay' : 'subject',
    depth: 0,
    ...wholePicture(stage),
    draw(context) {
      // Quarters of smaller ones fill the corners of a sheet that is not square.
      const spare = (Math.max(width, height) - radius * 2) / 2
      if (spare > radius * 0.3)
        for (const x of [0, width])
          for (const y of [0, height])
            drawMandala(context, { x, y, radius: Math.min(radius * 0.62, spare * 1.02) }, inks, [])
      drawMandala(context, { x: width / 2, y: height / 2, radius }, inks, pictures)
    },
  }
  return [ground, figure]
}
