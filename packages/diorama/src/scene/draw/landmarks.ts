import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from '../colour.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part, Sheet, Stage } from '../stage.ts'
import { glow, polygon, reach } from './shapes.ts'

/** Where a landmark goes: on the side that the subject leaves free. */
function aside(stage: Stage, plan: ScenePlan): number {
  return plan.focus.x > stage.width * 0.5 ? stage.width * 0.24 : stage.width * 0.76
}

/** A cone with a glowing crater and smoke that rises. */
export function volcano(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, clock } = stage
  const x = aside(stage, plan)
  const foot = plan.horizon + unit * 3
  const top = Math.max(unit * 10, foot - unit * 44)
  const wide = unit * 40
  const smoke = Array.from({ length: 6 }, (_, i) => ({
    phase: i / 6,
    lean: stage.random.fork(`smoke${i}`).between(-1, 1),
  }))
  return [
    {
      kind: 'live',
      depth: 0.2,
      draw(context, second) {
        context.fillStyle = mix(light.sky[1], light.dark ? '#2a2030' : '#8a7f88', 0.6)
        for (const { phase, lean } of smoke) {
          const t = (phase + (clock.travel(second, 0.09, 1) % 1) + 1) % 1
          context.globalAlpha = 0.6 * (1 - t)
          context.beginPath()
          context.arc(x + lean * unit * 6 * t + unit * 5 * t, top - t * unit * 24, unit * (3 + 9 * t), 0, Math.PI * 2)
          context.fill()
        }
      },
    },
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.22,
      top: top - unit * 15,
      bottom: foot + unit * 5,
      shadow: 1.4,
      draw(context) {
        const rock = light.lit('#6a4a4e', 0.4)
        polygon(context, [
          { x: x - wide, y: foot + unit * 4 },
          { x: x - unit * 6, y: top },
          { x: x + unit * 6, y: top },
          { x: x + wide, y: foot + unit * 4 },
        ])
        context.fillStyle = rock
        context.fill()
        polygon(context, [
          { x: x + unit * 1, y: top },
          { x: x + unit * 6, y: top },
          { x: x + wide, y: foot + unit * 4 },
          { x: x + unit * 9, y: foot + unit * 4 },
        ])
        context.fillStyle = mix(rock, light.shadow, 0.3)
        context.fill()
        glow(context, { x, y: top, radius: unit * 14 }, alpha('#ff9a4a', 0.8), alpha('#ff9a4a', 0))
        const lava = context.createLinearGradient(0, top, 0, foot)
        lava.addColorStop(0, '#fff0a0')
        lava.addColorStop(0.25, '#ff8a3a')
        lava.addColorStop(1, '#b82a20')
        context.fillStyle = lava
        context.beginPath()
        context.ellipse(x, top + unit * 0.4, unit * 6, unit * 1.5, 0, 0, Math.PI * 2)
        context.fill()
        for (const [dx, long, w] of [
          [-3, 0.5, 1.4],
          [0.6, 0.8, 1.9],
          [3.6, 0.42, 1.2],
        ] as const) {
          context.beginPath()
          context.moveTo(x + dx * unit - w * unit, top + unit)
          context.quadraticCurveTo(
            x + dx * unit * 2.4,
            top + (foot - top) * long * 0.5,
            x + dx * unit * 3,
            top + (foot - top) * long,
          )
          context.quadraticCurveTo(
            x + dx * unit * 2 + w * unit,
            top + (foot - top) * long * 0.4,
            x + dx * unit + w * unit,
            top + unit,
          )
          context.fill()
        }
      },
    },
  ]
}

