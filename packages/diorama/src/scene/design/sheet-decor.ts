import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { alpha } from '../colour.ts'
import { wholePicture } from '../draw/backdrop.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { drawCentred } from './centred.ts'
import { motifPicture } from './motif.ts'
import { sheetLayout } from './sheet-layout.ts'
import { groundAndInks, sheetPalette } from './sheet-palette.ts'

// Places along both sides and corners, nearest to the edges first; the middle belongs to the figures.
const SPOTS = [
  [0.08, 0.14],
  [0.92, 0.16],
  [0.06, 0.5],
  [0.94, 0.52],
  [0.1, 0.84],
  [0.9, 0.85],
  [0.17, 0.34],
  [0.83, 0.36],
  [0.16, 0.66],
  [0.85, 0.68],
  [0.24, 0.88],
  [0.76, 0.89],
] as const

function scattered(
  stage: Stage,
  paint: (at: { x: number; y: number; size: number; turn: number; index: number }, context: SKRSContext2D) => void,
): Sheet {
  const { width, height, unit } = stage
  const random = stage.random.fork('decor')
  const { words } = sheetLayout(stage.brief, stage)
  // Nothing is strewn over the words.
  const isFree = ([x, y]: readonly [number, number]) =>
    !words || y * height > words.bottom + unit * 3 || y * height < words.top - unit * 3 || x < 0.05 || x > 0.95
  const spots = SPOTS.filter(isFree).map(([x, y], index) => ({
    x: x * width + random.between(-2, 2) * unit,
    y: y * height + random.between(-2, 2) * unit,
    size: unit * random.between(5, 8.5),
    turn: random.between(-0.35, 0.35),
    index,
  }))
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    ...wholePicture(stage),
    draw: (context) => spots.forEach((spot) => paint(spot, context)),
  }
}

const aMotif = (art: string): Subject[] => {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

const BITS = ['#e8505b', '#f5b83d', '#3fa7d6', '#59b96a', '#b06ad0', '#f08ab0'] as const

// Bits of coloured paper all over the sheet, fewer towards its middle.
function confettiSheet(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const random = stage.random.fork('confetti')
  const bits = Array.from({ length: 90 }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    turn: random.between(0, Math.PI),
    colour: random.pick(BITS),
    long: random.between(0.9, 1.8),
  })).filter(({ x, y }) => Math.hypot((x / width - 0.5) * 1.5, y / height - 0.55) > 0.34 || random.chance(0.2))
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    ...wholePicture(stage),
    draw(context) {
      for (const { x, y, turn, colour, long } of bits) {
        context.save()
        context.translate(x, y)
        context.rotate(turn)
        context.fillStyle = colour
        context.fillRect((-unit * long) / 2, -unit * 0.3, unit * long, unit * 0.6)
        context.restore()
      }
    },
  }
}

/** What is strewn about a sheet: what was named, else dots in its colours on a card. */
export async function decorParts(stage: Stage): Promise<Part[]> {
  const { studio, mood } = stage.brief
  const pictures: Canvas[] = []
  const confetti = studio?.decor?.includes('confetti-ball') ? [confettiSheet(stage)] : []
  for (const motif of (studio?.decor ?? []).filter((art) => art !== 'confetti-ball').flatMap(aMotif))
    pictures.push(await motifPicture(motif, stage.unit * 9))
  if (pictures.length > 0)
    return [
      ...confetti,
      scattered(stage, ({ x, y, size, turn, index }, context) => {
        const picture = pictures[index % pictures.length] as Canvas
        const fit = size / Math.max(picture.width, picture.height)
        context.save()
        context.translate(x, y)
        context.rotate(turn)
        drawCentred(context, picture, fit)
        context.restore()
      }),
    ]
  if (confetti.length > 0) return confetti
  if (studio?.sheet !== 'card' || mood === 'calm') return []
  const { inks } = groundAndInks(sheetPalette(stage))
  return [
    scattered(stage, ({ x, y, size, index }, context) => {
      context.fillStyle = alpha(inks[index % inks.length] ?? '#d9a0a0', 0.55)
      context.beginPath()
      context.arc(x, y, size * (index % 3 === 0 ? 0.18 : 0.1), 0, Math.PI * 2)
      context.fill()
    }),
  ]
}
