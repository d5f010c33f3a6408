import { mix, type Colour } from '../colour.ts'
import { fbm, noise2 } from '../random.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach, under } from './reach.ts'
import { polygon, type Point } from './shapes.ts'

/** A rolling line: where a hill's edge lies at each x. */
export function rolling(stage: Stage, name: string, base: number, height: number, wave = 34): (x: number) => number {
  const random = stage.random.fork(name)
  const seed = random.int(1, 1e6)
  const tilt = random.between(-0.5, 0.5) * height
  return (x) =>
    base - height * (fbm(seed, x / (stage.unit * wave), 0.5, 3) * 1.6 - 0.5) + tilt * (x / stage.width - 0.5) * 2
}

function lowestOf(stage: Stage, line: (x: number) => number): number {
  const { from, to } = reach(stage)
  let lowest = -Infinity
  for (let x = from; x <= to; x += stage.unit) lowest = Math.max(lowest, line(x))
  return lowest + stage.unit * 0.5
}

/** A hill sheet of one colour that grows lighter towards its edge, as paper lit from above. */
export function hillSheet(
  stage: Stage,
  line: (x: number) => number,
  options: { colour: Colour; depth: number; crest: number; shadow?: number; dress?: Sheet['draw'] },
): Sheet {
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    // Trees on the hill stand above its edge.
    top: options.crest - stage.unit * (options.dress ? 14 : 5),
    solidFrom: lowestOf(stage, line),
    shadow: options.shadow ?? 1.4,
    draw(context, behind) {
      under(context, stage, line)
      const gradient = context.createLinearGradient(0, options.crest, 0, stage.height)
      gradient.addColorStop(0, mix(options.colour, stage.light.key, 0.12))
      gradient.addColorStop(1, mix(options.colour, stage.light.shadow, 0.2))
      context.fillStyle = gradient
      context.fill()
      options.dress?.(context, behind)
    },
  }
}

type Peak = { x: number; top: number; half: number }

function facets(
  peak: Peak,
  base: number,
  seed: number,
): { lit: Point[]; shade: Point[]; snowLit: Point[]; snowShade: Point[] } {
  const height = base - peak.top
  const jag = (t: number, side: number) => (noise2(seed, t * 5, side * 9) - 0.5) * peak.half * 0.16
  const steps = 8
  const left: Point[] = []
  const right: Point[] = []
  const spine: Point[] = []
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    const y = peak.top + height * t
    left.push({ x: peak.x - peak.half * t + (i > 0 ? jag(t, 1) : 0), y })
    right.push({ x: peak.x + peak.half * t + (i > 0 ? jag(t, 2) : 0), y })
    spine.push({ x: peak.x + peak.half * 0.22 * t + (i > 0 ? jag(t * 2.3, 3) * 1.5 : 0), y })
  }
  const snowLine = 0.3 + noise2(seed, 3, 3) * 0.1
  const zigzag = (from: Point, to: Point): Point[] =>
    Array.from({ length: 6 }, (_, i) => {
      const t = i / 5
      const down = i % 2 === 0 ? -0.02 : 0.085
      return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t + height * down }
    })
  const cutAt = (side: Point[]) => {
    const at = snowLine * steps
    const a = side[Math.floor(at)] ?? { x: 0, y: 0 }
    const b = side[Math.floor(at) + 1] ?? a
    const f = at - Math.floor(at)
    return { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f }
  }
  const above = (side: Point[]) => side.slice(0, Math.floor(snowLine * steps) + 1)
  return {
    lit: [...left, ...spine.toReversed()],
    shade: [...spine, ...right.toReversed()],
    snowLit: [...above(left), ...zigzag(cutAt(left), cutAt(spine)), ...above(spine).toReversed()],
    snowShade: [...above(spine), ...zigzag(cutAt(spine), cutAt(right)), ...above(right).toReversed()],
  }
}

/** A range of folded-paper mountains, lit from one side, with snow where asked. */
export function mountainSheet(
  stage: Stage,
  options: {
    name: string
    base: number
    height: number
    colour: Colour
    distance: number
    depth: number
    snow: boolean
    lightX: number
  },
): Sheet {
  const { light, unit } = stage
  const random = stage.random.fork(options.name)
  const { from, to } = reach(stage)
  const half = options.height * 0.95
  const count = Math.max(3, Math.round(((to - from) / half) * 0.95))
  const peaks: Peak[] = Array.from({ length: count }, (_, i) => {
    const tall = random.between(0.5, 1)
    return {
      x: from + ((i + random.between(0.2, 0.8)) / count) * (to - from),
      top: options.base - options.height * tall,
      half: half * tall * random.between(0.85, 1.2),
    }
  })
  peaks.sort((a, b) => a.top - b.top)
  const litSide = light.lit(mix(options.colour, light.key, 0.28), options.distance)
  const shadeSide = light.lit(mix(options.colour, light.shadow, 0.34), options.distance)
  const snow = light.lit('#f6f8fc', options.distance * 0.42)
  const snowShade = light.lit(mix('#cfd9ee', light.shadow, 0.16), options.distance * 0.5)
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    top: options.base - options.height - unit * 4,
    bottom: options.base + unit * 8,
    shadow: 1.3,
    draw(context) {
      for (const [index, peak] of peaks.entries()) {
        const shape = facets(peak, options.base + unit * 2, random.int(1, 1e6) + index)
        const fromLeft = options.lightX < peak.x
        const paint = (points: Point[], colour: Colour) => {
          polygon(context, points)
          context.fillStyle = colour
          context.fill()
        }
        paint(shape.lit, fromLeft ? litSide : shadeSide)
        paint(shape.shade, fromLeft ? shadeSide : litSide)
        if (!options.snow) continue
        paint(shape.snowLit, fromLeft ? snow : snowShade)
        paint(shape.snowShade, fromLeft ? snowShade : snow)
      }
      context.fillStyle = shadeSide
      context.fillRect(from, options.base + unit * 1.5, to - from, unit * 8)
    },
  }
}

/** One great mountain, higher than wide pictures usually dare. */
export function loneMountain(
  stage: Stage,
  options: { x: number; base: number; height: number; colour: Colour; distance: number; depth: number; lightX: number },
): Sheet {
  const { light, unit } = stage
  const seed = stage.random.fork('lone').int(1, 1e6)
  const peak = { x: options.x, top: options.base - options.height, half: options.height * 1.25 }
  const fromLeft = options.lightX < options.x
  const lit = light.lit(mix(options.colour, light.key, 0.28), options.distance)
  const shade = light.lit(mix(options.colour, light.shadow, 0.34), options.distance)
  const snow = light.lit('#f6f8fc', options.distance * 0.42)
  const snowShade = light.lit(mix('#cfd9ee', light.shadow, 0.16), options.distance * 0.5)
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    top: peak.top - unit * 4,
    bottom: options.base + unit * 6,
    shadow: 1.4,
    draw(context) {
      const shape = facets(peak, options.base + unit * 4, seed)
      const paint = (points: Point[], colour: Colour) => {
        polygon(context, points)
        context.fillStyle = colour
        context.fill()
      }
      paint(shape.lit, fromLeft ? lit : shade)
      paint(shape.shade, fromLeft ? shade : lit)
      paint(shape.snowLit, fromLeft ? snow : snowShade)
      paint(shape.snowShade, fromLeft ? snowShade : snow)
    },
  }
}