/** A cliff with a falling river. */
export function waterfall(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, clock } = stage
  const x = aside(stage, plan)
  const foot = plan.horizon + unit * 10
  const top = Math.max(unit * 8, foot - unit * 48)
  const wide = unit * 9
  const cliff: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 0.5,
    top: top - unit * 8,
    bottom: foot + unit * 5,
    shadow: 1.6,
    draw(context) {
      const rock = light.lit('#7c7f78', 0.2)
      const random = stage.random.fork('cliff')
      for (const side of [-1, 1]) {
        for (let i = 3; i >= 0; i--) {
          const inner = x + side * (wide + i * unit * 9)
          const outer = inner + side * unit * 16
          const crest = top + i * unit * 3.4 + random.between(-1, 1) * unit
          polygon(context, [
            { x: inner - side * unit * 5, y: foot + unit * 4 },
            { x: inner - side * unit * 2, y: crest },
            { x: outer - side * unit * 5, y: crest + unit * 2 },
            { x: outer, y: foot + unit * 4 },
          ])
          context.fillStyle = mix(rock, side < 0 ? light.key : light.shadow, 0.1 + 0.06 * i)
          context.fill()
          context.fillStyle = light.lit('#5f9a5a', 0.2)
          context.beginPath()
          context.ellipse(
            (inner + outer) / 2 - side * unit * 3,
            crest + unit,
            unit * 8,
            unit * 2,
            side * 0.1,
            0,
            Math.PI * 2,
          )
          context.fill()
        }
      }
      const fall = context.createLinearGradient(0, top, 0, foot)
      fall.addColorStop(0, light.lit('#8fd0e8', 0.1))
      fall.addColorStop(1, light.lit('#f2fbff', 0.05))
      context.fillStyle = fall
      context.fillRect(x - wide, top + unit, wide * 2, foot - top + unit * 3)
    },
  }
  const random = stage.random.fork('drops')
  const threads = Array.from({ length: 26 }, () => ({
    dx: random.between(-0.95, 0.95) * wide,
    y: random.next(),
    long: random.between(0.1, 0.28),
    wide: unit * random.between(0.2, 0.6),
  }))
  const mist = Array.from({ length: 8 }, () => ({
    dx: random.between(-1.3, 1.3) * wide,
    phase: random.next(),
    size: unit * random.between(3, 6),
  }))
  return [
    cliff,
    {
      kind: 'live',
      depth: 0.5,
      draw(context, second) {
        const high = foot - top
        context.fillStyle = '#ffffff'
        for (const thread of threads) {
          const t = (((thread.y + clock.travel(second, 0.75, 1)) % 1) + 1) % 1
          const y = top + unit + t * high * 0.98
          context.globalAlpha = 0.55
          context.fillRect(x + thread.dx, y, thread.wide, Math.min(high * thread.long, foot + unit - y))
        }
        for (const { dx, phase, size } of mist) {
          context.globalAlpha = 0.28 + 0.16 * clock.wave(second, 2.2, phase)
          context.beginPath()
          context.arc(x + dx, foot + unit, size * (1 + 0.15 * clock.wave(second, 2.6, phase)), 0, Math.PI * 2)
          context.fill()
        }
      },
    },
  ]
}

function column(
  context: SKRSContext2D,
  at: { x: number; foot: number; tall: number; wide: number },
  stone: string,
  dark: string,
): void {
  context.fillStyle = stone
  context.fillRect(at.x - at.wide / 2, at.foot - at.tall, at.wide, at.tall)
  context.fillStyle = dark
  for (let i = 0; i < 3; i++)
    context.fillRect(at.x - at.wide * 0.3 + i * at.wide * 0.26, at.foot - at.tall, at.wide * 0.08, at.tall)
  context.fillStyle = stone
  context.fillRect(at.x - at.wide * 0.8, at.foot - at.tall - at.wide * 0.3, at.wide * 1.6, at.wide * 0.4)
  context.fillRect(at.x - at.wide * 0.8, at.foot - at.wide * 0.3, at.wide * 1.6, at.wide * 0.35)
}

