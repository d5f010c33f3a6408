import { mix } from '../../colour.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Part, Sheet } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { aside } from '../aside.ts'
import { polygon } from '../shapes.ts'

type Fall = { x: number; top: number; foot: number; wide: number }

function cliff(stage: Stage, { x, top, foot, wide }: Fall): Sheet {
  const { unit, light } = stage
  return {
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
}

/** A cliff with a falling river. */
export function waterfall(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, clock } = stage
  const x = aside(stage, plan)
  const foot = plan.horizon + unit * 10
  const top = Math.max(unit * 8, foot - unit * 48)
  const wide = unit * 9
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
    cliff(stage, { x, top, foot, wide }),
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
