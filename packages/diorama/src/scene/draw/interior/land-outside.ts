import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../../colour.ts'
import { materialsOf } from '../../materials.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { polygon } from '../shapes.ts'
import { drawTree } from '../trees.ts'
import { waterColour } from '../water.ts'

/** A pane, in pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/** Snowy mountains behind a meadow. */
export function peaks(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { light } = stage
  const { rock, grassFar } = materialsOf(stage.season)
  const foot = box.y + box.height
  for (let i = 0; i < 5; i++) {
    const x = box.x + box.width * (0.02 + 0.24 * i + random.between(-0.05, 0.05))
    const tall = box.height * random.between(0.45, 0.72)
    const half = tall * 0.72
    const side = (to: number, share: number) => ({ x: x + to * half * share, y: foot - tall * (1 - share) })
    const fill = (points: { x: number; y: number }[], colour: Colour) => {
      polygon(context, points)
      context.fillStyle = colour
      context.fill()
    }
    const top = { x, y: foot - tall }
    const spine = { x: x + half * 0.12, y: foot }
    fill([top, side(-1, 1), spine], light.lit(mix(rock, light.key, 0.22), 0.32))
    fill([top, side(1, 1), spine], light.lit(mix(rock, light.shadow, 0.3), 0.32))
    const middle = { x: x + half * 0.06, y: foot - tall * 0.6 }
    fill([top, side(-1, 0.32), { x: x - half * 0.1, y: foot - tall * 0.76 }, middle], light.lit('#f6f8fc', 0.1))
    fill([top, middle, { x: x + half * 0.16, y: foot - tall * 0.74 }, side(1, 0.32)], light.lit('#cfd9ee', 0.14))
  }
  context.fillStyle = light.lit(grassFar, 0.24)
  context.beginPath()
  context.ellipse(
    box.x + box.width * 0.5,
    foot + box.height * 0.06,
    box.width * 0.9,
    box.height * 0.2,
    0,
    0,
    Math.PI * 2,
  )
  context.fill()
}

/** Open water up to half of the pane. */
export function sea(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const line = box.y + box.height * 0.5
  const fill = context.createLinearGradient(0, line, 0, box.y + box.height)
  const water = waterColour(stage)
  fill.addColorStop(0, mix(water, stage.light.haze, 0.35))
  fill.addColorStop(1, water)
  context.fillStyle = fill
  context.fillRect(box.x, line, box.width, box.height * 0.5)
  context.strokeStyle = alpha('#ffffff', 0.4)
  context.lineWidth = Math.max(0.8, stage.unit * 0.22)
  context.beginPath()
  for (let i = 0; i < 14; i++) {
    const near = random.next()
    const [x, y] = [box.x + random.next() * box.width, line + box.height * (0.04 + 0.44 * near)]
    const long = box.width * (0.03 + 0.06 * near)
    context.moveTo(x, y)
    context.quadraticCurveTo(x + long / 2, y - long * 0.2, x + long, y)
  }
  context.stroke()
}

/** Sand as far as one sees. */
export function dunes(context: SKRSContext2D, { light }: Stage, box: Box): void {
  for (const [x, y, distance] of [
    [0.7, 0.98, 0.4],
    [0.15, 1.06, 0.2],
    [0.95, 1.14, 0.06],
  ] as const) {
    context.fillStyle = light.lit('#eab97a', distance)
    context.beginPath()
    context.ellipse(
      box.x + box.width * x,
      box.y + box.height * y,
      box.width * 0.7,
      box.height * 0.34,
      0,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
}

/** Trees, one behind the other. */
export function wood(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { light, season } = stage
  const { trees, leaves, trunk, grass, snow } = materialsOf(season)
  const foot = box.y + box.height
  context.fillStyle = light.lit(grass, 0.2)
  context.fillRect(box.x, foot - box.height * 0.16, box.width, box.height * 0.16)
  for (let i = 0; i < 14; i++) {
    const far = 0.4 - (i / 14) * 0.34
    drawTree(
      context,
      {
        kind: random.pick(trees),
        x: box.x + box.width * random.between(-0.02, 1.02),
        foot: foot - box.height * (0.14 - 0.11 * (i / 14)),
        height: box.height * random.between(0.42, 0.66),
        leaf: light.lit(random.pick(leaves), far),
        trunk: light.lit(trunk, far),
        ...(snow && { snow: light.lit('#f6f8fc', far) }),
      },
      random,
    )
  }
}
