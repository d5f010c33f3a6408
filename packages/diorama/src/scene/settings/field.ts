import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../colour.ts'
import { flatGround, flower } from '../draw/ground.ts'
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

type Rails = { from: number; to: number; context: SKRSContext2D }

// What runs along the near field from edge to edge, so many units high.
function alongField(stage: Stage, foot: number, high: number, paint: (rails: Rails) => void): Sheet {
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top: foot - stage.unit * high,
    bottom: foot + stage.unit * 2,
    shadow: 0.6,
    draw: (context) => paint({ ...reach(stage), context }),
  }
}

/** A wooden fence along the near field. */
export function fence(stage: Stage, foot: number): Sheet {
  const { unit, light } = stage
  return alongField(stage, foot, 8, ({ from, to, context }) => {
    const wood = light.lit('#b98a5e', 0.08)
    context.fillStyle = wood
    context.fillRect(from, foot - unit * 3.6, to - from, unit * 0.7)
    context.fillRect(from, foot - unit * 1.8, to - from, unit * 0.7)
    context.fillStyle = mix(wood, light.key, 0.15)
    for (let x = from; x < to; x += unit * 7) context.fillRect(x, foot - unit * 4.8, unit * 0.9, unit * 5)
  })
}

/** White pickets with points along a garden. */
export function picketFence(stage: Stage, foot: number): Sheet {
  const { unit, light } = stage
  return alongField(stage, foot, 10, ({ from, to, context }) => {
    const white = light.lit('#f7f7f2', 0.04)
    context.fillStyle = mix(white, light.shadow, 0.16)
    for (const up of [6, 2.4]) context.fillRect(from, foot - unit * up, to - from, unit * 0.8)
    context.fillStyle = white
    for (let x = from; x < to; x += unit * 2.5) {
      polygon(context, [
        { x, y: foot },
        { x, y: foot - unit * 7 },
        { x: x + unit * 0.75, y: foot - unit * 8.4 },
        { x: x + unit * 1.5, y: foot - unit * 7 },
        { x: x + unit * 1.5, y: foot },
      ])
      context.fill()
    }
  })
}

/** Mown stripes and white lines. */
export function pitch(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light, width, height, margin } = stage
    const top = plan.floor - unit * 9
    const bottom = height + margin
    context.globalCompositeOperation = 'source-atop'
    for (let i = -9; i < 9; i++) {
      context.fillStyle = light.lit(i % 2 === 0 ? '#6fb552' : '#5fa548', 0.03)
      polygon(context, [
        { x: width / 2 + i * unit * 10, y: top },
        { x: width / 2 + (i + 1) * unit * 10, y: top },
        { x: width / 2 + (i + 1) * unit * 19, y: bottom },
        { x: width / 2 + i * unit * 19, y: bottom },
      ])
      context.fill()
    }
    context.fillStyle = light.lit('#f7fbf4')
    context.fillRect(-margin, plan.floor - unit * 3.4, width + margin * 2, unit * 0.6)
    context.strokeStyle = context.fillStyle
    context.lineWidth = unit * 0.7
    context.beginPath()
    context.ellipse(width / 2, bottom, unit * 40, unit * 11, 0, Math.PI, Math.PI * 2)
    context.stroke()
    context.globalCompositeOperation = 'source-over'
  }
}

/** Concrete with yellow lines. */
export function tarmac(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light, width, height, margin } = stage
    const top = plan.floor - unit * 12
    context.globalCompositeOperation = 'source-atop'
    flatGround(context, stage, top, [light.lit('#a3a9b0', 0.1), light.lit('#7d848c', 0.02)])
    context.strokeStyle = light.lit('#f2c84a')
    context.lineWidth = unit * 0.6
    context.beginPath()
    context.moveTo(-margin, plan.floor + unit * 5)
    context.bezierCurveTo(
      width * 0.4,
      plan.floor + unit * 5,
      width * 0.5,
      plan.floor - unit * 2,
      width + margin,
      plan.floor - unit * 3,
    )
    context.stroke()
    context.fillStyle = light.lit('#f4f7fa')
    for (let x = -margin; x < width + margin; x += unit * 14)
      context.fillRect(x, height - unit * 3, unit * 8, unit * 1.1)
    context.globalCompositeOperation = 'source-over'
  }
}

