import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import { polygon } from './shapes.ts'
import type { Stage } from '../stage.ts'

export type House = { x: number; width: number; top: number; foot: number; wall: Colour }

function pane(
  context: SKRSContext2D,
  stage: Stage,
  box: { x: number; y: number; w: number; h: number },
  random: Random,
): void {
  const { light } = stage
  // Asked by day as well, so that the same house stands there at night.
  const on = random.chance(0.6) && light.dark
  const frame = light.lit('#fbf5ea')
  context.fillStyle = frame
  context.fillRect(box.x - box.w * 0.1, box.y - box.w * 0.1, box.w * 1.2, box.h + box.w * 0.2)
  context.fillStyle = on ? '#ffd586' : mix(light.sky[1], light.dark ? '#0a1030' : '#ffffff', 0.35)
  context.fillRect(box.x, box.y, box.w, box.h)
  if (on) stage.windows.push({ x: box.x, y: box.y, width: box.w, height: box.h, depth: 0.6 })
  if (!on) {
    context.fillStyle = alpha('#ffffff', light.dark ? 0.06 : 0.3)
    polygon(context, [
      { x: box.x, y: box.y + box.h * 0.75 },
      { x: box.x + box.w, y: box.y + box.h * 0.2 },
      { x: box.x + box.w, y: box.y + box.h * 0.5 },
      { x: box.x, y: box.y + box.h },
    ])
    context.fill()
  }
  context.fillStyle = frame
  context.fillRect(box.x + box.w * 0.46, box.y, box.w * 0.08, box.h)
  context.fillRect(box.x, box.y + box.h * 0.45, box.w, box.w * 0.08)
  if (random.chance(0.45)) {
    context.fillStyle = light.lit('#a0543c')
    context.fillRect(box.x - box.w * 0.1, box.y + box.h, box.w * 1.2, box.w * 0.22)
    for (let i = 0; i < 5; i++) {
      context.fillStyle = light.lit(random.pick(['#ff7d92', '#ffd35c', '#7fbf5e', '#ffffff']))
      context.beginPath()
      context.arc(box.x + box.w * (0.1 + i * 0.2), box.y + box.h - box.w * 0.02, box.w * 0.13, 0, Math.PI * 2)
      context.fill()
    }
  }
}

function awning(context: SKRSContext2D, stage: Stage, house: House, y: number, colour: Colour): void {
  const stripes = 9
  const wide = (house.width * 0.9) / stripes
  const high = stage.unit * 3
  for (let i = 0; i < stripes; i++) {
    context.fillStyle = stage.light.lit(i % 2 === 0 ? colour : '#fff8ec')
    const x = house.x + house.width * 0.05 + i * wide
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + wide, y)
    context.lineTo(x + wide, y + high)
    context.arc(x + wide / 2, y + high, wide / 2, 0, Math.PI)
    context.fill()
  }
}

function shop(context: SKRSContext2D, stage: Stage, house: House, top: number, random: Random): void {
  const { light, unit } = stage
  const door = house.width * 0.2
  const doorX = house.x + house.width * (random.chance(0.5) ? 0.1 : 0.7)
  const glassX = doorX < house.x + house.width / 2 ? doorX + door * 1.3 : house.x + house.width * 0.08
  const glassW = house.width * 0.56
  const lit = light.dark ? '#ffdf9c' : mix(light.sky[2], '#ffffff', 0.4)
  context.fillStyle = light.lit('#5d3f34')
  context.fillRect(glassX - unit * 0.5, top + unit * 3.2, glassW + unit, house.foot - top - unit * 4.4)
  context.fillStyle = lit
  context.fillRect(glassX, top + unit * 3.8, glassW, house.foot - top - unit * 6.6)
  for (let i = 0; i < 5; i++) {
    context.fillStyle = alpha(light.shadow, 0.22)
    const h = unit * random.between(1, 3)
    context.fillRect(glassX + glassW * (0.08 + 0.18 * i), house.foot - unit * 2.9 - h, glassW * 0.11, h)
  }
  context.fillStyle = light.lit(random.pick(['#3f6f6a', '#a8483c', '#34527f', '#7d5a8f']))
  context.beginPath()
  context.roundRect(doorX, top + unit * 3.4, door, house.foot - top - unit * 3.4, [unit, unit, 0, 0])
  context.fill()
  context.fillStyle = lit
  context.fillRect(doorX + door * 0.2, top + unit * 4.6, door * 0.6, (house.foot - top) * 0.3)
  awning(context, stage, house, top + unit * 0.6, random.pick(['#e2574c', '#3f8f7f', '#e8a33d', '#5b7fc4', '#c96a9a']))
}

/** A town house: gable, windows, and a shop below. */
export function drawHouse(context: SKRSContext2D, stage: Stage, house: House, random: Random): void {
  const { unit, light } = stage
  const ground = Math.min(unit * 17, (house.foot - house.top) * 0.42)
  const wall = light.lit(house.wall, 0.06)
  const fill = context.createLinearGradient(0, house.top, 0, house.foot)
  fill.addColorStop(0, mix(wall, light.key, 0.1))
  fill.addColorStop(1, mix(wall, light.shadow, 0.16))
  const tiles = random.pick(['#8a4b3c', '#5a5f72', '#a0604a', '#6b4a4a'])
  context.fillStyle = light.lit(stage.season === 'winter' ? '#f4f8fc' : tiles, 0.06)
  context.beginPath()
  const eave = unit * 1.2
  const kind = random.int(0, 2)
  const peak = house.top - house.width * (kind === 0 ? 0.42 : 0.22)
  context.moveTo(house.x - eave, house.top + unit * 0.6)
  if (kind === 1) {
    context.lineTo(house.x + house.width * 0.14, peak)
    context.lineTo(house.x + house.width * 0.86, peak)
  } else context.lineTo(house.x + house.width / 2, peak)
  context.lineTo(house.x + house.width + eave, house.top + unit * 0.6)
  context.fill()
  context.fillStyle = fill
  context.fillRect(house.x, house.top, house.width, house.foot - house.top)
  const columns = house.width > unit * 20 ? 3 : 2
  const w = (house.width / columns) * 0.42
  for (let y = house.top + w * 0.7; y + w * 1.5 < house.foot - ground; y += w * 2.4) {
    for (let c = 0; c < columns; c++)
      pane(context, stage, { x: house.x + (house.width / columns) * (c + 0.5) - w / 2, y, w, h: w * 1.45 }, random)
  }
  shop(context, stage, house, house.foot - ground, random)
}
