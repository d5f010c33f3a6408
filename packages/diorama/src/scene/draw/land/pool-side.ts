import { alpha, mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { flatGround, jointsAhead } from '../ground.ts'
import { penAt, type Pen } from '../pen.ts'
import { reach } from '../reach.ts'

function loungers(pen: Pen, half: number): void {
  pen.box(-half, 0, half * 2, 9, '#7fae7a')
  for (let x = -half; x < half; x += 9) pen.oval(x, 8.6, 11, 7, '#8fbf86')
  pen.box(-half, -3, half * 2, 3.4, '#e8dfd0')
  for (let x = -half + 8; x < half; x += 30) {
    pen.box(x - 0.4, 0, 0.8, 21, '#f4f4f4')
    for (let i = -3; i < 3; i++)
      pen.poly(i % 2 ? '#ffffff' : '#4fa3c7', [x + i * 4, 16.6, x + (i + 1) * 4, 16.6, x, 23])
    for (const dx of [-9, 5]) {
      pen.box(x + dx, -0.6, 9, 1.6, '#ffffff', 0.5)
      pen.poly('#ffffff', [x + dx, 1, x + dx + 1.4, 1, x + dx - 2, 6, x + dx - 3.4, 6])
      pen.box(x + dx + 1, 1, 7.4, 1, '#f2a0a0', 0.4)
    }
  }
}

/** A basin of clear blue water with tiles about it, loungers and parasols on the far side. */
export function poolSide(stage: Stage, plan: ScenePlan, floats: boolean): { far: Part[]; near: Part[] } {
  const { unit, light, width, height } = stage
  const { from, to } = reach(stage)
  const top = plan.horizon + unit * 4
  const edge = floats ? Math.max(plan.floor, height - unit * 6) : plan.floor - unit * 5
  const tone = (colour: string) => light.lit(colour, 0.08)
  const water = (second: string, part: number) => mix(light.lit(second, 0.03), light.sky[2], part)
  return {
    far: [
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.4,
        bottom: top + unit * 4,
        shadow: 1,
        draw(context) {
          loungers(penAt(context, { x: width / 2, foot: top - unit, scale: unit, tone }), (to - from) / 2 / unit)
        },
      },
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.5,
        top,
        solidFrom: top,
        draw(context) {
          flatGround(context, stage, top, [water('#6fd6e8', 0.2), water('#2fb0d4', 0.04)])
          const random = stage.random.fork('ripples')
          context.strokeStyle = alpha('#ffffff', 0.4)
          context.lineWidth = Math.max(1, unit * 0.3)
          for (let i = 0; i < 46; i++) {
            const y = top + (edge - top) * random.next() + unit
            const x = random.between(from, to)
            context.beginPath()
            context.ellipse(x, y, unit * random.between(2, 6), unit * 0.5, 0, 0, Math.PI)
            context.stroke()
          }
          for (let i = -2; i <= 2; i++) {
            for (let y = top + unit * 1.4; y < edge; y += unit * 1.8) {
              const near = (y - top) / (height - top)
              context.fillStyle = tone(Math.round((y - top) / unit / 1.8) % 2 ? '#ffffff' : '#e2574c')
              context.beginPath()
              context.ellipse(width / 2 + i * unit * (15 + near * 22), y, unit * 0.7, unit * 0.5, 0, 0, Math.PI * 2)
              context.fill()
            }
          }
        },
      },
    ],
    near: [
      {
        kind: 'sheet',
        role: 'land',
        depth: 0.92,
        top: edge - unit * 2,
        solidFrom: edge,
        shadow: 1,
        draw(context) {
          flatGround(context, stage, edge, [tone('#f1e8da'), tone('#d8c8b0')])
          context.fillStyle = tone('#ffffff')
          context.fillRect(from, edge - unit * 0.6, to - from, unit * 1.6)
          context.strokeStyle = alpha(light.shadow, 0.16)
          context.lineWidth = Math.max(1, unit * 0.14)
          jointsAhead(context, stage, { top: edge + unit * 1.6, far: 7, near: 13, most: 14 })
        },
      },
    ],
  }
}

/** Round rocks along the water of a hot spring, a bamboo spout, and steam. */
export function springRocks(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width, height } = stage
  const { from, to } = reach(stage)
  const random = stage.random.fork('spring')
  const foot = plan.horizon + unit * 4
  const row = (y: number, size: number, depth: number): Part => ({
    kind: 'sheet',
    role: 'land',
    depth,
    top: y - size * 2.4,
    bottom: y + size * 1.6,
    shadow: 1.2,
    draw(context) {
      for (let x = from; x < to; x += size * random.between(0.8, 1.3)) {
        const wide = size * random.between(0.9, 1.5)
        const tall = size * random.between(0.7, 1.3)
        const grey = light.lit(random.pick(['#8a8a90', '#9c9a98', '#78787f', '#a8a49e']), 0.1)
        context.fillStyle = grey
        context.beginPath()
        context.ellipse(x, y, wide * 0.6, tall * 0.7, 0, 0, Math.PI * 2)
        context.fill()
        context.fillStyle = alpha(
          stage.season === 'winter' ? '#ffffff' : light.key,
          stage.season === 'winter' ? 0.9 : 0.2,
        )
        context.beginPath()
        context.ellipse(x - wide * 0.08, y - tall * 0.4, wide * 0.42, tall * 0.28, 0, 0, Math.PI * 2)
        context.fill()
      }
    },
  })
  const steam: Part = {
    kind: 'sheet',
    role: 'glow',
    depth: 0.6,
    motion: (second) => ({
      y: -unit * 2 * stage.clock.wave(second, 7, 0.2),
      opacity: 0.85 + 0.15 * stage.clock.wave(second, 4, 0.6),
    }),
    draw(context) {
      const pen = penAt(context, { x: width / 2, foot, scale: unit, tone: (colour) => colour })
      for (const [x, y, size] of [
        [-44, 6, 15],
        [-28, 12, 17],
        [-8, 8, 16],
        [12, 14, 19],
        [32, 7, 16],
        [48, 13, 16],
      ] as const)
        pen.shine(x, y, size, '#ffffff', 0.5)
    },
  }
  return [row(foot, unit * 4.4, 0.56), steam, row(height + unit, unit * 9, 0.95)]
}
