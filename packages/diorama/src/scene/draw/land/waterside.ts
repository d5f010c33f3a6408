import { alpha, mix } from '../../colour.ts'
import type { Part, Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { flatGround, jointsAhead } from '../ground.ts'
import { penAt } from '../pen.ts'
import { reach } from '../reach.ts'

/** Paved ground by the water, with bollards at its edge. */
export function quay(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light, width } = stage
  const { from, to } = reach(stage)
  const edge = plan.floor - unit * 9
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.92,
    top: edge - unit * 8,
    solidFrom: edge,
    shadow: 1,
    draw(context) {
      const stone = light.lit('#d2c6b2', 0.04)
      flatGround(context, stage, edge, [mix(stone, light.key, 0.1), mix(stone, light.shadow, 0.26)])
      context.fillStyle = light.lit('#a3968a', 0.04)
      context.fillRect(from, edge, to - from, unit * 1.2)
      context.strokeStyle = alpha(light.shadow, 0.18)
      context.lineWidth = Math.max(1, unit * 0.14)
      jointsAhead(context, stage, { top: edge + unit * 1.2, far: 8, near: 15, most: 14 })
      const pen = penAt(context, {
        x: width / 2,
        foot: edge + unit * 1.4,
        scale: unit,
        tone: (colour) => light.lit(colour, 0.04),
      })
      for (const x of [-42, -14, 14, 42]) {
        pen.box(x - 1.2, 0, 2.4, 3.4, '#4a4a52', 0.4)
        pen.box(x - 1.8, 2.8, 3.6, 1.4, '#5a5a64', 0.6)
        pen.line('#cbb890', 0.4, [x + 1, 2, x + 8, 0.4, x + 14, -0.2, x + 20, 0.4, x + 27, 2])
      }
    },
  }
}

/** The deck of a ship: planks that run ahead, a rail, and ropes up to masts that are not seen. */
export function deck(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light, width } = stage
  const { from, to } = reach(stage)
  const edge = plan.floor - unit * 9
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.92,
    top: 0,
    solidFrom: edge,
    shadow: 1,
    draw(context) {
      const wood = light.lit('#b98755', 0.04)
      flatGround(context, stage, edge, [mix(wood, light.key, 0.12), mix(wood, light.shadow, 0.3)])
      context.strokeStyle = alpha(light.shadow, 0.34)
      context.lineWidth = Math.max(1, unit * 0.22)
      jointsAhead(context, stage, { top: edge, far: 4.6, near: 9.4, most: 24 })
      const pen = penAt(context, { x: width / 2, foot: edge, scale: unit, tone: (colour) => light.lit(colour, 0.04) })
      const half = (to - from) / 2 / unit
      for (const side of [-1, 1]) {
        const x = side * Math.min(half, (width / 2 / unit) * 0.9)
        for (const dx of [0, 5, 10]) pen.line('#6a5038', 0.3, [x - side * dx, 12, x + side * (6 - dx * 0.3), 90])
      }
      for (let x = -half; x < half; x += 5) pen.box(x - 0.7, 0, 1.4, 11, '#8a5f3a', 0.4)
      pen.box(-half, 10.6, half * 2, 1.8, '#74492a')
      pen.box(-half, -0.4, half * 2, 1.6, '#74492a')
    },
  }
}

/** Coloured houses, boats and masts across the water. */
export function harbourSide(stage: Stage, plan: ScenePlan): Part {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  const foot = plan.horizon + unit * 2
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.3,
    top: foot - unit * 30,
    bottom: foot + unit * 2,
    shadow: 1,
    draw(context) {
      const random = stage.random.fork('harbour')
      const tone = (colour: string) => light.lit(colour, 0.3)
      for (let x = from; x < to;) {
        const wide = unit * random.between(6, 10)
        const pen = penAt(context, { x: x + wide / 2, foot, scale: wide, tone })
        const tall = random.between(1, 1.7)
        pen.box(-0.5, 0, 1, tall, random.pick(['#d8604a', '#e8b85a', '#7fa8b8', '#f0e4d0', '#c98a6a', '#8fae8a']))
        pen.poly(random.pick(['#6a4a44', '#54606a', '#8a4b3c']), [-0.56, tall, 0.56, tall, 0, tall + 0.45])
        for (let y = 0.3; y < tall - 0.2; y += 0.4)
          for (const dx of [-0.28, 0.06]) pen.box(dx, y, 0.2, 0.22, light.dark ? '#ffd98a' : '#f4f8fa')
        x += wide * 1.02
      }
      for (let x = from + unit * 8; x < to; x += unit * random.between(13, 22)) {
        const pen = penAt(context, {
          x,
          foot: foot + unit * 1.6,
          scale: unit,
          tone: (colour) => light.lit(colour, 0.14),
        })
        const colour = random.pick(['#c8483f', '#3f6f8f', '#f4ece0', '#3f7f6a'])
        pen.poly(colour, [-5, 2.4, 5.4, 2.4, 4, 0, -3.6, 0])
        pen.box(-5, 2.2, 10.4, 0.7, '#f4ece0')
        pen.box(0.2, 2.6, 0.4, random.between(12, 17), '#6a4a3a')
        pen.box(-3, 2.6, 2.8, 2.2, '#f4ece0')
        pen.line('#8a7a6a', 0.16, [0.4, 14, 5, 3])
      }
    },
  }
}

/** White cubes and blue domes that climb a cliff over the sea. */
export function whiteTown(stage: Stage, plan: ScenePlan): Part {
  const { unit, light, width } = stage
  const side = plan.focus.x > width / 2 ? -1 : 1
  const foot = plan.horizon + unit * 4
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.36,
    top: foot - unit * 48,
    bottom: foot + unit * 3,
    shadow: 1.3,
    draw(context) {
      const random = stage.random.fork('white-town')
      const pen = penAt(context, {
        x: width / 2 + (side * width) / 2,
        foot,
        scale: unit,
        tone: (colour) => light.lit(colour, 0.14),
      })
      const out = (x: number) => -side * x
      const slope = (x: number) => 31 - x * 0.56
      pen.poly('#a8806a', [out(-20), -2, out(-20), 31, out(0), 29, out(24), 17, out(40), 8, out(54), -2])
      pen.poly('#8f6a58', [out(-20), -2, out(-20), 16, out(20), 7, out(54), -2])
      for (let row = 0; row < 4; row++) {
        for (let x = 46 - row * 3; x > -16; x -= random.between(5.4, 8)) {
          const y = slope(Math.max(0, x)) - 19 + row * 6.4
          if (y < 0) continue
          const wide = random.between(5.4, 8.4)
          const tall = random.between(5, 8)
          const colour = random.pick(['#fdfdfb', '#f4f4f0', '#fbf3e4'])
          pen.box(out(x) - wide / 2, y, wide, tall, colour)
          pen.box(out(x) + wide * 0.2, y, wide * 0.3, tall, '#dfe4ea')
          pen.arch(out(x) - wide * 0.2, y, 1.6, 3.4, '#3f78b5')
          pen.box(out(x) + wide * 0.02, y + tall * 0.55, 1.2, 1.4, light.dark ? '#ffd98a' : '#5f87ad')
          if (random.chance(0.28)) {
            pen.dome(out(x), y + tall, wide * 0.8, 3.4, '#3f7fc4')
            pen.box(out(x) - 0.2, y + tall + 3.2, 0.4, 2, '#fdfdfb')
          }
        }
      }
    },
  }
}
