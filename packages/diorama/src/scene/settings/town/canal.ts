import { mix } from '../../colour.ts'
import { quay } from '../../draw/land/waterside.ts'
import { openSky } from '../../draw/open-sky.ts'
import { penAt } from '../../draw/pen.ts'
import { reach } from '../../draw/reach.ts'
import { glitter, waterSheet } from '../../draw/water.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import type { Setting } from '../setting.ts'

const WALLS = ['#e0a080', '#f0c890', '#d8806a', '#efe0c4', '#c9a0a0', '#e8b878'] as const

function palaces(stage: Stage, foot: number): Part {
  const { unit, light, width } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.44,
    bottom: foot + unit * 2,
    shadow: 1.4,
    draw(context) {
      const random = stage.random.fork('palaces')
      const tone = (colour: string) => light.lit(colour, 0.12)
      for (let x = from; x < to;) {
        const wide = unit * random.between(13, 18)
        // The canal opens in the middle, where the houses are farther away and lower.
        const far = Math.max(0, 1 - Math.abs(x + wide / 2 - width / 2) / (width * 0.5))
        const scale = wide
        const tall = (Math.min(foot * 0.86, unit * random.between(32, 42)) * (1 - 0.42 * far)) / scale
        const pen = penAt(context, { x: x + wide / 2, foot, scale, tone })
        const wall = random.pick(WALLS)
        pen.box(-0.5, 0, 1, tall, wall)
        pen.box(0.36, 0, 0.14, tall, mix(wall, '#6a3a30', 0.18))
        pen.box(-0.5, 0, 1, 0.12, '#9a8a78')
        pen.poly('#a8563f', [-0.56, tall, 0.56, tall, 0.44, tall + 0.18, -0.44, tall + 0.18])
        for (let y = 0.5; y + 0.4 < tall; y += 0.52) {
          for (const dx of [-0.3, 0, 0.3]) {
            pen.arch(dx, y - 0.02, 0.19, 0.36, '#fbf3e4', true)
            pen.arch(dx, y, 0.14, 0.31, random.chance(0.6) && light.dark ? '#ffd586' : '#5f7f88', true)
          }
          pen.box(-0.44, y - 0.07, 0.88, 0.05, '#f7ecd8')
        }
        pen.arch(-0.1, 0, 0.24, 0.4, '#5a3a30')
        if (random.chance(0.5)) pen.box(-0.44, 0.44, 0.34, 0.06, random.pick(['#4f8a5a', '#c8583f']))
        x += wide * 1.01
      }
    },
  }
}

function bridge(stage: Stage, foot: number): Part {
  const { unit, light, width } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.5,
    left: width / 2 - unit * 34,
    right: width / 2 + unit * 34,
    top: foot - unit * 16,
    bottom: foot + unit * 2,
    shadow: 1,
    draw(context) {
      const pen = penAt(context, {
        x: width / 2,
        foot: foot + unit,
        scale: unit,
        tone: (colour) => light.lit(colour, 0.1),
      })
      const rise = (x: number) => 11 - (x / 26) ** 2 * 8
      const top: number[] = []
      const under: number[] = []
      for (let x = -26; x <= 26; x += 2) {
        top.push(x, rise(x))
        if (Math.abs(x) <= 15) under.unshift(x, Math.max(0, 7.6 - (x / 15) ** 2 * 7.6))
      }
      pen.poly('#e4d8c4', [...top, 26, 0, 15, 0, ...under, -15, 0, -26, 0])
      pen.line('#c9bca6', 0.7, top)
      for (let x = -24; x <= 24; x += 3) pen.box(x - 0.3, rise(x), 0.6, 2.6, '#f4ece0')
      pen.line(
        '#f4ece0',
        0.7,
        top.map((value, i) => (i % 2 ? value + 2.8 : value)),
      )
    },
  }
}

function posts(stage: Stage, foot: number): Part {
  const { unit, light, width } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.8,
    top: foot - unit * 18,
    bottom: foot + unit,
    shadow: 0.6,
    draw(context) {
      const pen = penAt(context, { x: width / 2, foot, scale: unit, tone: (colour) => light.lit(colour, 0.05) })
      for (const [x, tall] of [
        [-45, 15],
        [-41, 12],
        [40, 13],
        [45, 16],
      ] as const) {
        for (let y = 0; y < tall; y += 3) pen.box(x - 0.6, y, 1.2, 3, (y / 3) % 2 ? '#f4ece0' : '#3f6fb5')
        pen.oval(x, tall + 0.6, 1.9, 1.9, '#e0b850')
      }
    },
  }
}

/** Houses that stand in the water on both sides of a bridge; who does not float stands on the quay. */
export function canal(stage: Stage, plan: ScenePlan): Setting {
  const { unit, height } = stage
  const foot = plan.horizon - unit * 4
  const heaven = openSky(stage, {
    horizon: plan.horizon,
    sun: { ...plan.light, y: plan.horizon * 0.24 },
    stars: { reach: 0.6, density: 0.6 },
    clouds: { reach: 0.5, density: 0.7 },
  })
  const stands = plan.placements.some(({ contact }) => contact === 'ground')
  return {
    ...heaven,
    near: [
      ...heaven.near,
      palaces(stage, foot),
      bridge(stage, foot),
      waterSheet(stage, { top: foot, bottom: height + stage.margin, depth: 0.6, mirror: 0.7 }),
      glitter(stage, { top: foot + unit, bottom: height, depth: 0.62, x: plan.light.x }),
      posts(stage, foot + unit * 9),
    ],
    shore: stands ? [quay(stage, { ...plan, floor: plan.floor + unit * 3 })] : [],
    front: [],
  }
}
