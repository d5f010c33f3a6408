import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { meadow } from '../ground.ts'
import { penAt } from '../pen.ts'
import { hillSheet } from '../terrain.ts'

/** Ice on the sea: bergs far away, floes on the water, and the one that is stood on. */
export function iceFloe(stage: Stage, plan: ScenePlan): { far: Part[]; floe: Part } {
  const { unit, light, width } = stage
  const side = plan.focus.x > width / 2 ? -1 : 1
  return {
    far: [
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.3,
        bottom: plan.horizon + unit * 5,
        shadow: 1,
        draw(context) {
          const pen = penAt(context, {
            x: width / 2,
            foot: plan.horizon + unit * 2,
            scale: unit,
            tone: (colour) => light.lit(colour, 0.24),
          })
          for (const [x, size] of [
            [side * 36, 19],
            [-side * 48, 12],
            [-side * 22, 6],
          ] as const) {
            pen.poly('#eef7fc', [
              x - size,
              0,
              x - size * 0.76,
              size * 0.7,
              x - size * 0.2,
              size * 1.05,
              x + size * 0.1,
              size * 0.8,
              x + size * 0.5,
              size * 0.9,
              x + size,
              0,
            ])
            pen.poly('#bcdcee', [
              x - size * 0.2,
              size * 1.05,
              x + size * 0.1,
              size * 0.8,
              x + size * 0.3,
              0,
              x - size * 0.3,
              0,
            ])
            pen.poly('#d4eaf6', [x + size * 0.5, size * 0.9, x + size, 0, x + size * 0.5, 0])
          }
        },
      },
    ],
    floe: {
      kind: 'sheet',
      role: 'land',
      depth: 0.92,
      shadow: 1.2,
      draw(context) {
        const foot = plan.floor
        const pen = penAt(context, { x: plan.focus.x, foot, scale: unit, tone: (colour) => light.lit(colour, 0.03) })
        for (const [x, y, wide] of [
          [side * 66, 5, 16],
          [-side * 58, -7, 15],
        ] as const) {
          pen.poly('#a9d0e6', [x - wide, y, x + wide, y, x + wide * 0.9, y - 2, x - wide * 0.9, y - 2])
          pen.poly('#f4fafd', [x - wide, y, x - wide * 0.7, y + 3, x + wide * 0.6, y + 3.4, x + wide, y])
        }
        pen.poly('#8fc0dc', [-43, -4, 44, -4, 40, -9, -39, -9])
        pen.poly('#bfe0f0', [-43, -4, 44, -4, 42, -6, -41, -6])
        pen.poly('#f7fbfe', [-43, -4, -36, 4, -18, 6.4, 12, 6, 34, 5, 44, -4, 20, -5, -20, -5])
        pen.line('#d4e8f4', 0.5, [-26, 3, -12, 0, -2, 2])
        pen.line('#d4e8f4', 0.5, [10, -2, 22, 1, 31, 0])
      },
    },
  }
}

/** A coast of high cliffs: the grass at their edge to stand on, white walls that go away into the haze. */
export function cliffCoast(stage: Stage, plan: ScenePlan): { far: Part[]; top: Part[] } {
  const { unit, light, width, margin } = stage
  const side = plan.focus.x > width / 2 ? -1 : 1
  const edge = plan.floor - unit * 8
  const line = (x: number) => {
    const away = ((x - width / 2) * side) / unit
    return edge + Math.sin(x / unit / 9) * unit * 0.5 - (away < -20 ? unit * Math.min(9, (-20 - away) * 0.22) : 0)
  }
  return {
    far: [
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.36,
        bottom: edge + unit * 14,
        shadow: 1.4,
        draw(context) {
          const foot = plan.horizon + unit * 7
          for (const [from, tall, away] of [
            [8, 15, 0.5],
            [24, 25, 0.28],
            [42, 36, 0.12],
          ] as const) {
            const pen = penAt(context, {
              x: width / 2,
              foot: foot + (from - 8) * unit * 0.16,
              scale: unit,
              tone: (colour) => light.lit(colour, away),
            })
            const x = (dx: number) => side * dx
            const out = (width / 2 + margin) / unit + 4
            pen.poly('#efe6d4', [
              x(from),
              0,
              x(from + 2),
              tall * 0.94,
              x(from + 8),
              tall,
              x(out),
              tall * 1.06,
              x(out),
              0,
            ])
            for (let dx = from + 4; dx < out; dx += 5)
              pen.line('#cfc2ac', 0.5, [x(dx), 0, x(dx + 1), tall * 0.5, x(dx - 0.4), tall * 0.9])
            pen.poly('#d8ccb6', [x(from), 0, x(from + 1), tall * 0.4, x(out), tall * 0.3, x(out), 0])
            pen.poly('#6fa85a', [
              x(from + 1.6),
              tall * 0.9,
              x(from + 8),
              tall * 0.95,
              x(out),
              tall,
              x(out),
              tall * 1.14,
              x(from + 8),
              tall * 1.06,
              x(from + 1.4),
              tall,
            ])
            pen.line('#ffffff', 1, [x(from - 2), 0.4, x(from + 6), 0.2, x(out), 0.4])
          }
        },
      },
    ],
    top: [
      hillSheet(stage, (x) => line(x) + unit * 2, {
        colour: light.lit('#d8ccb6', 0.06),
        depth: 0.9,
        crest: edge - unit * 12,
      }),
      hillSheet(stage, line, {
        colour: light.lit('#7fae58', 0.03),
        depth: 0.92,
        crest: edge - unit * 12,
        dress: meadow(
          stage,
          'clifftop',
          { from: edge + unit * 2, to: stage.height + unit * 2 },
          { flowers: 0.3, tufts: 0.9, colour: light.lit('#7fae58', 0.03) },
        ),
      }),
    ],
  }
}
