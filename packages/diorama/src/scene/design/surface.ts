import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Surface } from '../../design.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { reach } from '../draw/reach.ts'
import type { Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

type Slab = { stage: Stage; top: number; tone: Colour }

const TONES: Record<Surface, Colour> = {
  wood: '#a8754a',
  marble: '#efece8',
  slate: '#4a4d55',
  stones: '#55565c',
  water: '#8fc3d8',
  mirror: '#c9d2d8',
  sand: '#e2c795',
  cloth: '#d9cbb8',
  table: '#e9e2d8',
}

function veins(context: SKRSContext2D, { stage, top, tone }: Slab): void {
  const { width, height, unit } = stage
  const random = stage.random.fork('veins')
  for (let i = 0; i < 9; i++) {
    context.strokeStyle = alpha(
      mix(tone, brightness(tone) < 0.4 ? '#ffffff' : '#5a5a66', 0.5),
      random.between(0.15, 0.4),
    )
    context.lineWidth = unit * random.between(0.12, 0.4)
    const x = random.between(-0.1, 1) * width
    context.beginPath()
    context.moveTo(x, top)
    context.bezierCurveTo(
      x + unit * random.between(4, 20),
      top + unit * 6,
      x - unit * 6,
      top + unit * 12,
      x + unit * random.between(8, 34),
      height,
    )
    context.stroke()
  }
}

function grain(context: SKRSContext2D, { stage, top, tone }: Slab): void {
  const { width, height, unit } = stage
  const random = stage.random.fork('surface-grain')
  for (let i = 0; i < 26; i++) {
    const y = top + (i / 26) ** 1.5 * (height - top)
    context.strokeStyle = alpha(mix(tone, '#2a160a', 0.6), random.between(0.1, 0.3))
    context.lineWidth = unit * random.between(0.1, 0.3) * (0.5 + i / 20)
    context.beginPath()
    context.moveTo(-unit, y)
    context.bezierCurveTo(
      width * 0.3,
      y + unit * random.between(-0.8, 0.8),
      width * 0.7,
      y + unit * random.between(-0.8, 0.8),
      width + unit,
      y,
    )
    context.stroke()
  }
  context.fillStyle = alpha('#1c0d05', 0.35)
  for (const share of [0.3, 0.68]) context.fillRect(0, top + (height - top) * share, width, unit * 0.3)
}

function ripples(context: SKRSContext2D, { stage, top, tone }: Slab, plan: ScenePlan): void {
  const { unit, height } = stage
  const main = plan.placements.find(({ subject }) => subject === 0)
  const [x, y] = [main?.x ?? stage.width / 2, main?.foot ?? height * 0.86]
  context.save()
  context.beginPath()
  context.rect(0, top, stage.width, height - top)
  context.clip()
  for (let i = 1; i < 7; i++) {
    context.strokeStyle = alpha(mix(tone, '#ffffff', 0.75), 0.75 - i * 0.09)
    context.lineWidth = unit * 0.34
    context.beginPath()
    context.ellipse(x, y, unit * (9 + i * 7), unit * (2 + i * 1.5), 0, 0, Math.PI * 2)
    context.stroke()
  }
  context.restore()
}

// Flat pebbles in rows that grow towards the eye, the largest under whoever is shown.
function pebbles(context: SKRSContext2D, { stage, top, tone }: Slab): void {
  const { width, height, unit } = stage
  const random = stage.random.fork('pebbles')
  for (let row = 0; row < 6; row++) {
    const y = top + ((row + 0.4) / 5.4) ** 1.3 * (height - top)
    const size = unit * (3 + row * 1.5)
    for (let x = -size + random.between(0, size); x < width + size; x += size * random.between(1.5, 2.1)) {
      const shade = mix(tone, random.chance(0.5) ? '#15161a' : '#8d9098', random.between(0.1, 0.4))
      const [wide, high] = [size * random.between(0.9, 1.25), size * random.between(0.42, 0.6)]
      context.fillStyle = alpha('#0a0a0e', 0.35)
      context.beginPath()
      context.ellipse(x, y + high * 0.3, wide, high, 0, 0, Math.PI * 2)
      context.fill()
      context.fillStyle = shade
      context.beginPath()
      context.ellipse(x, y, wide, high, random.between(-0.1, 0.1), 0, Math.PI * 2)
      context.fill()
      // Wet stones shine on top.
      context.fillStyle = alpha('#ffffff', 0.16)
      context.beginPath()
      context.ellipse(x - wide * 0.2, y - high * 0.4, wide * 0.5, high * 0.22, 0, 0, Math.PI * 2)
      context.fill()
    }
  }
}

function folds(context: SKRSContext2D, { stage, top, tone }: Slab): void {
  const { width, height, unit } = stage
  const random = stage.random.fork('folds')
  for (let i = 0; i < 8; i++) {
    const x = ((i + random.next()) / 8) * width
    const shade = context.createLinearGradient(x - unit * 6, 0, x + unit * 6, 0)
    const dark = alpha(mix(tone, '#1a1420', 0.6), 0.2)
    shade.addColorStop(0, alpha(tone, 0))
    shade.addColorStop(0.5, dark)
    shade.addColorStop(0.6, alpha('#ffffff', 0.25))
    shade.addColorStop(1, alpha(tone, 0))
    context.fillStyle = shade
    context.fillRect(x - unit * 6, top, unit * 12, height - top)
  }
}

const DETAILS: Partial<Record<Surface, (context: SKRSContext2D, slab: Slab, plan: ScenePlan) => void>> = {
  wood: grain,
  marble: veins,
  slate: veins,
  water: ripples,
  stones: pebbles,
  cloth: folds,
}

// Dark where the backdrop is dark: the light of one room falls on both.
function toneOf(kind: Surface, wall: Colour, prompt: string): Colour {
  const said = new RegExp(
    String.raw`\b(?:dark|black)\b[^,]{0,16}\b(?:${kind}|stones?|rocks?|slate|wood|table)`,
    'i',
  ).test(prompt)
  if (said) return mix(TONES[kind], '#101014', 0.72)
  if (/^(table|mirror|cloth)$/.test(kind)) return mix(TONES[kind], wall, brightness(wall) < 0.35 ? 0.7 : 0.3)
  return brightness(wall) < 0.25 ? mix(TONES[kind], '#101014', 0.45) : TONES[kind]
}

/** What the product of a studio stands on, from its far edge to the lower edge of the picture. */
export function surfaceSheet(
  stage: Stage,
  plan: ScenePlan,
  { kind, wall, from }: { kind: Surface; wall: Colour; from?: number },
): Sheet {
  const { height, unit, margin } = stage
  const foot = Math.max(height * 0.7, ...plan.placements.map((piece) => piece.foot))
  const top = from ?? Math.min(height * 0.86, foot - height * 0.16)
  const sides = reach(stage)
  const width = sides.to - sides.from
  const tone = toneOf(kind, wall, stage.brief.prompt)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top: top - unit,
    draw(context) {
      const fill = context.createLinearGradient(0, top, 0, height)
      fill.addColorStop(0, mix(tone, brightness(tone) > 0.5 ? '#2a2430' : '#ffffff', 0.14))
      fill.addColorStop(0.25, tone)
      fill.addColorStop(1, mix(tone, '#120e16', 0.22))
      context.fillStyle = fill
      context.fillRect(sides.from, top, width, height - top + margin)
      DETAILS[kind]?.(context, { stage, top, tone }, plan)
      context.fillStyle = alpha('#ffffff', 0.3)
      context.fillRect(sides.from, top, width, Math.max(1, unit * 0.2))
    },
  }
}
