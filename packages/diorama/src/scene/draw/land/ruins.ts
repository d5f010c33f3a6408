import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../../colour.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { reach } from '../reach.ts'

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
