import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { meadow } from '../ground.ts'
import { penAt } from '../pen.ts'
import { reach } from '../reach.ts'
import { hillSheet, rolling } from '../terrain.ts'

function acacia(
  context: SKRSContext2D,
  stage: Stage,
  at: { x: number; foot: number; tall: number; away: number },
  random: Random,
): void {
  const { light } = stage
  const pen = penAt(context, { x: at.x, foot: at.foot, scale: at.tall, tone: (colour) => light.lit(colour, at.away) })
  const lean = random.between(-0.06, 0.06)
  pen.line('#6a4c38', 0.05, [0, 0, lean, 0.5])
  for (const dx of [-0.34, -0.12, 0.16, 0.36]) pen.line('#6a4c38', 0.026, [lean, 0.46, lean + dx, 0.8])
  for (const [dx, y, wide] of [
    [0, 0.86, 1.16],
    [-0.3, 0.8, 0.6],
    [0.32, 0.82, 0.56],
    [0.05, 0.95, 0.7],
  ] as const)
    pen.oval(lean + dx, y, wide, 0.17, y > 0.9 ? '#8a9a48' : '#6f8440')
}

/** A wide plain of dry grass with umbrella trees. */
export function savanna(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const { horizon, floor } = plan
  const { from, to } = reach(stage)
  const free = (x: number) => plan.placements.every((piece) => Math.abs(piece.x - x) > piece.width / 2 + unit * 5)
  const plain = (
    name: string,
    y: number,
    colour: string,
    away: number,
    depth: number,
    trees: { tall: number; gap: number } | undefined,
  ): Part => {
    const line = rolling(stage, name, y, unit * 2, 70)
    return hillSheet(stage, line, {
      colour: light.lit(colour, away),
      depth,
      crest: y - unit * (trees ? trees.tall : 2),
      dress(context, behind) {
        const random = stage.random.fork(`${name}-trees`)
        if (trees)
          for (let x = from + unit * 6; x < to; x += unit * trees.gap * random.between(0.6, 1.4))
            if (trees.tall < 12 || free(x))
              acacia(
                context,
                stage,
                { x, foot: line(x) + unit * 0.5, tall: unit * trees.tall * random.between(0.75, 1.15), away },
                random,
              )
        meadow(
          stage,
          `${name}-grass`,
          { from: y + unit * 2, to: depth > 0.8 ? stage.height + unit * 2 : y + unit * 8 },
          { flowers: 0, tufts: 0.9, colour: mix(light.lit(colour, away), light.shadow, 0.08) },
        )(context, behind)
      },
    })
  }
  return [
    plain('savanna-far', horizon, '#c9a860', 0.5, 0.3, { tall: 9, gap: 15 }),
    plain('savanna-middle', horizon + (floor - horizon) * 0.36, '#d8b45e', 0.22, 0.58, { tall: 24, gap: 44 }),
    plain('savanna-near', floor - unit * 7, '#e0bd62', 0.03, 0.92, undefined),
  ]
}
