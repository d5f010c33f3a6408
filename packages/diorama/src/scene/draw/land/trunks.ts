import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { leafOf, materialsOf } from '../../materials.ts'
import type { Stage } from '../../stage.ts'
import { reach } from '../reach.ts'
import { blob, ring } from '../shapes.ts'

/** One trunk from the ground to beyond the upper edge. */
export function trunk(
  context: SKRSContext2D,
  stage: Stage,
  at: { x: number; foot: number; wide: number },
  colour: Colour,
  kind: 'bark' | 'bamboo',
): void {
  const top = -stage.margin
  const { wide, x, foot } = at
  context.fillStyle = colour
  context.beginPath()
  const flare = kind === 'bark' ? 0.75 : 0
  context.moveTo(x - wide * (0.5 + flare), foot)
  context.quadraticCurveTo(x - wide * 0.5, foot - wide * 1.2, x - wide * 0.42, top)
  context.lineTo(x + wide * 0.42, top)
  context.quadraticCurveTo(x + wide * 0.5, foot - wide * 1.2, x + wide * (0.5 + flare), foot)
  context.fill()
  context.fillStyle = alpha(stage.light.shadow, 0.16)
  context.fillRect(x + wide * 0.12, top, wide * 0.3, foot - top - wide * 0.4)
  if (kind === 'bark') return
  context.fillStyle = alpha(stage.light.shadow, 0.35)
  for (let y = foot - wide * 3; y > top; y -= wide * 5)
    context.fillRect(x - wide * 0.52, y, wide * 1.04, Math.max(1, wide * 0.16))
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
export function trunkRow(stage: Stage, row: Row, kind: 'bark' | 'bamboo'): Sheet {
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
      for (let x = from; x < to; x += row.spacing * random.between(0.55, 1.5)) {
        if (row.keep && x > row.keep.from && x < row.keep.to) continue
        const base =
          kind === 'bamboo'
            ? mix('#7fae52', '#4f8a4c', random.next())
            : mix(materials.trunk, '#3a2a2c', random.next() * 0.5)
        const at = {
          x,
          foot: row.foot + random.between(-1, 1) * stage.unit,
          wide: row.wide * random.between(0.6, 1.25) * (kind === 'bamboo' ? 0.5 : 1),
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
