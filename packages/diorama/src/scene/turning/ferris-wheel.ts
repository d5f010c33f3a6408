import { createCanvas } from '@napi-rs/canvas'
import type { Motion, Sheet } from '../layers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import type { Turning } from './figure-part.ts'

const CABINS = ['#e23b3b', '#f59120', '#f7cf3a', '#3fae5a', '#3fa7a0', '#2f6fd0', '#8b5bd0', '#e85fa0'] as const
const SECONDS = 9

/** A big wheel that turns, while its cabins hang. It is drawn here, since nothing of a flat drawing could hang upright. */
export function ferrisWheel(stage: Stage, placement: Placement, move: (second: number) => Motion): Turning {
  const { height, x, foot } = placement
  const radius = Math.min(height * 0.4, placement.width * 0.42)
  const middle = { x, y: foot - height * 0.54 }
  const cabin = radius * 0.2
  const moved = (second: number, at: { x: number; y: number }): Motion => {
    const motion = move(second)
    return { ...motion, x: (motion.x ?? 0) + at.x, y: (motion.y ?? 0) + at.y }
  }
  const around = (size: number) => ({
    left: middle.x - size,
    right: middle.x + size,
    top: middle.y - size,
    bottom: middle.y + size,
  })
  const sheet = { kind: 'sheet', role: 'subject', depth: 1 } as const
  const rim: Sheet = {
    ...sheet,
    ...around(radius * 1.1),
    shadow: 0.8,
    pivot: middle,
    motion: (second) => ({ ...moved(second, { x: 0, y: 0 }), turn: stage.clock.turn(second, SECONDS) }),
    draw(context) {
      context.translate(middle.x, middle.y)
      context.strokeStyle = '#c9ccd6'
      for (const [share, wide] of [
        [1, 0.06],
        [0.86, 0.03],
        [0.42, 0.04],
      ] as const) {
        context.lineWidth = radius * wide
        context.beginPath()
        context.arc(0, 0, radius * share, 0, Math.PI * 2)
        context.stroke()
      }
      context.lineWidth = radius * 0.035
      context.beginPath()
      for (let spoke = 0; spoke < CABINS.length * 2; spoke++) {
        const angle = (spoke / (CABINS.length * 2)) * Math.PI * 2
        context.moveTo(0, 0)
        context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius)
      }
      context.stroke()
    },
  }
  const hanging = CABINS.map((colour, index): Sheet => {
    const at = (second: number) => {
      const angle = stage.clock.turn(second, SECONDS) + (index / CABINS.length) * Math.PI * 2
      return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
    }
    return {
      ...sheet,
      left: middle.x - cabin,
      right: middle.x + cabin,
      top: middle.y - cabin * 0.4,
      bottom: middle.y + cabin * 1.7,
      motion: (second) => moved(second, at(second)),
      draw(context) {
        context.translate(middle.x, middle.y)
        context.strokeStyle = '#9a9fb0'
        context.lineWidth = radius * 0.02
        context.strokeRect(-cabin * 0.5, 0, cabin, cabin * 0.7)
        context.fillStyle = stage.light.lit(colour)
        context.beginPath()
        context.roundRect(-cabin * 0.75, cabin * 0.6, cabin * 1.5, cabin * 0.85, cabin * 0.3)
        context.fill()
        context.beginPath()
        context.ellipse(0, cabin * 0.1, cabin * 0.8, cabin * 0.24, 0, Math.PI, 0)
        context.fill()
      },
    }
  })
  const stand: Sheet = {
    ...sheet,
    left: x - radius * 0.9,
    right: x + radius * 0.9,
    top: middle.y - radius * 0.2,
    bottom: foot + stage.unit,
    shadow: 1,
    motion: (second) => moved(second, { x: 0, y: 0 }),
    draw(context) {
      context.strokeStyle = stage.light.lit('#7a5be0')
      context.lineWidth = radius * 0.13
      context.lineJoin = 'round'
      context.beginPath()
      context.moveTo(x - radius * 0.62, foot - radius * 0.06)
      context.lineTo(x, middle.y)
      context.lineTo(x + radius * 0.62, foot - radius * 0.06)
      context.moveTo(x - radius * 0.8, foot - radius * 0.06)
      context.lineTo(x + radius * 0.8, foot - radius * 0.06)
      context.stroke()
      context.fillStyle = '#e9e6f4'
      context.beginPath()
      context.arc(x, middle.y, radius * 0.12, 0, Math.PI * 2)
      context.fill()
    },
  }
  return {
    base: createCanvas(Math.max(2, Math.round(placement.width)), Math.max(2, Math.round(height))),
    over: () => [rim, ...hanging, stand],
  }
}
