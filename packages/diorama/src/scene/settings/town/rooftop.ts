import { alpha, mix } from '../../colour.ts'
import { penAt } from '../../draw/pen.ts'
import { reach } from '../../draw/reach.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'

/** A flat roof high over the city: parapet, chimneys, a water tank and a string of lights. */
export function roofTop(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width, height } = stage
  const { from, to } = reach(stage)
  const edge = plan.floor - unit * 9
  const side = plan.focus.x > width / 2 ? -1 : 1
  const tone = (colour: string) => light.lit(colour, 0.05)
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.86,
      top: edge - unit * 42,
      bottom: height + stage.margin,
      solidFrom: edge,
      shadow: 1.4,
      draw(context) {
        const pen = penAt(context, { x: width / 2, foot: edge, scale: unit, tone })
        const brick = tone('#a8705c')
        context.fillStyle = tone('#8f8a8c')
        context.fillRect(from, edge, to - from, height - edge + stage.margin)
        const fill = context.createLinearGradient(0, edge, 0, height)
        fill.addColorStop(0, alpha(light.shadow, 0.34))
        fill.addColorStop(1, alpha(light.shadow, 0.04))
        context.fillStyle = fill
        context.fillRect(from, edge, to - from, height - edge + stage.margin)
        const x = side * 34
        for (const dx of [-7, 5.6]) pen.box(x + dx, 0, 1.4, 16, '#5a4a44')
        pen.line('#5a4a44', 0.6, [x - 6.4, 2, x + 6, 14])
        pen.line('#5a4a44', 0.6, [x + 6, 2, x - 6.4, 14])
        pen.box(x - 9, 15, 18, 14, '#9a6a4a', 0.8)
        for (let dx = -8; dx < 9; dx += 3) pen.box(x + dx, 15, 0.4, 14, '#7a5038')
        pen.poly('#6a5a58', [x - 10, 29, x + 10, 29, x, 36])
        const c = -side * 36
        pen.box(c - 4, 0, 8, 15, '#a8705c')
        pen.box(c - 5, 14, 10, 2, '#8a5848')
        pen.box(c - 2, 16, 4, 3, '#6a5a58')
        context.fillStyle = brick
        context.fillRect(from, edge - unit * 5, to - from, unit * 5)
        context.fillStyle = mix(brick, light.key, 0.2)
        context.fillRect(from, edge - unit * 6, to - from, unit * 1.4)
        const bulbs: number[] = []
        for (let t = 0; t <= 1.001; t += 0.05) bulbs.push(-36 * side + 70 * side * t, 24 - 26 * t * (1 - t))
        pen.line('#4a4048', 0.22, bulbs)
        for (let i = 0; i < bulbs.length; i += 4) {
          const [bx = 0, by = 0] = [bulbs[i], bulbs[i + 1]]
          if (light.dark) pen.shine(bx, by - 0.8, 4, '#ffd98a', 0.6)
          pen.oval(bx, by - 0.8, 1.2, 1.5, light.dark ? '#ffffff' : '#fff0c0')
        }
      },
    },
  ]
}
