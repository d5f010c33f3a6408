import { alpha, mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { flatGround, jointsAhead } from '../ground.ts'
import { penAt } from '../pen.ts'
import { reach } from '../reach.ts'

/** The boards of a veranda under its roof, with a rail and posts towards the garden. */
export function veranda(stage: Stage, plan: ScenePlan): { near: Part[]; front: Part[] } {
  const { unit, light, width, margin } = stage
  const edge = plan.floor - unit * 9
  const tone = (colour: string) => light.lit(colour, 0.04)
  const half = (width / 2 + margin) / unit
  return {
    near: [
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.9,
        top: -margin,
        solidFrom: edge,
        shadow: 1.2,
        draw(context) {
          const wood = tone('#b98a5e')
          flatGround(context, stage, edge, [mix(wood, light.shadow, 0.12), mix(wood, light.key, 0.1)])
          context.strokeStyle = alpha(light.shadow, 0.32)
          context.lineWidth = Math.max(1, unit * 0.2)
          jointsAhead(context, stage, { top: edge, far: 5, near: 10, most: 24 })
          const pen = penAt(context, { x: width / 2, foot: edge, scale: unit, tone })
          for (let x = -half; x < half; x += 3.6) pen.box(x, 0, 1, 12, '#f4ede0', 0.4)
          pen.box(-half, 11.4, half * 2, 1.8, '#fbf5ea')
          pen.box(-half, 0, half * 2, 1.4, '#e8dcc8')
          const roof = edge / unit - 8
          for (const x of [-46, 46, -15.4, 15.4]) pen.box(x - 1.3, 0, 2.6, roof + 2, '#fbf5ea', 0.3)
          pen.box(-half, roof, half * 2, 12, '#8a5f42')
          for (let x = -half; x < half; x += 6) pen.box(x, roof, 0.5, 12, '#6f4a34')
          pen.box(-half, roof - 1.6, half * 2, 2.4, '#fbf5ea')
          // The lamp and pots of those who live there.
          const x = -(plan.focus.x > width / 2 ? 1 : -1) * 31
          pen.line('#4a3a34', 0.3, [x, roof, x, roof - 4])
          pen.shine(x, roof - 6, 9, '#ffe2a0', light.dark ? 0.7 : 0.25)
          pen.box(x - 1.8, roof - 8, 3.6, 4, '#ffe9b0', 0.6)
          for (const at of [x - 8, x + 9]) {
            pen.poly('#c56b45', [at - 2.4, -3, at + 2.4, -3, at + 3.2, 2, at - 3.2, 2])
            pen.oval(at, 5, 8, 7, '#5f9a5a')
            for (const [dx, dy] of [
              [-2, 6],
              [1, 7.4],
              [2.4, 4.6],
            ] as const)
              pen.oval(at + dx, dy, 1.8, 1.8, '#e2574c')
          }
        },
      },
    ],
    front: [],
  }
}

/** A balcony: tiles, an iron rail with boxes of flowers, and the door of the flat at one side. */
export function balcony(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width, margin } = stage
  const { from, to } = reach(stage)
  const edge = plan.floor - unit * 8
  const side = plan.focus.x > width / 2 ? -1 : 1
  const tone = (colour: string) => light.lit(colour, 0.04)
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.88,
      top: -margin,
      solidFrom: edge,
      shadow: 1.2,
      draw(context) {
        flatGround(context, stage, edge, [tone('#d8b494'), tone('#b98a68')])
        context.strokeStyle = alpha(light.shadow, 0.2)
        context.lineWidth = Math.max(1, unit * 0.16)
        jointsAhead(context, stage, { top: edge, far: 7, near: 13, most: 16 })
        const half = (to - from) / 2 / unit
        const pen = penAt(context, { x: width / 2, foot: edge, scale: unit, tone })
        pen.box(-half, -0.6, half * 2, 2, '#e8dcc8')
        for (let x = -half; x < half; x += 2.6) pen.box(x, 1, 0.5, 14, '#3a3e46')
        pen.box(-half, 14.4, half * 2, 1.3, '#2f333a')
        for (let x = -half + 6; x < half; x += 27) {
          pen.box(x - 8, 9, 16, 3.6, '#b5623f', 0.4)
          for (let i = -5; i <= 5; i++) {
            pen.oval(x + i * 1.5, 13.4 + (i % 2), 3, 3, '#5f9a5a')
            pen.oval(x + i * 1.5, 14.4 + (i % 2), 1.7, 1.7, i % 3 ? '#e2405a' : '#f7a0b4')
          }
        }
        // The wall of the house with its door.
        const w = side * 56
        const tall = edge / unit + 10
        pen.box(side > 0 ? 44 : -half, -10, half - 44, tall + 10, '#ecd6b0')
        pen.box(side > 0 ? 43 : -45, -10, 2, tall + 10, '#d8be94')
        pen.box(w - 7, -4, 14, 36, '#fbf5ea', 0.4)
        pen.box(w - 5.8, -4, 11.6, 34.6, light.dark ? '#ffd98a' : '#a9c8d8')
        pen.box(w - 0.5, -4, 1, 34.6, '#fbf5ea')
        for (const y of [8, 20]) pen.box(w - 5.8, y, 11.6, 0.8, '#fbf5ea')
      },
    },
  ]
}
