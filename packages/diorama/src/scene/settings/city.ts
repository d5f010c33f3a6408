import { hasFeature } from '../../places.ts'
import { alpha, mix } from '../colour.ts'
import { skyline } from '../draw/buildings.ts'
import { treeRow } from '../draw/ground.ts'
import { landmarkParts } from '../draw/landmarks/landmark-parts.ts'
import { balcony } from '../draw/land/terraces-of-houses.ts'
import { openSky } from '../draw/open-sky.ts'
import { pavingJoints } from '../draw/paving-joints.ts'
import { reach } from '../draw/reach.ts'
import { glow } from '../draw/shapes.ts'
import { glitter, waterSheet } from '../draw/water.ts'
import type { Part, Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { canal } from './town/canal.ts'
import { neonSigns } from './town/neon-signs.ts'
import { oldTown } from './town/old-town.ts'
import { roofTop } from './town/rooftop.ts'
import type { SettingOf } from './setting.ts'

/** Street lamps in a row, glowing after dark. */
export function lamps(stage: Stage, foot: number, tall: number, depth: number): Sheet {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth,
    top: foot - tall * 1.4,
    bottom: foot + unit,
    shadow: 0.7,
    draw(context) {
      const step = unit * 38
      const random = stage.random.fork('lamps')
      for (let x = from + step * random.between(0.2, 0.5); x < to; x += step) {
        const iron = light.lit('#39424f', 0.05)
        context.fillStyle = iron
        context.fillRect(x - unit * 0.28, foot - tall, unit * 0.56, tall)
        context.fillRect(x - unit * 0.8, foot - unit * 1.2, unit * 1.6, unit * 1.2)
        context.fillRect(x - unit * 0.28, foot - tall, unit * 4, unit * 0.45)
        const lamp = { x: x + unit * 3.6, y: foot - tall + unit * 1.5 }
        if (light.dark) glow(context, { ...lamp, radius: unit * 9 }, alpha('#ffd98a', 0.55), alpha('#ffd98a', 0))
        context.fillStyle = light.dark ? '#fff2c8' : light.lit('#f3efe0')
        context.beginPath()
        context.arc(lamp.x, lamp.y, unit * 1.05, 0, Math.PI * 2)
        context.fill()
        context.fillStyle = iron
        context.fillRect(lamp.x - unit * 0.9, lamp.y - unit * 1.3, unit * 1.8, unit * 0.6)
      }
    },
  }
}

function plaza(stage: Stage, top: number, wet: boolean): Part[] {
  const { light, height } = stage
  const { from, to } = reach(stage)
  const bare = light.dark ? '#5c6590' : '#cfc8c0'
  const stone = light.lit(stage.season === 'winter' ? mix(bare, '#f4f8fc', 0.75) : bare, 0.05)
  const paving: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top,
    ...(wet ? {} : { solidFrom: top }),
    shadow: 0,
    draw(context) {
      const fill = context.createLinearGradient(0, top, 0, height)
      fill.addColorStop(0, mix(stone, light.haze, 0.3))
      fill.addColorStop(1, mix(stone, light.shadow, 0.3))
      context.globalAlpha = wet ? 0.5 : 1
      context.fillStyle = fill
      context.fillRect(from, top, to - from, height - top + stage.margin)
      context.globalAlpha = 1
      pavingJoints(context, stage, { top, far: 6, near: 15, bend: 1.7 })
    },
  }
  const mirror = waterSheet(stage, { top, bottom: height + stage.margin, depth: 0.88, mirror: 0.75 })
  return wet
    ? [mirror, paving, glitter(stage, { top, bottom: height, depth: 0.9, x: stage.width / 2, strength: 0.5 })]
    : [paving]
}

function towers(stage: Stage, plan: ScenePlan, square: number): Part[] {
  const { unit, light } = stage
  const { horizon } = plan
  const base = light.dark ? '#4a5288' : '#a9b4c8'
  const tall = Math.min(1, horizon / (unit * 58)) + Math.max(0, (horizon / unit - 62) / 90)
  return [
    skyline(stage, {
      name: 'far',
      foot: horizon,
      low: unit * 20 * tall,
      high: unit * 44 * tall,
      wide: unit * 8,
      colour: base,
      distance: 0.66,
      depth: 0.2,
      windows: false,
    }),
    skyline(stage, {
      name: 'middle',
      foot: horizon,
      low: unit * 14 * tall,
      high: unit * 32 * tall,
      wide: unit * 10,
      colour: base,
      distance: 0.4,
      depth: 0.38,
      windows: true,
    }),
    ...landmarkParts(stage, plan, { foot: square, distance: 0.22, depth: 0.5, largest: 0.94 }),
    skyline(stage, {
      name: 'near',
      foot: square,
      low: unit * 9 * tall,
      high: unit * 20 * tall,
      wide: unit * 13,
      colour: mix(base, light.shadow, 0.12),
      distance: 0.14,
      depth: 0.62,
      windows: true,
    }),
  ]
}

function squareBefore(stage: Stage, plan: ScenePlan, square: number): Part[] {
  const { unit, light } = stage
  const wet = light.dark || stage.brief.weather.some((w) => w === 'rain' || w === 'storm')
  const river = hasFeature(stage.brief, 'riverside')
  return [
    ...(river
      ? [
          waterSheet(stage, { top: square, bottom: stage.height + stage.margin, depth: 0.88, mirror: 0.7 }),
          glitter(stage, { top: square, bottom: stage.height, depth: 0.9, x: plan.light.x }),
        ]
      : plaza(stage, square, wet)),
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.86,
      top: square - unit * 16,
      bottom: square + unit * 2,
      shadow: 0.8,
      draw: treeRow(stage, 'city-trees', () => square, {
        height: unit * 9,
        spacing: unit * 19,
        distance: 0.1,
        kinds: ['round'],
      }),
    },
    lamps(stage, square + unit * 1.5, unit * 19, 0.92),
  ]
}

function groundBefore(stage: Stage, plan: ScenePlan, square: number): Part[] {
  if (hasFeature(stage.brief, 'balcony')) return balcony(stage, plan)
  return hasFeature(stage.brief, 'rooftop') ? roofTop(stage, plan) : squareBefore(stage, plan, square)
}

/** A skyline or an old town behind a square, a roof or a canal. */
export const city: SettingOf = (stage, plan) => {
  if (hasFeature(stage.brief, 'canal')) return canal(stage, plan)
  const { unit } = stage
  const { horizon, floor } = plan
  const square = (horizon + floor) / 2 + unit
  const heaven = openSky(stage, {
    horizon,
    sun: { ...plan.light, y: Math.min(plan.light.y, horizon * 0.5) },
    stars: { reach: 0.8, density: 0.7 },
    clouds: { reach: 0.6, density: 0.8 },
  })
  const town = hasFeature(stage.brief, 'old-town') ? oldTown(stage, plan, square) : towers(stage, plan, square)
  const before = groundBefore(stage, plan, square)
  const signs = hasFeature(stage.brief, 'neon-signs') ? [neonSigns(stage, square)] : []
  return { ...heaven, near: [...heaven.near, ...town, ...signs, ...before], front: [] }
}