/** The surface of a court in its colour, with white lines. */
export function laidCourt(colour: string): (stage: Stage, plan: ScenePlan) => Sheet['draw'] {
  return (stage, plan) => (context) => {
    const { unit, light, width, height, margin } = stage
    context.globalCompositeOperation = 'source-atop'
    flatGround(context, stage, plan.floor - unit * 12, [light.lit(colour, 0.1), light.lit(colour, 0.02)])
    context.fillStyle = light.lit('#f7f8f4')
    context.fillRect(-margin, plan.floor - unit * 3.4, width + margin * 2, unit * 0.6)
    for (const side of [-1, 0, 1]) {
      polygon(context, [
        { x: width / 2 + side * unit * 36, y: plan.floor - unit * 3.4 },
        { x: width / 2 + side * unit * 36 + unit * 0.7, y: plan.floor - unit * 3.4 },
        { x: width / 2 + side * unit * 52 + unit * 1.2, y: height + margin },
        { x: width / 2 + side * unit * 52, y: height + margin },
      ])
      context.fill()
    }
    context.globalCompositeOperation = 'source-over'
  }
}

const bareGround =
  (far: string, near: string) =>
  (stage: Stage, plan: ScenePlan): Sheet['draw'] =>
  (context) => {
    const { unit, light } = stage
    context.globalCompositeOperation = 'source-atop'
    flatGround(context, stage, plan.floor - unit * 12, [light.lit(far, 0.08), light.lit(near, 0.02)])
    context.globalCompositeOperation = 'source-over'
  }

/** Smooth concrete. */
export const concrete = bareGround('#b9bec0', '#989ea2')

/** Trodden earth. */
export const dust = bareGround('#b59a78', '#94795a')

/** Smooth ice with the traces of skates. */
export function ice(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light, width, height, margin } = stage
    const top = plan.floor - unit * 12
    const random = stage.random.fork('skates')
    context.globalCompositeOperation = 'source-atop'
    flatGround(context, stage, top, [light.lit('#dcecf5', 0.04), light.lit('#a9cbe0', 0.02)])
    context.strokeStyle = light.lit('#f6fbff')
    context.lineWidth = Math.max(1, unit * 0.22)
    for (let i = 0; i < 26; i++) {
      const [x, y] = [random.between(-margin, width + margin), random.between(plan.floor - unit * 6, height)]
      context.beginPath()
      context.ellipse(x, y, unit * random.between(6, 20), unit * random.between(0.8, 2.6), 0, random.between(0, 4), 5)
      context.stroke()
    }
    context.globalCompositeOperation = 'source-over'
  }
}

/** A bed of gravel with sleepers and two rails, across the whole picture. */
export function railway(stage: Stage, plan: ScenePlan): Sheet['draw'] {
  return (context) => {
    const { unit, light, width, margin } = stage
    const { floor } = plan
    const band = (y: number, tall: number, colour: string) => {
      context.fillStyle = light.lit(colour, 0.03)
      context.fillRect(-margin, y, width + margin * 2, tall)
    }
    context.globalCompositeOperation = 'source-atop'
    band(floor - unit * 2.6, unit * 7.4, '#a89c8e')
    band(floor - unit * 2.6, unit * 0.8, '#bdb2a4')
    context.fillStyle = light.lit('#74573e', 0.03)
    for (let x = -margin; x < width + margin; x += unit * 4.4) {
      context.beginPath()
      context.moveTo(x, floor - unit * 1.8)
      context.lineTo(x + unit * 1.9, floor - unit * 1.8)
      context.lineTo(x + unit * 1.5, floor + unit * 4)
      context.lineTo(x - unit * 0.8, floor + unit * 4)
      context.fill()
    }
    for (const y of [-0.9, 2.1]) {
      band(floor + unit * y, unit * 0.75, '#5f6670')
      band(floor + unit * y, unit * 0.28, '#c3cad2')
    }
    context.globalCompositeOperation = 'source-over'
  }
}
