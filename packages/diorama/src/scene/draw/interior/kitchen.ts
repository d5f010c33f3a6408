import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from '../../colour.ts'
import type { Stage } from '../../stage.ts'
import { pottedPlant } from '../furniture.ts'
import { reach } from '../reach.ts'
import { glow } from '../shapes.ts'
import type { Box } from './outside-view.ts'

const JARS = ['#d98a4a', '#f0d9a0', '#a8524a', '#7d9a5a', '#e8b95c'] as const

function shelf(context: SKRSContext2D, stage: Stage, box: { x: number; y: number; width: number }, name: string): void {
  const { unit } = stage
  const random = stage.random.fork(name)
  context.fillStyle = '#9a6a46'
  context.fillRect(box.x, box.y, box.width, unit)
  context.fillStyle = 'rgba(50,30,30,0.2)'
  context.fillRect(box.x, box.y + unit, box.width, unit * 0.6)
  for (let x = box.x + unit; x < box.x + box.width - unit * 3.6; x += unit * 4.2) {
    const tall = unit * random.between(3, 5)
    const kind = random.int(0, 2)
    context.fillStyle = random.pick(JARS)
    context.beginPath()
    if (kind === 0) context.roundRect(x, box.y - tall, unit * 3, tall, unit * 0.6)
    else if (kind === 1)
      context.roundRect(x, box.y - unit * 2.4, unit * 3.2, unit * 2.4, [0, 0, unit * 1.2, unit * 1.2])
    else context.ellipse(x + unit * 1.6, box.y - unit * 2, unit * 1.7, unit * 2, 0, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = 'rgba(255,255,255,0.25)'
    context.fillRect(x + unit * 0.5, box.y - unit * 2.2, unit * 0.5, unit * 1.4)
  }
}

/** Tiles, shelves, hanging lamps and a worktop along the wall. */
export function kitchenWall(context: SKRSContext2D, stage: Stage, window: Box, foot: number): void {
  const { unit, width } = stage
  const { from, to } = reach(stage)
  const counter = foot - unit * 17
  context.fillStyle = alpha('#ffffff', 0.42)
  for (let y = counter - unit * 9; y < counter; y += unit * 3) {
    for (let x = from + ((Math.round(y / unit / 3) % 2) * unit) / 0.66; x < to; x += unit * 6)
      context.fillRect(x, y, unit * 5.7, unit * 2.7)
  }
  const leftRoom = window.x - unit * 8
  const shelfY = Math.max(unit * 12, window.y + unit * 8)
  if (leftRoom > unit * 10) {
    shelf(context, stage, { x: unit * 3, y: shelfY, width: leftRoom - unit * 3 }, 'shelf-left')
    shelf(
      context,
      stage,
      { x: window.x + window.width + unit * 6, y: shelfY, width: width - window.x - window.width - unit * 9 },
      'shelf-right',
    )
  }
  const wood = '#c98d5a'
  context.fillStyle = mix(wood, '#fff2d8', 0.3)
  context.fillRect(from, counter, to - from, unit * 2.2)
  context.fillStyle = stage.brief.fronts ?? '#5f7f7a'
  context.fillRect(from, counter + unit * 2.2, to - from, foot - counter + unit * 3)
  context.strokeStyle = 'rgba(20,30,40,0.28)'
  context.lineWidth = Math.max(1, unit * 0.2)
  for (let x = from + unit * 4; x < to; x += unit * 15) {
    context.strokeRect(x, counter + unit * 4, unit * 12.6, foot - counter - unit * 6)
    context.fillStyle = '#e8c98a'
    context.fillRect(x + unit * 5.3, counter + unit * 5.5, unit * 2, unit * 0.6)
  }
  const random = stage.random.fork('counter')
  pottedPlant(context, random, { x: width * 0.9, foot: counter, size: unit * 9 }, '#6aa35e')
  for (const share of [0.24, 0.5, 0.76]) {
    const x = width * share
    const y = unit * 8
    context.fillStyle = '#3a3434'
    context.fillRect(x - unit * 0.12, -stage.margin, unit * 0.24, y + stage.margin)
    glow(
      context,
      { x, y: y + unit * 2, radius: unit * 13 },
      alpha('#ffdc94', stage.light.dark ? 0.6 : 0.3),
      alpha('#ffdc94', 0),
    )
    context.fillStyle = '#c8563f'
    context.beginPath()
    context.arc(x, y + unit * 1.6, unit * 3, Math.PI, 0)
    context.fill()
    context.fillStyle = '#fff3c8'
    context.fillRect(x - unit * 1.4, y + unit * 1.6, unit * 2.8, unit * 0.7)
  }
}
