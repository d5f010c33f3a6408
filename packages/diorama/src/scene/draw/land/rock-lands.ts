import { mix } from '../../colour.ts'
import type { Part, Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { penAt } from '../pen.ts'
import { reach } from '../reach.ts'
import { polygon, type Point } from '../shapes.ts'

/** Cones of tufa with dark doors and windows, some with a cap. */
export function fairyChimneys(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width } = stage
  const rank = (name: string, foot: number, tall: number, distance: number, depth: number): Sheet => ({
    kind: 'sheet',
    role: 'land',
    depth,
    top: foot - unit * tall * 1.5,
    bottom: foot + unit * 3,
    shadow: 1.2,
    draw(context) {
      const random = stage.random.fork(name)
      const { from, to } = reach(stage)
      for (let x = from; x < to; x += unit * random.between(tall * 0.34, tall * 0.7)) {
        const scale = unit * tall * random.between(0.5, 1.15)
        const pen = penAt(context, { x, foot: foot + unit * 2, scale, tone: (colour) => light.lit(colour, distance) })
        const rock = random.pick(['#e4c4a0', '#d8b08a', '#ecd2b4'])
        pen.poly(rock, [-0.3, 0, -0.2, 0.35, -0.1, 0.8, 0, 0.95, 0.1, 0.8, 0.2, 0.35, 0.3, 0])
        pen.poly(mix(rock, '#7a5a50', 0.3), [0.04, 0, 0.05, 0.6, 0.02, 0.94, 0.1, 0.8, 0.2, 0.35, 0.3, 0])
        if (random.chance(0.5)) pen.poly('#a8806a', [-0.17, 0.82, 0, 1.06, 0.17, 0.82, 0.06, 0.78, -0.06, 0.78])
        if (random.chance(0.6)) {
          pen.arch(-0.08, 0.06, 0.09, 0.14, '#6a4a3e')
          pen.arch(-0.05, 0.34, 0.06, 0.1, '#6a4a3e')
        }
      }
    },
  })
  const span = plan.floor - plan.horizon
  return [
    rank('chimneys-far', plan.horizon + unit, Math.min(20, width / unit / 5), 0.5, 0.26),
    rank('chimneys', plan.horizon + span * 0.3, 27, 0.24, 0.5),
  ]
}

const STRATA = ['#c8703f', '#b5552f', '#d98a52', '#a8492e', '#e0a066', '#b85f38'] as const

/** Layered walls on both sides of a flat floor. */
export function canyonWalls(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width } = stage
  const { from, to } = reach(stage)
  const { horizon } = plan
  const wall = (name: string, side: -1 | 1, reachIn: number, rise: number, distance: number, depth: number): Sheet => ({
    kind: 'sheet',
    role: 'land',
    depth,
    top: horizon - unit * rise - unit * 4,
    bottom: plan.floor,
    shadow: 1.4,
    draw(context) {
      const random = stage.random.fork(name)
      const outer = side < 0 ? from : to
      const bands = STRATA.length + 2
      const high = unit * rise
      for (let band = 0; band < bands; band++) {
        const y = horizon - high + (band / bands) * (high + unit * 12)
        const points: Point[] = [{ x: outer, y }]
        const edge = width / 2 + side * (width / 2 - reachIn + unit * 2.6 * (bands - band) * 0.9)
        for (let i = 0; i <= 6; i++) {
          const t = i / 6
          points.push({ x: outer + (edge - outer) * t, y: y + random.between(-0.7, 0.7) * unit })
        }
        points.push({ x: edge - side * unit * 2, y: y + (high + unit * 12) / bands + unit })
        points.push({ x: edge - side * unit * 4, y: plan.floor }, { x: outer, y: plan.floor })
        context.fillStyle = light.lit(STRATA[(band + (side > 0 ? 2 : 0)) % STRATA.length] ?? '#c8703f', distance)
        polygon(context, points)
        context.fill()
      }
    },
  })
  return [
    wall('canyon-far-left', -1, width * 0.42, 22, 0.6, 0.16),
    wall('canyon-far-right', 1, width * 0.4, 26, 0.55, 0.18),
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.2,
      top: horizon - unit,
      draw(context) {
        context.fillStyle = light.lit('#c98a58', 0.36)
        context.fillRect(from, horizon + unit * 2, to - from, stage.height + stage.margin)
      },
    },
    wall('canyon-left', -1, width * 0.3, 38, 0.24, 0.36),
    wall('canyon-right', 1, width * 0.26, 32, 0.2, 0.4),
  ]
}

