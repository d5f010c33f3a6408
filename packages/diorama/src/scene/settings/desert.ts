import type { SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { mix } from '../colour.ts'
import { fairyChimneys } from '../draw/land/rock-lands.ts'
import { penAt } from '../draw/pen.ts'
import { landmarkParts } from '../draw/landmarks/landmark-parts.ts'
import { reach, under } from '../draw/reach.ts'
import { hillSheet, rolling } from '../draw/terrain.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Random } from '../random.ts'
import { polygon } from '../draw/shapes.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

function cactus(context: SKRSContext2D, at: { x: number; foot: number; size: number }, random: Random): void {
  const { x, foot, size } = at
  context.beginPath()
  context.roundRect(x - size * 0.09, foot - size, size * 0.18, size, [size * 0.09, size * 0.09, 0, 0])
  context.fill()
  context.lineWidth = size * 0.13
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const side of [-1, 1]) {
    const y = foot - size * random.between(0.36, 0.6)
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + side * size * 0.25, y)
    context.lineTo(x + side * size * 0.25, y - size * random.between(0.16, 0.3))
    context.stroke()
  }
}

function mesas(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.2,
    top: plan.horizon - unit * 26,
    bottom: plan.horizon + unit * 8,
    shadow: 1.2,
    draw(context) {
      const random = stage.random.fork('mesas')
      for (let x = from; x < to; x += unit * random.between(18, 34)) {
        const wide = unit * random.between(9, 20)
        const tall = unit * random.between(7, 20)
        const foot = plan.horizon + unit * 3
        for (const [i, tone] of ['#c8703f', '#b85f38', '#a35036'].entries()) {
          context.fillStyle = light.lit(tone, 0.5)
          const spread = wide * (0.78 + i * 0.2)
          const top = foot - tall * (1 - i * 0.3)
          polygon(context, [
            { x: x - spread * 0.5, y: foot },
            { x: x - spread * 0.42, y: top },
            { x: x + spread * 0.4, y: top },
            { x: x + spread * 0.5, y: foot },
          ])
          context.fill()
        }
      }
    },
  }
}

function dune(
  stage: Stage,
  name: string,
  y: number,
  high: number,
  options: { distance: number; depth: number; cacti: number },
): Sheet {
  const { unit, light } = stage
  const line = rolling(stage, name, y, high, 44)
  const sand = light.lit('#eab97a', options.distance)
  return hillSheet(stage, line, {
    colour: sand,
    depth: options.depth,
    crest: y - high,
    dress(context) {
      const lower = rolling(stage, `${name}shade`, y + high * 0.75, high * 0.9, 30)
      under(context, stage, (x) => Math.max(line(x) + unit * 0.7, lower(x)))
      context.fillStyle = mix(sand, light.shadow, 0.12)
      context.fill()
      const random = stage.random.fork(`${name}cacti`)
      const { from, to } = reach(stage)
      context.fillStyle = light.lit('#5f8a5a', options.distance)
      context.strokeStyle = context.fillStyle
      for (let i = 0; i < options.cacti; i++) {
        const x = from + ((i + random.between(0.1, 0.9)) / options.cacti) * (to - from)
        cactus(
          context,
          { x, foot: line(x) + unit * 1.5, size: unit * random.between(6, 10) * (0.5 + options.depth * 0.6) },
          random,
        )
      }
    },
  })
}

// Water under palms, with reeds about it: behind whoever has come to drink.
function oasis(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light, width } = stage
  const foot = plan.floor - unit * 8
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.8,
    top: foot - unit * 46,
    bottom: foot + unit * 6,
    shadow: 0.8,
    draw(context) {
      const pen = penAt(context, { x: width / 2, foot, scale: unit, tone: (colour) => light.lit(colour, 0.1) })
      pen.oval(0, 3, 116, 15, '#8fb05a')
      pen.oval(0, 2.4, 106, 11.6, '#3f9fc0')
      pen.oval(0, 3.4, 88, 7, '#6fc4d8')
      for (const [x, high, lean] of [
        [-52, 32, 5],
        [-43, 24, -3],
        [38, 27, 4],
        [49, 36, -6],
        [58, 25, 3],
      ] as const) {
        pen.line('#8a6238', 1.7, [x, 3, x + lean * 0.3, high * 0.5, x + lean, high])
        for (const [dx, dy] of [
          [-9, -3],
          [-7, 3],
          [0, 5],
          [7, 3],
          [9, -3],
        ] as const) {
          const [tx, ty] = [x + lean, high]
          pen.poly('#4f8f48', [
            tx,
            ty + 1,
            tx + dx * 0.5,
            ty + dy * 0.7 + 2.6,
            tx + dx,
            ty + dy - 2,
            tx + dx * 0.4,
            ty + dy * 0.5,
          ])
        }
      }
      for (let i = -26; i <= 26; i++) {
        if (Math.abs(i) < 9) continue
        pen.line('#5f9a48', 0.5, [i * 2.3, 2, i * 2.3 + (i % 3) - 1, 6 + (Math.abs(i * 7) % 4)])
      }
    },
  }
}

/** The near ground of a desert. */
export function desertGround(stage: Stage, plan: ScenePlan): Sheet {
  return dune(stage, 'dune2', plan.floor - stage.unit * 7, stage.unit * 2.4, { distance: 0.04, depth: 0.92, cacti: 0 })
}

/** Mesas and dunes behind, or the sights of a desert that is known by name, without the ground that the subjects stand on. */
export function desertBack(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, brief } = stage
  const span = plan.floor - plan.horizon
  const sight = landmarkParts(stage, plan, { foot: plan.horizon + span * 0.4, distance: 0.2, depth: 0.5 })
  const chimneys = hasFeature(brief, 'fairy-chimneys') ? fairyChimneys(stage, plan) : []
  const dunes = hasFeature(brief, 'dunes')
  const named = sight.length > 0 || chimneys.length > 0 || dunes
  const high = dunes ? 2.4 : 1
  const pond = hasFeature(brief, 'oasis') ? [oasis(stage, plan)] : []
  return [
    ...(named ? [] : [mesas(stage, plan)]),
    ...(dunes
      ? [dune(stage, 'dune3', plan.horizon - unit * 5, unit * 16, { distance: 0.6, depth: 0.24, cacti: 0 })]
      : []),
    dune(stage, 'dune0', plan.horizon + unit * 2, unit * 6 * high, { distance: 0.42, depth: 0.36, cacti: 0 }),
    ...sight,
    ...chimneys,
    dune(stage, 'dune1', plan.horizon + span * 0.45, unit * 6 * (dunes ? 1.5 : 1), {
      distance: 0.22,
      depth: 0.6,
      cacti: named ? 0 : 5,
    }),
    ...pond,
    desertGround(stage, plan),
  ]
}
