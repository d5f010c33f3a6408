import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from '../../colour.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { aside } from '../aside.ts'
import { glow, polygon } from '../shapes.ts'

type Slope = { x: number; top: number; foot: number; unit: number }

// Three streams that run down from the crater.
function streams(context: SKRSContext2D, { x, top, foot, unit }: Slope): void {
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
        streams(context, { x, top, foot, unit })
      },
    },
  ]
}
