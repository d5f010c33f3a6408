import type { SKRSContext2D } from '@napi-rs/canvas'
import { traitsOf } from '../../../archetype-traits.ts'
import { hasFeature } from '../../../places.ts'
import { mix, type Colour } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { materialsOf } from '../../materials.ts'
import type { Placement } from '../../plan/scene-plan.ts'
import { noise2 } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { flower, tuft } from '../ground.ts'
import { reach, under } from '../reach.ts'
import { polygon, type Point } from '../shapes.ts'
import { hillLine } from './hill-line.ts'

type Ground = { top: Colour; rock: Colour; bare: boolean }

// The colours of the land about it, as its setting paints it.
function groundOf(stage: Stage): Ground {
  const { brief, light, season } = stage
  const { grass, rock, snow } = materialsOf(season)
  const bare = (top: Colour, stone: Colour) => ({ top: light.lit(top, 0.02), rock: light.lit(stone, 0.04), bare: true })
  if (hasFeature(brief, 'red-ground')) return bare('#c8714a', '#9a5238')
  if (traitsOf(brief.archetype).where.isInSpace) return bare('#b9bcc8', '#8a8d9c')
  if (hasFeature(brief, 'desert') || hasFeature(brief, 'canyon')) return bare('#eab97a', '#b9764c')
  if (hasFeature(brief, 'savanna')) return bare('#e0bd62', '#a98256')
  return { top: light.lit(grass, 0.02), rock: light.lit(mix(rock, '#8d7a68', 0.45), 0.04), bare: snow }
}

function grow(context: SKRSContext2D, stage: Stage, line: (x: number) => number, colour: Colour): void {
  const random = stage.random.fork('raised-grass')
  const { from, to } = reach(stage)
  const { flowers } = materialsOf(stage.season)
  for (let i = 0; i < ((to - from) / stage.unit) * 0.9; i++) {
    const x = random.between(from, to)
    const y = line(x) + stage.unit * (0.8 + 26 * random.next() ** 1.6)
    const size = stage.unit * random.between(0.9, 1.7)
    tuft(context, random, { x, y, size }, mix(colour, random.chance(0.5) ? stage.light.shadow : stage.light.key, 0.15))
    if (random.chance(0.25))
      flower(
        context,
        random,
        { x: x + size, y, size },
        {
          petal: stage.light.lit(random.pick(flowers)),
          stem: mix(colour, stage.light.shadow, 0.3),
          heart: stage.light.lit('#ffcf4a'),
        },
      )
  }
}

function shaded(context: SKRSContext2D, stage: Stage, colour: Colour, top: number): void {
  const gradient = context.createLinearGradient(0, top, 0, stage.height)
  gradient.addColorStop(0, mix(colour, stage.light.key, 0.16))
  gradient.addColorStop(1, mix(colour, stage.light.shadow, 0.2))
  context.fillStyle = gradient
}

type Drawing = (context: SKRSContext2D) => void

function hill(stage: Stage, placement: Placement, ground: Ground): Drawing {
  const { line, top } = hillLine(stage, placement)
  return (context) => {
    under(context, stage, line)
    shaded(context, stage, ground.top, top)
    context.fill()
    if (!ground.bare) grow(context, stage, line, ground.top)
  }
}

function jagged(from: Point, to: Point, rough: number, seed: number): Point[] {
  const steps = 9
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps
    const out = i === 0 || i === steps ? 0 : (noise2(seed, i * 1.7, 2) - 0.5) * rough
    return { x: from.x + (to.x - from.x) * t + out, y: from.y + (to.y - from.y) * t + out * 0.25 }
  })
}

function fill(context: SKRSContext2D, points: readonly Point[], colour: Colour): void {
  polygon(context, points)
  context.fillStyle = colour
  context.fill()
}

