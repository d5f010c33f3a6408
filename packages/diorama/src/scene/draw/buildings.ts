import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import { polygon } from './shapes.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

const LIT = ['#ffd98a', '#ffc46b', '#ffe9b8', '#9fe0ff', '#ffb0d0'] as const

type Block = { x: number; width: number; top: number; foot: number }

function windows(
  context: SKRSContext2D,
  random: Random,
  block: Block,
  options: { cell: number; dark: boolean; glass: Colour; lit: number },
): void {
  const columns = Math.max(1, Math.floor(block.width / options.cell) - 1)
  const gap = block.width / (columns + 0.6)
  const side = gap * 0.46
  for (let column = 0; column < columns; column++) {
    for (let y = block.top + gap * 0.9; y < block.foot - gap; y += gap * 1.25) {
      const on = options.dark && random.chance(options.lit)
      context.fillStyle = on ? random.pick(LIT) : options.glass
      context.globalAlpha = on ? random.between(0.6, 1) : 0.55
      context.fillRect(block.x + gap * (column + 0.58), y, side, side * 1.3)
    }
  }
  context.globalAlpha = 1
}

function roof(context: SKRSContext2D, random: Random, block: Block, unit: number): void {
  const kind = random.int(0, 4)
  const middle = block.x + block.width / 2
  if (kind === 0) {
    context.fillRect(middle - unit * 0.15, block.top - unit * 5, unit * 0.3, unit * 5)
    context.fillRect(block.x + block.width * 0.3, block.top - unit * 1.4, block.width * 0.4, unit * 1.5)
  } else if (kind === 1) {
    polygon(context, [
      { x: block.x, y: block.top + 1 },
      { x: middle, y: block.top - block.width * 0.5 },
      { x: block.x + block.width, y: block.top + 1 },
    ])
    context.fill()
  } else if (kind === 2) {
    context.fillRect(block.x + block.width * 0.14, block.top - unit * 2.4, block.width * 0.72, unit * 2.5)
    context.fillRect(block.x + block.width * 0.3, block.top - unit * 4.4, block.width * 0.4, unit * 2.5)
  } else if (kind === 3) {
    context.beginPath()
    context.arc(middle, block.top + 1, block.width * 0.36, Math.PI, 0)
    context.fill()
  }
}

/** A row of houses and towers against the sky, with windows that are lit after dark. */
export function skyline(
  stage: Stage,
  options: {
    name: string
    foot: number
    low: number
    high: number
    wide: number
    colour: Colour
    distance: number
    depth: number
    windows: boolean
  },
): Sheet {
  const { light, unit } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    top: options.foot - options.high - unit * 8,
    bottom: options.foot + unit * 6,
    shadow: 1.5,
    draw(context) {
      const random = stage.random.fork(options.name)
      for (let x = from - options.wide; x < to;) {
        const width = options.wide * random.between(0.6, 1.35)
        const top = options.foot - random.between(options.low, options.high) * (random.chance(0.15) ? 1.15 : 1)
        const tone = light.lit(
          mix(options.colour, random.pick(['#c9785c', '#7a86b8', '#e0b884', '#8a7aa8']), 0.3),
          options.distance,
        )
        const block = { x, width, top, foot: options.foot + unit * 4 }
        const fill = context.createLinearGradient(0, top, 0, options.foot)
        fill.addColorStop(0, tone)
        fill.addColorStop(1, mix(tone, light.haze, 0.22))
        context.fillStyle = fill
        context.fillRect(x, top, width, options.foot - top + unit * 6)
        roof(context, random, block, unit)
        context.fillStyle = mix(tone, light.shadow, 0.18)
        context.fillRect(x + width * 0.82, top, width * 0.18, options.foot - top + unit * 6)
        if (options.windows)
          windows(context, random, block, {
            cell: unit * 2,
            dark: light.dark,
            glass: mix(tone, light.dark ? '#05081c' : '#ffffff', 0.4),
            lit: 0.42,
          })
        x += width * random.between(0.98, 1.1)
      }
    },
  }
}
