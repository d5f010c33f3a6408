import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { drawCentred } from './centred.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part, Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf } from '../shot/move-placements.ts'
import type { Stage } from '../stage.ts'
import { motifPicture } from './motif.ts'
import { groundAndInks, sheetPalette } from './sheet-palette.ts'

/** The colour that most of a printed sheet has: what words on it must be read on. */
export function paperColour(stage: Stage): Colour {
  const { studio } = stage.brief
  const { ground, inks } = groundAndInks(sheetPalette(stage))
  if (studio?.colour) return studio.colour
  if (studio?.sheet === 'poster') return inks[0] ?? ground
  if (studio?.sheet === 'print') return '#fbfaf6'
  return mix(brightness(ground) > 0.86 ? ground : (inks[0] ?? ground), '#fffdf8', 0.72)
}

type Place = { x: number; y: number; radius: number }

// The disc behind whoever the sheet is of.
function haloOf({ width, height }: Stage, plan: ScenePlan): Place {
  if (plan.placements.length === 0) return { x: width / 2, y: height * 0.6, radius: height * 0.3 }
  const main = plan.placements.find(({ subject, index }) => subject === 0 && index === 0) ?? plan.placements[0]
  const box = boxOf(main ? [main] : plan.placements)
  const high = box.bottom - box.top
  const radius = Math.min(width * 0.3, Math.max(height * 0.26, high * 0.56))
  return { x: (box.left + box.right) / 2, y: box.top + high * 0.42, radius }
}

function rays(context: SKRSContext2D, { x, y }: Place, reach: number, colour: string): void {
  context.fillStyle = colour
  for (let i = 0; i < 20; i++) {
    const angle = (i / 20) * Math.PI * 2
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach)
    context.lineTo(x + Math.cos(angle + Math.PI / 20) * reach, y + Math.sin(angle + Math.PI / 20) * reach)
    context.fill()
  }
}

function ringed(context: SKRSContext2D, { x, y, radius }: Place, fill: Colour, line: Colour): void {
  for (const [share, colour] of [
    [1.08, line],
    [1.05, mix(fill, line, 0.5)],
    [1, line],
    [0.97, fill],
  ] as const) {
    context.fillStyle = colour
    context.beginPath()
    context.arc(x, y, radius * share, 0, Math.PI * 2)
    context.fill()
  }
}

// A disc is for one that is in the middle; beside others it would single out whoever stands first.
const isCentred = ({ width }: Stage, { x }: Place) => Math.abs(x - width / 2) < width * 0.13

function posterGround(stage: Stage, plan: ScenePlan): Sheet {
  const { width, height, unit } = stage
  const { ground, inks } = groundAndInks(sheetPalette(stage))
  const main = paperColour(stage)
  const second = inks.find((one) => one !== main) ?? mix(main, ground, 0.3)
  const halo = haloOf(stage, plan)
  return backdrop(stage, (context) => {
    context.fillStyle = main
    context.fillRect(0, 0, width, height)
    rays(context, halo, width, alpha(mix(main, ground, 0.35), 0.5))
    if (isCentred(stage, halo))
      ringed(context, halo, brightness(main) > 0.6 ? mix(second, ground, 0.3) : ground, second)
    // Ground to stand on.
    context.fillStyle = mix(main, '#120d1c', 0.42)
    context.beginPath()
    context.ellipse(width / 2, height * 1.24, width * 0.72, height * 0.4, 0, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = ground
    context.lineWidth = unit * 0.5
    context.strokeRect(unit * 2.6, unit * 2.6, width - unit * 5.2, height - unit * 5.2)
  })
}

function cardGround(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const { inks } = groundAndInks(sheetPalette(stage))
  const paper = paperColour(stage)
  const accent = inks[0] ?? '#c98b8b'
  return backdrop(stage, (context) => {
    context.fillStyle = paper
    context.fillRect(0, 0, width, height)
    context.strokeStyle = mix(accent, paper, 0.35)
    context.lineWidth = unit * 0.35
    context.beginPath()
    context.roundRect(unit * 2.8, unit * 2.8, width - unit * 5.6, height - unit * 5.6, unit * 2)
    context.stroke()
  })
}

// A sun of stripes behind the figure, as shirts have it.
function printGround(stage: Stage, plan: ScenePlan): Sheet {
  const { width, height, unit } = stage
  const { inks } = groundAndInks(sheetPalette(stage))
  const own = haloOf(stage, plan)
  const halo = isCentred(stage, own) ? own : { x: width / 2, y: height * 0.6, radius: height * 0.34 }
  const [first = '#d9714a', second = mix(first, '#f4c46a', 0.55)] = inks
  return backdrop(stage, (context) => {
    context.fillStyle = paperColour(stage)
    context.fillRect(0, 0, width, height)
    context.save()
    context.beginPath()
    context.arc(halo.x, halo.y, halo.radius, 0, Math.PI * 2)
    context.clip()
    const fall = context.createLinearGradient(0, halo.y - halo.radius, 0, halo.y + halo.radius)
    fall.addColorStop(0, mix(second, '#ffffff', 0.15))
    fall.addColorStop(1, first)
    context.fillStyle = fall
    context.fillRect(0, 0, width, height)
    context.fillStyle = paperColour(stage)
    for (let i = 0; i < 5; i++)
      context.fillRect(0, halo.y + halo.radius * (0.16 + i * 0.18), width, unit * (0.5 + i * 0.28))
    context.restore()
  })
}

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
  const spots = SPOTS.map(([x, y], index) => ({
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

/** What is strewn about a sheet: what was named, else dots in its colours on a card. */
export async function decorParts(stage: Stage): Promise<Part[]> {
  const { studio, mood } = stage.brief
  const pictures: Canvas[] = []
  for (const motif of (studio?.decor ?? []).flatMap(aMotif)) pictures.push(await motifPicture(motif, stage.unit * 9))
  if (pictures.length > 0)
    return [
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

/** The ground of a printed sheet. */
export function paperGround(stage: Stage, plan: ScenePlan): Sheet {
  const sheet = stage.brief.studio?.sheet
  if (sheet === 'poster') return posterGround(stage, plan)
  return sheet === 'print' ? printGround(stage, plan) : cardGround(stage)
}