// Land from one side of the picture that breaks off: a sheer wall with ledges, grass or snow on top.
function cliff(stage: Stage, { x, foot, width, height, flip }: Placement, ground: Ground): Drawing {
  const { unit, light } = stage
  const seed = stage.random.fork('cliff').int(1, 1e6)
  const { to } = reach(stage)
  const side = flip ? -1 : 1
  // Reckoned as if it fell to the left; turned round about its middle where it does not.
  const edge = -width / 2
  const far = Math.max(to - x, x + stage.margin + 2)
  const [top, bottom] = [foot - height, stage.height + stage.margin]
  return (context) => {
    context.save()
    context.translate(x, 0)
    context.scale(side, 1)
    const lip: Point = { x: edge, y: top + unit * 0.6 }
    const wall = jagged(lip, { x: edge + unit * 7, y: bottom }, unit * 7, seed)
    fill(context, [...wall, { x: far, y: bottom }, { x: far, y: top + unit }], mix(ground.rock, light.shadow, 0.12))
    // The lit planes of the wall, each a little further in than the one above.
    for (let at = 0; edge + unit * at * 11 < far; at++) {
      const shift = unit * (3 + at * 11 + noise2(seed, at, 5) * 7)
      const from = { x: edge + shift, y: top + unit * (2 + noise2(seed, at, 7) * 12) }
      const down = jagged(from, { x: edge + shift + unit * 6, y: bottom }, unit * 6, seed + at)
      const back = jagged(
        { x: edge + shift + unit * (13 + noise2(seed, at, 9) * 5), y: bottom },
        { x: edge + shift + unit * 5, y: from.y },
        unit * 4,
        seed - at,
      )
      fill(context, [...down, ...back], mix(ground.rock, at % 2 === 0 ? light.key : light.shadow, 0.14))
    }
    const sod: Point[] = [{ x: edge - unit * 0.8, y: top + unit * 0.6 }]
    for (let at = edge; at < far; at += unit * 3)
      sod.push({ x: at, y: top + unit * (2.6 + 2.6 * noise2(seed, at / (unit * 4), 3)) })
    fill(context, [...sod, { x: far, y: top + unit * 3 }, { x: far, y: top }, { x: edge, y: top }], ground.top)
    if (!ground.bare) {
      const random = stage.random.fork('sod')
      for (let at = edge + unit; at < far; at += unit * 2.2)
        tuft(
          context,
          random,
          { x: at, y: top + unit * 0.5, size: unit * random.between(0.7, 1.3) },
          mix(ground.top, light.shadow, 0.12),
        )
    }
    context.restore()
  }
}

// The top of a mountain, flat enough to stand on, with the light on one flank and snow above.
function summit(stage: Stage, { x, foot, width, height }: Placement, ground: Ground): Drawing {
  const { light, unit } = stage
  const seed = stage.random.fork('summit').int(1, 1e6)
  const top = foot - height
  const bottom = stage.height + stage.margin
  const half = width * 0.32
  const spread = half + (bottom - top) * 1.05
  const peakLeft: Point = { x: x - half, y: top }
  const peakRight: Point = { x: x + half, y: top }
  const left = jagged(peakLeft, { x: x - spread, y: bottom }, unit * 7, seed)
  const right = jagged(peakRight, { x: x + spread, y: bottom }, unit * 7, seed + 1)
  const spine = jagged({ x: x + half * 0.3, y: top }, { x: x + unit * 10, y: bottom }, unit * 10, seed + 2)
  const cut = 4
  const lit = mix(ground.rock, light.key, 0.2)
  const shade = mix(ground.rock, light.shadow, 0.26)
  const teeth = (from: Point, to: Point): Point[] =>
    Array.from({ length: 8 }, (_, i) => ({
      x: from.x + ((to.x - from.x) * i) / 7,
      y: from.y + ((to.y - from.y) * i) / 7 + (i % 2 === 0 ? -1 : 3) * unit,
    }))
  const part = (side: readonly Point[]) => side.slice(0, cut)
  const last = (side: readonly Point[]) => side[cut - 1] as Point
  const snow = ground.bare && stage.season !== 'winter' ? undefined : light.lit('#f6f8fc', 0.04)
  return (context) => {
    fill(context, [...left, ...spine.toReversed()], lit)
    fill(context, [...spine, ...right.toReversed()], shade)
    if (!snow) return
    fill(context, [...part(left), ...teeth(last(left), last(spine)), ...part(spine).toReversed()], snow)
    const dim = mix(snow, light.shadow, 0.2)
    fill(context, [...part(spine), ...teeth(last(spine), last(right)), ...part(right).toReversed()], dim)
  }
}

const DRAWINGS = { hill, cliff, summit } as const

/** A hill, a cliff or the top of a mountain under somebody's feet, of the ground and in the season of its scene. */
export function raisedGround(stage: Stage, placement: Placement, art: string): Sheet {
  const draw = (DRAWINGS[art as keyof typeof DRAWINGS] ?? hill)(stage, placement, groundOf(stage))
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    top: placement.foot - placement.height - stage.unit * 4,
    shadow: 1.4,
    draw,
  }
}
