import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import { polygon } from './shapes.ts'
import type { Sheet } from '../layers.ts'
import type { LitWindow, Stage } from '../stage.ts'
import { reach } from './reach.ts'

const LIT = ['#ffd98a', '#ffc46b', '#ffe9b8', '#9fe0ff', '#ffb0d0'] as const

const OLD_WALLS = ['#e8cfa8', '#d9a98a', '#efe0c4', '#cfc4b0', '#e0b890', '#d8c8c0'] as const
const OLD_ROOFS = ['#a85a44', '#8a4b3c', '#6b6f80', '#b5704f'] as const

type Block = { x: number; width: number; top: number; foot: number }

function windows(
  context: SKRSContext2D,
  random: Random,
  block: Block,
  options: { cell: number; dark: boolean; glass: Colour; lit: number; seen: (lit: Omit<LitWindow, 'depth'>) => void },
): void {
  const columns = Math.max(1, Math.floor(block.width / options.cell) - 1)
  const gap = block.width / (columns + 0.6)
  const side = gap * 0.46
  for (let column = 0; column < columns; column++) {
    for (let y = block.top + gap * 0.9; y < block.foot - gap; y += gap * 1.25) {
      // Chance is asked by day as well, so that the same houses stand there at night.
      const shines = { at: random.chance(options.lit), tone: random.pick(LIT), strength: random.between(0.6, 1) }
      const on = options.dark && shines.at
      context.fillStyle = on ? shines.tone : options.glass
      context.globalAlpha = on ? shines.strength : 0.55
      const box = { x: block.x + gap * (column + 0.58), y, width: side, height: side * 1.3 }
      context.fillRect(box.x, box.y, box.width, box.height)
      if (on) options.seen(box)
    }
  }
  context.globalAlpha = 1
}

function roof(context: SKRSContext2D, random: Random, block: Block, unit: number, gable: boolean): void {
  const kind = gable ? 1 : random.int(0, 4)
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
    /** Gables in warm colours, as in a town that has grown old. */
    gables?: boolean
    /** Where nothing is built. */
    gap?: { from: number; to: number }
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
        const tint = options.gables ? random.pick(OLD_WALLS) : random.pick(['#c9785c', '#7a86b8', '#e0b884', '#8a7aa8'])
        const tone = light.lit(mix(options.colour, tint, options.gables ? 0.86 : 0.3), options.distance)
        const hidden = options.gap && x + width > options.gap.from && x < options.gap.to
        const block = { x, width, top, foot: options.foot + unit * 4 }
        x += width * random.between(0.98, 1.1)
        if (hidden) continue
        const fill = context.createLinearGradient(0, top, 0, options.foot)
        fill.addColorStop(0, tone)
        fill.addColorStop(1, mix(tone, light.haze, 0.22))
        context.fillStyle = fill
        context.fillRect(block.x, top, width, options.foot - top + unit * 6)
        const tiles = options.gables ? random.pick(OLD_ROOFS) : undefined
        if (tiles) context.fillStyle = light.lit(stage.season === 'winter' ? '#f4f8fc' : tiles, options.distance)
        roof(context, random, block, unit, options.gables === true)
        context.fillStyle = mix(tone, light.shadow, 0.18)
        context.fillRect(block.x + width * 0.82, top, width * 0.18, options.foot - top + unit * 6)
        if (options.windows)
          windows(context, random, block, {
            cell: unit * 2,
            dark: light.dark,
            glass: mix(tone, light.dark ? '#05081c' : '#ffffff', 0.4),
            lit: 0.42,
            seen: (lit) => stage.windows.push({ ...lit, depth: options.depth }),
          })
      }
    },
  }
}
