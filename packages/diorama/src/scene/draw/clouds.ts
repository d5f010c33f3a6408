import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

function puff(context: SKRSContext2D, random: Random, at: { x: number; y: number; size: number }): void {
  const bumps = 4 + Math.floor(random.next() * 3)
  const width = at.size * random.between(2.1, 3)
  context.beginPath()
  context.roundRect(at.x - width / 2, at.y - at.size * 0.36, width, at.size * 0.36, at.size * 0.18)
  for (let i = 0; i < bumps; i++) {
    const t = (i + 0.5) / bumps
    const r = at.size * (0.2 + 0.42 * Math.sin(Math.PI * t) * random.between(0.75, 1.1))
    const x = at.x - width / 2 + width * (0.1 + 0.8 * t)
    context.moveTo(x + r, at.y - at.size * 0.24)
    context.arc(x, at.y - at.size * 0.24 - r * 0.3, r, 0, Math.PI * 2)
  }
  context.fill()
}

function streak(context: SKRSContext2D, random: Random, at: { x: number; y: number; size: number }): void {
  for (let i = 0; i < 4; i++) {
    const width = at.size * random.between(1.6, 4.4)
    const height = at.size * random.between(0.13, 0.24)
    const x = at.x + at.size * random.between(-1.2, 1.2)
    const y = at.y + (i - 1.5) * at.size * 0.2
    context.beginPath()
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2)
    context.fill()
  }
}

type Sky = { heavy: boolean; banded: boolean }

function rowColour(stage: Stage, row: number, { heavy, banded }: Sky): Colour {
  const { light } = stage
  if (heavy) return mix(light.sky[1], light.dark ? '#1a2040' : '#dfe4ea', row === 0 ? 0.3 : 0.52)
  const lift = (light.dark ? 0.22 : 0.82) * (banded ? 0.35 : 1)
  return mix(light.sky[row === 0 ? 3 : 2], light.dark ? light.sky[3] : '#ffffff', lift)
}

function cloudRow(
  stage: Stage,
  row: number,
  sky: Sky,
  options: { bottom: number; amount: number; speed: number },
): Part {
  const { light, unit, clock } = stage
  const { from, to } = reach(stage)
  const { bottom, speed } = options
  const random = stage.random.fork(`clouds${row}`)
  const size = unit * (row === 0 ? 6.5 : 10)
  const count = Math.max(2, Math.round(((to - from) / unit / (sky.heavy ? 15 : 27)) * options.amount))
  const sway = unit * 12
  const pace = row === 0 ? 0.6 : 1
  const band = row === 0 ? { low: 0.55, high: 0.86 } : { low: 0.16, high: 0.52 }
  return {
    kind: 'sheet',
    role: 'sky',
    depth: 0.08 + row * 0.1,
    left: from - sway,
    right: to + sway,
    top: 0,
    bottom: bottom + unit * 4,
    shadow: sky.banded ? 0 : 0.9,
    opacity: (light.dark ? 0.5 : sky.banded ? 0.72 : 0.94) * (row === 0 ? 0.8 : 1),
    motion: (second) => ({
      x: pace * (clock.travel(second, speed, 1e9) - (clock.loop ? 0 : (speed * clock.seconds) / 2)),
    }),
    draw(context) {
      context.fillStyle = rowColour(stage, row, sky)
      for (let i = 0; i < count; i++) {
        const x = from - sway + ((i + random.between(0.2, 0.8)) / count) * (to - from + sway * 2)
        const at = { x, y: bottom * random.between(band.low, band.high), size: size * random.between(0.65, 1.2) }
        if (sky.banded) streak(context, random, at)
        else puff(context, random, at)
      }
    },
  }
}

/** Clouds in two drifting rows: puffs by day, long bands when the sun is low. */
export function cloudParts(stage: Stage, bottom: number, amount = 1): Part[] {
  const { light, unit, brief } = stage
  const heavy = brief.weather.some((w) => w === 'cloudy' || w === 'rain' || w === 'storm')
  const low = light.time === 'sunset' || light.time === 'dusk' || light.time === 'dawn'
  const windy = brief.weather.some((w) => w === 'wind' || w === 'storm')
  const sky = { heavy, banded: low && !heavy }
  const options = { bottom, amount, speed: unit * (windy ? 1.6 : 0.55) }
  if (brief.cloudless || brief.weather.includes('fog')) return []
  const rows = light.time === 'night' && !heavy ? [0] : [0, 1]
  return rows.map((row) => cloudRow(stage, row, sky, options))
}
