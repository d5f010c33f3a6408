import { mix } from '../colour.ts'
import { flower } from '../draw/ground.ts'
import { reach } from '../draw/reach.ts'
import { materialsOf } from '../materials.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { polygon } from '../draw/shapes.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** Rows of crops that run over a hill. */
export function cropRows(stage: Stage, line: (x: number) => number, horizon: number): Sheet['draw'] {
  return (context) => {
    const { unit, light } = stage
    const { from, to } = reach(stage)
    const tones = ['#d8b84e', '#8fae4a', '#c99a3e', '#a9c060'] as const
    const hub = { x: stage.width * 0.5, y: horizon - unit * 20 }
    context.save()
    context.beginPath()
    context.moveTo(from, stage.height + stage.margin)
    for (let x = from; x < to; x += unit) context.lineTo(x, line(x))
    context.lineTo(to, stage.height + stage.margin)
    context.clip()
    for (let i = -30; i < 30; i++) {
      context.fillStyle = light.lit(tones[(i + 32) % tones.length] ?? '#d8b84e', 0.2)
      polygon(context, [
        { x: hub.x + i * unit * 2, y: hub.y },
        { x: hub.x + (i + 0.55) * unit * 2, y: hub.y },
        { x: hub.x + (i + 0.55) * unit * 14, y: stage.height },
        { x: hub.x + i * unit * 14, y: stage.height },
      ])
      context.fill()
    }
    context.restore()
  }
}

/** Beds of flowers in bands of colour. */
export function flowerBeds(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light } = stage
    if (materialsOf(stage.season).snow) return
    const random = stage.random.fork('beds')
    const { from, to } = reach(stage)
    const { flowers } = materialsOf(stage.season)
    for (let band = 0; band < 3; band++) {
      const y = plan.floor - unit * 5 + band * unit * 0.9
      const petal = light.lit(flowers[band % flowers.length] ?? '#ff9db8')
      for (let x = from; x < to; x += unit * random.between(0.9, 1.6)) {
        flower(
          context,
          random,
          { x, y: y + random.between(-0.4, 0.4) * unit, size: unit * 1.5 },
          { petal, stem: light.lit('#4f8a48'), heart: light.lit('#ffcf4a') },
        )
      }
    }
  }
}

/** A wooden fence along the near field. */
export function fence(stage: Stage, foot: number): Sheet {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top: foot - unit * 8,
    bottom: foot + unit * 2,
    shadow: 0.6,
    draw(context) {
      const wood = light.lit('#b98a5e', 0.08)
      context.fillStyle = wood
      context.fillRect(from, foot - unit * 3.6, to - from, unit * 0.7)
      context.fillRect(from, foot - unit * 1.8, to - from, unit * 0.7)
      context.fillStyle = mix(wood, light.key, 0.15)
      for (let x = from; x < to; x += unit * 7) context.fillRect(x, foot - unit * 4.8, unit * 0.9, unit * 5)
    },
  }
}

/** A trodden path that winds away from the viewer. */
export function path(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light, height } = stage
    const { snow } = materialsOf(stage.season)
    const top = plan.floor - unit * 7
    const side = plan.focus.x > stage.width / 2 ? 1 : -1
    const start = stage.width * (0.5 - side * 0.22)
    const at = (t: number) => ({
      x: start + side * unit * 7 * Math.sin(t * 4.2) * (1 - t * 0.4),
      y: top + (height + stage.margin - top) * t ** 1.35,
      half: unit * (0.5 + 7 * t ** 1.6),
    })
    const steps = Array.from({ length: 25 }, (_, i) => at(i / 24))
    context.fillStyle = light.lit(snow ? '#c9d8ea' : '#dcc08c', 0.06)
    context.beginPath()
    for (const { x, y, half } of steps) context.lineTo(x - half, y)
    for (const { x, y, half } of steps.toReversed()) context.lineTo(x + half, y)
    context.globalCompositeOperation = 'source-atop'
    context.fill()
    context.globalCompositeOperation = 'source-over'
  }
}
