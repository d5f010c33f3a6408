import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { reach } from '../reach.ts'

const GREENS = ['#3f8a4a', '#2f7a48', '#5aa04e', '#4a9458'] as const

function leaf(context: SKRSContext2D, at: { x: number; y: number; long: number; turn: number }): void {
  const { x, y, long, turn } = at
  context.save()
  context.translate(x, y)
  context.rotate(turn)
  context.beginPath()
  context.moveTo(0, 0)
  context.bezierCurveTo(-long * 0.26, -long * 0.36, -long * 0.2, -long * 0.8, 0, -long)
  context.bezierCurveTo(long * 0.2, -long * 0.8, long * 0.26, -long * 0.36, 0, 0)
  context.fill()
  context.restore()
}

/** Fans of large leaves along a line of the ground. */
export function broadLeaves(stage: Stage, line: (x: number) => number): Sheet {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.6,
    shadow: 1.2,
    draw(context) {
      const random = stage.random.fork('broad-leaves')
      for (let x = from; x < to; x += unit * random.between(5, 9)) {
        const long = unit * random.between(9, 16)
        const green = random.pick(GREENS)
        for (let i = -3; i <= 3; i++) {
          context.fillStyle = light.lit(mix(green, i % 2 === 0 ? '#123a2c' : '#b8d878', 0.16), 0.2)
          leaf(context, {
            x,
            y: line(x) + unit * 3,
            long: long * (1 - Math.abs(i) * 0.1),
            turn: i * 0.36 + random.between(-0.1, 0.1),
          })
        }
      }
    },
  }
}

/** Lianas that hang from the canopy in long bows, with leaves. */
export function lianas(stage: Stage): Sheet {
  const { unit, light, height } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.78,
    bottom: height * 0.7,
    shadow: 1,
    draw(context) {
      const random = stage.random.fork('lianas')
      const stem = light.lit('#4a6a3a', 0.12)
      for (let x = from; x < to; x += unit * random.between(13, 24)) {
        const wide = unit * random.between(12, 26)
        const deep = height * random.between(0.14, 0.36)
        context.strokeStyle = stem
        context.lineWidth = unit * random.between(0.4, 0.9)
        context.beginPath()
        context.moveTo(x, -unit * 2)
        context.quadraticCurveTo(x + wide / 2, deep * 2, x + wide, -unit * 2)
        context.stroke()
        for (let t = 0.08; t < 0.95; t += 0.09) {
          const y = -unit * 2 * (1 - t) ** 2 + 2 * t * (1 - t) * deep * 2 - unit * 2 * t ** 2
          context.fillStyle = light.lit(random.pick(GREENS), 0.1)
          leaf(context, {
            x: x + wide * t,
            y,
            long: unit * random.between(2, 3.6),
            turn: Math.PI + random.between(-0.8, 0.8),
          })
        }
      }
    },
  }
}
