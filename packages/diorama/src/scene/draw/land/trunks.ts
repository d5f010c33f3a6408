import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { leafOf, materialsOf } from '../../materials.ts'
import type { Stage } from '../../stage.ts'
import { reach } from '../reach.ts'
import { blob, ring } from '../shapes.ts'

export type TrunkKind = 'bark' | 'bamboo' | 'birch'

/** One trunk from the ground to beyond the upper edge. */
export function trunk(
  context: SKRSContext2D,
  stage: Stage,
  at: { x: number; foot: number; wide: number },
  colour: Colour,
  kind: TrunkKind,
): void {
  const top = -stage.margin
  const { wide, x, foot } = at
  context.fillStyle = colour
  context.beginPath()
  const flare = kind === 'bamboo' ? 0 : kind === 'birch' ? 0.3 : 0.75
  context.moveTo(x - wide * (0.5 + flare), foot)
  context.quadraticCurveTo(x - wide * 0.5, foot - wide * 1.2, x - wide * 0.42, top)
  context.lineTo(x + wide * 0.42, top)
  context.quadraticCurveTo(x + wide * 0.5, foot - wide * 1.2, x + wide * (0.5 + flare), foot)
  context.fill()
  context.fillStyle = alpha(stage.light.shadow, 0.16)
  context.fillRect(x + wide * 0.12, top, wide * 0.3, foot - top - wide * 0.4)
  if (kind === 'bark') return
  if (kind === 'birch') return birchMarks(context, stage, at)
  context.fillStyle = alpha(stage.light.shadow, 0.35)
  for (let y = foot - wide * 3; y > top; y -= wide * 5)
    context.fillRect(x - wide * 0.52, y, wide * 1.04, Math.max(1, wide * 0.16))
}

// The dark scars of birch bark, wherever a branch has been.
function birchMarks(
  context: SKRSContext2D,
  stage: Stage,
  { x, foot, wide }: { x: number; foot: number; wide: number },
): void {
  const random = stage.random.fork(`birch${Math.round(x)}`)
  context.fillStyle = alpha('#2a2628', 0.72)
  for (let y = foot - wide; y > -stage.margin; y -= wide * random.between(0.7, 1.9)) {
    const left = random.chance(0.5)
    const long = wide * random.between(0.2, 0.5)
    context.beginPath()
    context.ellipse(
      left ? x - wide * 0.4 + long / 2 : x + wide * 0.4 - long / 2,
      y,
      long / 2,
      wide * random.between(0.06, 0.14),
      0,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
}

const barkOf = (kind: TrunkKind, trunkColour: Colour, chance: number): Colour => {
  if (kind === 'bamboo') return mix('#7fae52', '#4f8a4c', chance)
  return kind === 'birch' ? mix('#f7f4ee', '#dcd8d0', chance) : mix(trunkColour, '#3a2a2c', chance * 0.5)
}

type Row = {
  name: string
  foot: number
  wide: number
  spacing: number
  distance: number
  depth: number
  keep?: { from: number; to: number }
}

/** A row of trunks with their canopy. */
export function trunkRow(stage: Stage, row: Row, kind: TrunkKind): Sheet {
  const materials = materialsOf(stage.season)
  return {
    kind: 'sheet',
    role: 'land',
    depth: row.depth,
    shadow: 1.3,
    bottom: row.foot + stage.unit * 3,
    draw(context) {
      const random = stage.random.fork(row.name)
      const { from, to } = reach(stage)
      for (let x = from; x < to; x += row.spacing * (kind === 'bark' ? 1 : 0.55) * random.between(0.55, 1.5)) {
        if (row.keep && x > row.keep.from && x < row.keep.to) continue
        const base = barkOf(kind, materials.trunk, random.next())
        const at = {
          x,
          foot: row.foot + random.between(-1, 1) * stage.unit,
          wide: row.wide * random.between(0.6, 1.25) * (kind === 'bamboo' ? 0.5 : kind === 'birch' ? 0.7 : 1),
        }
        trunk(context, stage, at, stage.light.lit(base, row.distance), kind)
      }
      canopy(context, stage, row, random.next())
    },
  }
}

function canopy(context: SKRSContext2D, stage: Stage, row: Row, salt: number): void {
  const random = stage.random.fork(`${row.name}canopy${salt}`)
  const { from, to } = reach(stage)
  const size = stage.unit * (7 + row.wide / stage.unit)
  for (let x = from; x < to; x += size * 0.62) {
    const y = random.between(-0.4, 0.42) * size + stage.height * 0.02
    context.fillStyle = stage.light.lit(
      stage.season === 'winter' && random.chance(0.6) ? '#dbe7f2' : mix(leafOf(stage.season, random), '#1c3a38', 0.16),
      row.distance,
    )
    blob(context, ring({ x, y }, size * random.between(0.7, 1.15), random, { points: 13, rough: 0.16 }))
    context.fill()
  }
}
