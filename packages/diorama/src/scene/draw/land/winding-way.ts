import type { SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../../places.ts'
import { alpha, mix } from '../../colour.ts'
import { materialsOf } from '../../materials.ts'
import type { Placement, ScenePlan } from '../../plan/scene-plan.ts'
import type { Sheet } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { waterColour } from '../water.ts'

/** What may wind through a land, towards whoever looks at it. */
const WAYS = ['winding-river', 'paved-road', 'dirt-road', 'path'] as const
type WayKind = (typeof WAYS)[number]

/** How wide each is where it leaves the picture, in units to either side. */
const HALF: Record<WayKind, number> = { 'winding-river': 22, 'paved-road': 15, 'dirt-road': 12, path: 8 }

const BRIDGES = /^(bridge|viaduct|suspension-bridge|rope-bridge|log-bridge)$/

export type Way = {
  /** Paints it on ground that is there already, and on nothing else. */
  draw: Sheet['draw']
  /** The same over all ground behind it. */
  sheet: Sheet
  /** Whether this spot of the ground belongs to it, so that nothing grows there. */
  covers: (x: number, y: number) => boolean
}

/** The way that the brief names, if it names one. */
export const wayNamed = ({ brief }: Stage): WayKind | undefined => WAYS.find((way) => hasFeature(brief, way))

const isHouse = ({ subject }: Placement, { brief }: Stage) =>
  brief.subjects[subject]?.kind.startsWith('place-') === true

// It leads to the house that stands there; else past whoever is on it; else by the side of what is seen.
function courseOf(stage: Stage, plan: ScenePlan, top: number) {
  const { width, height, unit } = stage
  const bottom = height + stage.margin
  const standing = plan.placements.filter(({ contact }) => contact === 'ground')
  const house = standing.find((one) => isHouse(one, stage))
  const walker = standing.find((one) => !isHouse(one, stage))
  const side = plan.focus.x > width / 2 ? 1 : -1
  const from = house ? Math.max(top, house.foot - unit) : top
  const ahead = house ? house.x : width * (0.5 - side * 0.14)
  const near = walker ? walker.x : width * (house ? 0.5 - side * 0.1 : 0.5 - side * 0.2)
  const passes = walker ? Math.min(1, Math.max(0.2, (walker.foot - from) / (bottom - from))) : 1
  const swing = (t: number) => Math.sin(Math.PI * 2 * 1.45 * t ** 0.62) * width * (0.05 + 0.1 * t) * side
  const off = near - ahead - swing(passes)
  return {
    from,
    bottom,
    at: (t: number) => ahead + swing(t) + off * Math.min(1, t / passes),
  }
}

/** A way in the perspective of flat ground: it comes in bends from `top` to the lower edge of the picture. */
export function windingWay(stage: Stage, plan: ScenePlan, kind: WayKind, top: number): Way {
  const halfAt = (t: number) => stage.unit * (0.5 + HALF[kind] * t ** 1.35)
  return wayAlong(stage, kind, { ...courseOf(stage, plan, top), halfAt })
}

type Course = { from: number; bottom: number; at: (t: number) => number; halfAt: (t: number) => number }

function wayAlong(stage: Stage, kind: WayKind, { from, bottom, at, halfAt }: Course): Way {
  const { unit } = stage
  const steps = Array.from({ length: 61 }, (_, i) => {
    const t = (i / 60) ** 1.5
    return { x: at(t), y: from + (bottom - from) * t, half: halfAt(t), t }
  })
  const band = (context: SKRSContext2D, left: number, right: number) => {
    context.beginPath()
    for (const { x, y, half } of steps) context.lineTo(x + half * left, y)
    for (const { x, y, half } of steps.toReversed()) context.lineTo(x + half * right, y)
    context.fill()
  }
  const paint = (context: SKRSContext2D) => {
    PAINTED[kind](context, stage, band)
    if (kind === 'paved-road') dashes(context, stage, steps)
  }
  return {
    draw(context) {
      context.save()
      context.globalCompositeOperation = 'source-atop'
      paint(context)
      context.restore()
    },
    sheet: { kind: 'sheet', role: 'land', depth: 0.93, top: from, shadow: 0, draw: paint },
    covers(x, y) {
      const t = (y - from) / (bottom - from)
      return t > 0 && Math.abs(x - at(t)) < halfAt(t) * 1.06 + unit * 0.3
    },
  }
}

// A bridge that stands on the ground has a stream under it, as wide as its arch.
function underBridge(stage: Stage, plan: ScenePlan): Way | undefined {
  const bridge = plan.placements.find(
    ({ subject, contact }) => contact === 'ground' && BRIDGES.test(stage.brief.subjects[subject]?.art ?? ''),
  )
  if (!bridge) return undefined
  const { x, foot, width } = bridge
  const half = width * 0.33
  const bottom = stage.height + stage.margin
  const from = plan.horizon + stage.unit * 3
  const bend = (t: number) => Math.sin(t * 4) * width * 0.1
  const level = (foot - from) / (bottom - from)
  return wayAlong(stage, 'winding-river', {
    from,
    bottom,
    at: (t) => x + bend(t) - bend(level),
    halfAt: (t) => half * (0.45 + (0.55 * t) / level),
  })
}

/** The named road, path or river, as far back as the ground is flat. */
export function wayOf(stage: Stage, plan: ScenePlan): Way | undefined {
  const stream = underBridge(stage, plan)
  if (stream) return stream
  const kind = wayNamed(stage)
  return kind && windingWay(stage, plan, kind, plan.horizon + stage.unit * 3)
}

type Band = (context: SKRSContext2D, left: number, right: number) => void
type Painted = (context: SKRSContext2D, stage: Stage, band: Band) => void

const trodden = (colour: string, snowy: string, ruts: boolean): Painted => {
  return (context, stage, band) => {
    const { light } = stage
    const earth = light.lit(materialsOf(stage.season).snow ? snowy : colour, 0.06)
    context.fillStyle = mix(earth, light.shadow, 0.16)
    band(context, -1.08, 1.08)
    context.fillStyle = earth
    band(context, -1, 1)
    if (!ruts) return
    context.fillStyle = mix(earth, light.shadow, 0.13)
    band(context, -0.62, -0.3)
    band(context, 0.3, 0.62)
  }
}

const PAINTED: Record<WayKind, Painted> = {
  path: trodden('#dcc08c', '#c9d8ea', false),
  'dirt-road': trodden('#c29a68', '#c3d0e2', true),
  'paved-road': (context, { light }, band) => {
    context.fillStyle = light.lit('#d8cdb8', 0.05)
    band(context, -1.1, 1.1)
    context.fillStyle = light.lit('#666d7a', 0.06)
    band(context, -1, 1)
    context.fillStyle = alpha(light.lit('#fff6da'), 0.8)
    band(context, -0.93, -0.88)
    band(context, 0.88, 0.93)
  },
  'winding-river': (context, stage, band) => {
    const { light } = stage
    const water = waterColour(stage)
    context.fillStyle = mix(light.lit('#cbb98a', 0.1), light.shadow, 0.1)
    band(context, -1.08, 1.08)
    context.fillStyle = mix(water, light.sky[2], 0.14)
    band(context, -1, 1)
    context.fillStyle = mix(water, light.key, 0.3)
    band(context, -0.5, -0.36)
    band(context, 0.1, 0.32)
    context.fillStyle = mix(water, light.shadow, 0.14)
    band(context, 0.62, 0.86)
  },
}

// The line along the middle of a road, longer and wider the nearer it comes.
function dashes(context: SKRSContext2D, { light }: Stage, steps: { x: number; y: number; half: number }[]): void {
  context.fillStyle = light.lit('#ffe9a8')
  for (let i = 0; i + 2 < steps.length; i += 4) {
    const some = steps.slice(i, i + 3)
    context.beginPath()
    for (const { x, y, half } of some) context.lineTo(x - half * 0.035, y)
    for (const { x, y, half } of some.toReversed()) context.lineTo(x + half * 0.035, y)
    context.fill()
  }
}