/** Columns, some of them broken. */
export function ruins(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const foot = plan.horizon + (plan.floor - plan.horizon) * 0.5
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.64,
      top: foot - unit * 40,
      bottom: foot + unit * 3,
      shadow: 1.3,
      draw(context) {
        const random = stage.random.fork('ruins')
        const stone = light.lit('#d9cdb4', 0.16)
        const { from, to } = reach(stage)
        let last: number | undefined
        for (let x = from + unit * 6; x < to; x += unit * random.between(9, 14)) {
          const whole = random.chance(0.55)
          const tall = unit * (whole ? 27 : random.between(8, 20))
          column(context, { x, foot: foot + unit, tall, wide: unit * 3.4 }, stone, mix(stone, light.shadow, 0.2))
          if (whole && last !== undefined) {
            context.fillStyle = mix(stone, light.shadow, 0.08)
            context.fillRect(last - unit * 3, foot - unit * 30.6, x - last + unit * 6, unit * 2.8)
          }
          last = whole ? x : undefined
        }
      },
    },
  ]
}

/** A pagoda on the free side. */
export function pagoda(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const x = aside(stage, plan)
  const foot = plan.horizon + unit * 7
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.5,
      left: x - unit * 26,
      right: x + unit * 26,
      top: foot - unit * 56,
      bottom: foot + unit * 3,
      shadow: 1.4,
      draw(context) {
        const roof = light.lit('#45606a', 0.24)
        const wall = light.lit('#c8523f', 0.2)
        for (let tier = 0; tier < 4; tier++) {
          const wide = unit * (12 - tier * 2.1)
          const y = foot - tier * unit * 10.5
          context.fillStyle = wall
          context.fillRect(x - wide * 0.66, y - unit * 7, wide * 1.32, unit * 8)
          context.fillStyle = light.dark ? '#ffdf9a' : light.lit('#f4e2c0', 0.1)
          for (const dx of [-0.4, -0.08, 0.24]) context.fillRect(x + dx * wide, y - unit * 5, wide * 0.17, unit * 3.4)
          context.fillStyle = roof
          context.beginPath()
          context.moveTo(x - wide * 1.35, y - unit * 6.6)
          context.quadraticCurveTo(x - wide * 0.7, y - unit * 8, x - wide * 0.5, y - unit * 11)
          context.lineTo(x + wide * 0.5, y - unit * 11)
          context.quadraticCurveTo(x + wide * 0.7, y - unit * 8, x + wide * 1.35, y - unit * 6.6)
          context.quadraticCurveTo(x, y - unit * 5.6, x - wide * 1.35, y - unit * 6.6)
          context.fill()
        }
        context.fillStyle = light.lit('#e0b85c', 0.2)
        context.fillRect(x - unit * 0.3, foot - unit * 52, unit * 0.6, unit * 9.5)
      },
    },
  ]
}

/** Small houses with lit windows among the hills; larger where they are all there is to see. */
export function village(stage: Stage, line: (x: number) => number, size: number): Sheet['draw'] {
  return (context) => {
    const { light } = stage
    const unit = stage.unit * size
    const random = stage.random.fork('village')
    const { from, to } = reach(stage)
    for (let x = from + unit * 6; x < to; x += unit * random.between(9, 17)) {
      const wide = unit * random.between(4.4, 6.4)
      const tall = unit * random.between(3, 4.4)
      const foot = line(x) + unit * 1.4
      context.fillStyle = light.lit(random.pick(['#f2e4cc', '#e8cfae', '#dfe3df', '#f0d4c4']), 0.2)
      context.fillRect(x - wide / 2, foot - tall, wide, tall)
      context.fillStyle = light.lit(random.pick(['#b5573f', '#8a4a3c', '#5f6f7f']), 0.2)
      polygon(context, [
        { x: x - wide * 0.62, y: foot - tall },
        { x, y: foot - tall - wide * 0.5 },
        { x: x + wide * 0.62, y: foot - tall },
      ])
      context.fill()
      context.fillStyle = light.dark ? '#ffd98a' : light.lit('#7f9fb5', 0.2)
      context.fillRect(x - wide * 0.3, foot - tall * 0.7, wide * 0.2, tall * 0.32)
      context.fillRect(x + wide * 0.12, foot - tall * 0.7, wide * 0.2, tall * 0.32)
    }
  }
}
