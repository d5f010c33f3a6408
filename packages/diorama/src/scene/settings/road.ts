import { hasFeature } from '../../places.ts'
import { alpha, mix } from '../colour.ts'
import { skyline } from '../draw/buildings.ts'
import { meadow, treeRow } from '../draw/ground.ts'
import { openSky } from '../draw/open-sky.ts'
import { yard } from '../draw/land/yards.ts'
import { reach } from '../draw/reach.ts'
import { hillSheet, mountainSheet, rolling } from '../draw/terrain.ts'
import { materialsOf } from '../materials.ts'
import type { Live, Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { desertBack } from './desert.ts'
import type { SettingOf } from './setting.ts'

function asphalt(stage: Stage, top: number, bottom: number): Sheet {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.95,
    top: top - unit * 3,
    bottom: bottom + unit * 2,
    shadow: 0.7,
    draw(context) {
      const tar = light.lit('#5b6270', 0.04)
      context.fillStyle = light.lit('#d8cdb8', 0.04)
      context.fillRect(from, top - unit * 0.8, to - from, bottom - top + unit * 1.6)
      const fill = context.createLinearGradient(0, top, 0, bottom)
      fill.addColorStop(0, mix(tar, light.haze, 0.2))
      fill.addColorStop(1, mix(tar, light.shadow, 0.25))
      context.fillStyle = fill
      context.fillRect(from, top, to - from, bottom - top)
      context.fillStyle = alpha(light.lit('#fff6da'), 0.85)
      context.fillRect(from, top + unit * 0.8, to - from, Math.max(1, unit * 0.35))
      context.fillRect(from, bottom - unit * 1.4, to - from, Math.max(1, unit * 0.45))
    },
  }
}

/** Marks, posts and tufts that rush past a moving car. */
function rushing(stage: Stage, y: number, speed: number): Live {
  const { unit, light, width } = stage
  const step = unit * 16
  const colour = light.lit('#ffe9a8')
  return {
    kind: 'live',
    depth: 0.95,
    draw(context, second) {
      const gone = stage.clock.travel(second, speed, step)
      context.fillStyle = colour
      context.globalAlpha = 0.9
      const start = -stage.margin - step * 2 + (((gone % step) + step) % step)
      for (let x = start; x < width + stage.margin + step; x += step) {
        context.beginPath()
        context.roundRect(x, y, unit * 8, unit * 0.75, unit * 0.3)
        context.fill()
      }
    },
  }
}

function posts(stage: Stage, y: number, speed: number): Live {
  const { unit, light, width } = stage
  const step = unit * 44
  return {
    kind: 'live',
    depth: 0.9,
    draw(context, second) {
      const gone = stage.clock.travel(second, speed, step)
      const start = -stage.margin - step + (((gone % step) + step) % step)
      for (let x = start; x < width + stage.margin + step; x += step) {
        context.fillStyle = light.lit('#f4efe4')
        context.fillRect(x, y - unit * 4.6, unit * 0.9, unit * 4.6)
        context.fillStyle = light.lit('#d8503f')
        context.fillRect(x, y - unit * 3.8, unit * 0.9, unit * 0.9)
      }
    },
  }
}

/** A country road from the side: what drives there drives. */
export const road: SettingOf = (stage, plan) => {
  const { unit, light, height, brief } = stage
  const { horizon, floor } = plan
  const materials = materialsOf(stage.season)
  const top = floor - unit * 5
  const racing = hasFeature(brief, 'racing')
  const bottom = Math.min(height + unit, floor + unit * 8)
  const main = plan.placements.find((place) => place.subject === 0)
  const subject = brief.subjects[0]
  const moves =
    subject !== undefined &&
    (subject.kind.startsWith('transport') || subject.activity === 'drive' || subject.activity === 'run')
  const speed = moves ? (main?.flip ? -1 : 1) * unit * 34 : 0
  const middle = rolling(stage, 'middle', horizon + unit * 3, unit * 6, 40)
  const verge = rolling(stage, 'verge', top - unit * 3.4, unit * 1.4, 60)
  const grass = light.lit(materials.grass, 0.06)
  const heaven = openSky(stage, { horizon, sun: plan.light })
  const land: Part[] = hasFeature(stage.brief, 'desert')
    ? desertBack(stage, plan)
    : [
        hasFeature(stage.brief, 'skyline') || racing
          ? skyline(stage, {
              name: 'town',
              foot: horizon + unit * 3,
              low: unit * 12,
              high: unit * 32,
              wide: unit * 9,
              colour: '#8a92b8',
              distance: 0.5,
              depth: 0.2,
              windows: true,
            })
          : mountainSheet(stage, {
              name: 'peaks',
              base: horizon + unit * 3,
              height: unit * 22,
              colour: materials.rock,
              distance: 0.6,
              depth: 0.2,
              snow: true,
              lightX: plan.light.x,
            }),
        hillSheet(stage, middle, {
          colour: light.lit(materials.grassFar, 0.36),
          depth: 0.4,
          crest: horizon - unit * 3,
          dress: treeRow(stage, 'trees', middle, { height: unit * 9, spacing: unit * 5, distance: 0.34 }),
        }),
        hillSheet(stage, verge, {
          colour: grass,
          depth: 0.85,
          crest: top - unit * 5,
          dress: meadow(
            stage,
            'verge-grass',
            { from: top - unit * 3, to: top },
            { flowers: 0.2, tufts: 0.7, colour: grass },
          ),
        }),
      ]
  const near: Sheet = hillSheet(stage, (x) => bottom + unit * 0.6 + Math.sin(x / (unit * 20)) * unit * 0.4, {
    colour: hasFeature(stage.brief, 'desert') ? light.lit('#e0b57a') : mix(grass, light.shadow, 0.1),
    depth: 1.1,
    crest: bottom,
    shadow: 0.8,
    dress: meadow(
      stage,
      'near-grass',
      { from: bottom + unit * 1.5, to: height + unit * 3 },
      { flowers: materials.snow ? 0 : 0.3, tufts: 0.7, colour: grass },
    ),
  })
  return {
    ...heaven,
    near: [
      ...heaven.near,
      ...land,
      ...(racing ? yard(stage, { ...plan, floor: top + unit * 5 }) : []),
      ...(moves ? [posts(stage, top - unit * 0.6, speed * 0.9)] : []),
      asphalt(stage, top, bottom),
      rushing(stage, (top + bottom) / 2 + unit * 1.2, speed),
    ],
    front: [near],
  }
}
