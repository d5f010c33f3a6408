import { hasFeature } from '../../../places.ts'
import { mix } from '../../colour.ts'
import { penAt, type Pen } from '../../draw/pen.ts'
import type { Part } from '../../layers.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { neonSigns } from './neon-signs.ts'

const AWNINGS = ['#e2574c', '#3f8f7f', '#e8a33d', '#5b7fc4', '#c96a9a'] as const
const WASHING = ['#f4ece0', '#5b7fc4', '#e2574c', '#f2c14e', '#f4ece0', '#7fbf9e'] as const
const FRUIT = ['#e2483f', '#f2a93b', '#8fbf4e', '#f6d24a', '#a8528a', '#d9763a'] as const

// Stalls and tables have lamps of their own after dark.
function lampLit({ light }: Stage, colour: string): string {
  const lit = light.lit(colour, 0.05)
  return light.dark ? mix(lit, mix(colour, '#ffcf94', 0.3), 0.5) : lit
}

function stall(pen: Pen, x: number, random: Random, dark: boolean): void {
  const wide = 22
  const colour = random.pick(AWNINGS)
  for (const dx of [-wide / 2 + 1, wide / 2 - 2]) pen.box(x + dx, 0, 1, 25, '#8a5f42')
  pen.box(x - wide / 2, 0, wide, 9, '#a8744c')
  for (let dx = -wide / 2 + 1; dx < wide / 2 - 2; dx += 5) pen.box(x + dx, 1, 4, 6.4, '#8f5f3c')
  if (dark) pen.shine(x, 18, 15, '#ffd98a', 0.5)
  for (let crate = 0; crate < 4; crate++) {
    const left = x - wide / 2 + 0.8 + crate * 5.2
    const fruit = random.pick(FRUIT)
    pen.box(left, 9, 4.8, 2.2, '#c99a62')
    for (const [dx, dy] of [
      [0.8, 2.4],
      [2.4, 2.6],
      [4, 2.4],
      [1.6, 3.8],
      [3.2, 3.8],
      [2.4, 5],
    ] as const)
      pen.oval(left + dx, 9 + dy, 1.8, 1.8, mix(fruit, '#ffffff', dy > 4 ? 0.14 : 0))
  }
  const stripes = 8
  const step = (wide + 4) / stripes
  for (let i = 0; i < stripes; i++) {
    const left = x - wide / 2 - 2 + i * step
    const tone = i % 2 ? '#fff8ec' : colour
    pen.poly(tone, [left + step * 0.1, 29, left + step * 1.1 - step * 0.2, 29, left + step, 23, left, 23])
    pen.oval(left + step / 2, 23, step, 2.6, tone)
  }
}

function parasolTable(pen: Pen, x: number, random: Random): void {
  const colour = random.pick(AWNINGS)
  pen.box(x - 0.4, 0, 0.8, 27, '#8a6a50')
  pen.poly(colour, [x - 12, 22, x + 12, 22, x, 29.5])
  pen.poly('#fff8ec', [x - 4.4, 22, x + 4.4, 22, x, 29.5])
  pen.box(x - 6, 10, 12, 1.2, '#f4ece0', 0.5)
  pen.box(x - 2.6, 11.2, 2, 1.8, '#ffffff', 0.3)
  pen.box(x + 1.4, 11.2, 2, 1.8, '#ffffff', 0.3)
  for (const side of [-1, 1]) {
    const at = x + side * 9
    for (const dx of [-1.8, 1.8]) pen.box(at + dx - 0.3, 0, 0.6, 7, '#5a4a44')
    pen.box(at - 2.4, 6.4, 4.8, 1, '#7a5238', 0.3)
    pen.box(at + side * 2 - 0.4, 6.4, 0.8, 8.4, '#7a5238', 0.3)
  }
}

function lantern(pen: Pen, x: number, y: number, dark: boolean): void {
  pen.line('#5a3a34', 0.2, [x, y + 4, x, y + 2])
  if (dark) pen.shine(x, y, 7, '#ff8a4a', 0.7)
  pen.oval(x, y, 4.6, 5, '#e2402f')
  pen.oval(x, y, 1.8, 5, '#f2694a')
  pen.box(x - 1.2, y + 2.2, 2.4, 0.6, '#e8b84a')
  pen.box(x - 1.2, y - 2.8, 2.4, 0.6, '#e8b84a')
  pen.line('#e8b84a', 0.3, [x, y - 2.8, x, y - 5])
}

// How far before the houses stalls and tables stand, in units; what hangs is nearer to the houses and higher.
const LOW = 5

/** Stalls, tables or lanterns, where the place is known by them; they stand before the houses. */
export function streetLife(stage: Stage, foot: number): Part[] {
  const { unit, light, width, margin, brief } = stage
  const half = (width / 2 + margin) / unit
  const sheet = (name: string, lower: number, draw: (pen: Pen, random: Random) => void): Part => ({
    kind: 'sheet',
    role: 'land',
    depth: 0.94,
    ...(lower === LOW && { top: foot - unit * 30 }),
    bottom: foot + unit * (lower + 2),
    shadow: 1.1,
    draw(context) {
      const pen = penAt(context, {
        x: width / 2,
        foot: foot + unit * lower,
        scale: unit,
        tone: (colour) => lampLit(stage, colour),
      })
      draw(pen, stage.random.fork(name))
    },
  })
  const parts: Part[] = []
  if (hasFeature(brief, 'stalls'))
    parts.push(
      sheet('stalls', LOW, (pen, random) => {
        for (let x = -Math.ceil(half / 28) * 28; x < half + 14; x += 28) stall(pen, x + 14, random, light.dark)
      }),
    )
  if (hasFeature(brief, 'terrace'))
    parts.push(
      sheet('terrace', LOW, (pen, random) => {
        for (let x = -Math.ceil(half / 34) * 34; x < half + 17; x += 34) parasolTable(pen, x + 17, random)
      }),
    )
  if (hasFeature(brief, 'paper-lanterns'))
    parts.push(
      sheet('lanterns', 4, (pen) => {
        const top = foot / unit
        for (let line = 0; line < 2; line++) {
          const y = Math.min(top - 5, 44) - line * 11
          const cord: number[] = []
          for (let x = -half; x <= half; x += 3)
            cord.push(x, y + 4 - 3 * Math.sin(((x + line * 9) / 30) * Math.PI) ** 2)
          pen.line('#5a3a34', 0.25, cord)
          for (let x = -half + 4 + line * 5; x < half; x += 11)
            lantern(pen, x, y - 1 - 3 * Math.sin(((x + line * 9) / 30) * Math.PI) ** 2, light.dark)
        }
      }),
    )
  if (hasFeature(brief, 'neon-signs')) parts.push(neonSigns(stage, foot))
  if (hasFeature(brief, 'alley'))
    parts.push(
      sheet('washing', 0, (pen) => {
        const y = Math.min(foot / unit - 3, 45)
        const reach = half - 8
        pen.line('#d8d0c4', 0.25, [-reach, y, 0, y - 3, reach, y])
        WASHING.forEach((colour, i) => {
          const x = -reach * 0.72 + (i * reach * 1.44) / (WASHING.length - 1)
          pen.box(x - 2.4, y - 9.6 + Math.abs(x / reach) * 2.6, 4.8, 7, colour, 0.3)
        })
      }),
    )
  return parts
}