/** A wall with watch towers that climbs from ridge to ridge. */
export function greatWall(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width } = stage
  const { horizon, floor } = plan
  const flip = plan.focus.x < width / 2 ? 1 : -1
  const at = (t: number) => ({
    x: width / 2 + flip * width * (0.62 - 1.16 * t + 0.13 * Math.sin(t * 9)),
    y: horizon + (floor - horizon) * 0.52 * (1 - t) ** 1.2 - unit * 17 * t ** 1.3 - unit * 3.4 * Math.sin(t * 11) * t,
    size: unit * (7.4 * (1 - t) ** 1.4 + 0.9),
  })
  const stone = (t: number) => light.lit('#cbb593', 0.08 + 0.5 * t)
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.5,
      top: horizon - unit * 36,
      bottom: floor,
      shadow: 1.2,
      draw(context) {
        const steps = 90
        // Ridges under the wall, from the farthest to the nearest, so that it stands on something.
        for (const [start, end, away] of [
          [0.62, 1.1, 0.52],
          [0.32, 0.7, 0.36],
          [-0.1, 0.4, 0.22],
        ] as const) {
          context.fillStyle = light.lit(
            stage.season === 'winter' ? '#dfe8f2' : stage.season === 'autumn' ? '#b5803f' : '#6f9a58',
            away,
          )
          context.beginPath()
          for (let i = 0; i <= 20; i++) {
            const p = at(start + ((end - start) * i) / 20)
            context.lineTo(p.x, p.y + p.size * 0.2)
          }
          const last = at(end)
          context.lineTo(last.x - flip * unit * 14, floor)
          context.lineTo(at(start).x + flip * unit * 30, floor)
          context.fill()
        }
        for (let i = steps - 1; i >= 0; i--) {
          const [a, b] = [at((i + 1) / steps), at(i / steps)]
          const tone = stone(i / steps)
          context.fillStyle = mix(tone, light.shadow, 0.14)
          polygon(context, [
            { x: a.x, y: a.y - a.size * 0.5 },
            { x: b.x, y: b.y - b.size * 0.5 },
            { x: b.x, y: b.y + b.size * 0.5 },
            { x: a.x, y: a.y + a.size * 0.5 },
          ])
          context.fill()
          context.fillStyle = tone
          polygon(context, [
            { x: a.x, y: a.y - a.size * 0.5 },
            { x: b.x, y: b.y - b.size * 0.5 },
            { x: b.x, y: b.y - b.size * 0.28 },
            { x: a.x, y: a.y - a.size * 0.28 },
          ])
          context.fill()
          if (i % 2 === 0) context.fillRect(b.x - b.size * 0.12, b.y - b.size * 0.68, b.size * 0.24, b.size * 0.24)
        }
        for (const t of [0.97, 0.74, 0.5, 0.27, 0.08]) {
          const { x, y, size } = at(t)
          const pen = penAt(context, {
            x,
            foot: y + size * 0.5,
            scale: size * 2.1,
            tone: (colour) => light.lit(colour, 0.08 + 0.5 * t),
          })
          pen.box(-0.42, 0, 0.84, 0.86, '#d3be9c')
          pen.box(0.14, 0, 0.28, 0.86, '#b09a78')
          for (const dx of [-0.26, 0, 0.26]) pen.arch(dx, 0.34, 0.14, 0.24, '#5a4a3e')
          pen.box(-0.48, 0.82, 0.96, 0.1, '#dcc9a8')
          for (const dx of [-0.48, -0.22, 0.04, 0.3]) pen.box(dx, 0.9, 0.18, 0.14, '#dcc9a8')
        }
      },
    },
  ]
}
