import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { penAt } from '../pen.ts'

/** Domes, tubes, a dish and solar panels on the ground of another world. */
export function moonBase(stage: Stage, plan: ScenePlan): Part {
  const { unit, width } = stage
  const foot = plan.floor - unit * 5
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.86,
    top: foot - unit * 34,
    bottom: foot + unit * 5,
    shadow: 1.2,
    draw(context) {
      const pen = penAt(context, { x: width / 2, foot, scale: unit, tone: (colour) => colour })
      pen.box(-50, 2, 100, 6, '#9aa3b4', 2)
      for (let x = -46; x < 48; x += 6) pen.box(x, 2, 0.8, 6, '#747e92')
      for (const [x, wide] of [
        [-46, 28],
        [-14, 22],
        [42, 32],
      ] as const) {
        pen.shine(x, wide * 0.3, wide * 0.8, '#8fd8ff', 0.25)
        pen.dome(x, 0, wide, wide * 0.56, '#dfe5ee')
        pen.dome(x + wide * 0.12, 0, wide * 0.7, wide * 0.5, '#c3cbd8')
        pen.box(x - wide / 2, 0, wide, 2.4, '#8a94a6')
        for (const dx of [-0.26, 0, 0.26]) pen.oval(x + dx * wide, wide * 0.26, 3.6, 3.6, '#ffd98a')
        pen.arch(x, 0, 5, 7, '#5a6478')
      }
      pen.line('#b9c2d0', 0.9, [16, 0, 16, 22])
      pen.poly('#dfe5ee', [9, 27, 24, 24, 20, 19, 13, 20])
      pen.line('#dfe5ee', 0.6, [17, 24, 21, 31])
      for (const x of [-72, 62]) {
        pen.box(x + 4, 0, 1, 8, '#8a94a6')
        pen.poly('#2f5aa8', [x - 4, 7, x + 12, 7, x + 14, 15, x - 2, 15])
        for (const d of [0, 4, 8]) pen.line('#8fb0e0', 0.3, [x + d, 7, x + d + 2, 15])
      }
    },
  }
}
