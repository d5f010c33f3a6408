import { mix } from '../colour.ts'
import { meadow, swayingGrass, treeRow } from '../draw/ground.ts'
import { cloudParts, skySheet, starParts, sunParts } from '../draw/heaven.ts'
import { hillSheet, mountainSheet, rolling } from '../draw/terrain.ts'
import { materialsOf } from '../materials.ts'
import type { Setting, SettingOf } from './setting.ts'

/** Hills under a wide sky, with mountains behind. */
export const landscape: SettingOf = (stage, plan): Setting => {
  const { unit, light, height } = stage
  const { horizon, floor } = plan
  const materials = materialsOf(stage.season)
  const far = rolling(stage, 'far', horizon + unit * 1, unit * 5, 40)
  const middle = rolling(stage, 'middle', horizon + (floor - horizon) * 0.42, unit * 5, 46)
  const near = rolling(stage, 'near', floor - unit * 7, unit * 2.2, 60)
  const nearColour = light.lit(materials.grass, 0.02)
  return {
    back: [
      skySheet(stage, horizon),
      ...starParts(stage, horizon),
      ...sunParts(stage, plan.light),
      ...cloudParts(stage, horizon * 0.8),
      mountainSheet(stage, {
        name: 'peaks',
        base: horizon + unit * 2,
        height: unit * 24,
        colour: materials.rock,
        distance: 0.62,
        depth: 0.22,
        snow: true,
        lightX: plan.light.x,
      }),
      hillSheet(stage, far, {
        colour: light.lit(materials.grassFar, 0.52),
        depth: 0.36,
        crest: horizon - unit * 4,
        dress: treeRow(stage, 'trees-far', far, {
          height: unit * 6,
          spacing: unit * 2.6,
          distance: 0.5,
          kinds: ['pine'],
        }),
      }),
      hillSheet(stage, middle, {
        colour: light.lit(mix(materials.grassFar, materials.grass, 0.5), 0.28),
        depth: 0.6,
        crest: horizon,
        dress: treeRow(stage, 'trees-middle', middle, { height: unit * 11, spacing: unit * 7, distance: 0.24 }),
      }),
      hillSheet(stage, near, {
        colour: nearColour,
        depth: 0.92,
        crest: floor - unit * 9,
        dress: meadow(
          stage,
          'meadow',
          { from: floor - unit * 5, to: height + unit * 2 },
          { flowers: materials.snow ? 0 : 0.45, tufts: materials.snow ? 0.12 : 0.8, colour: nearColour },
        ),
      }),
    ],
    front: materials.snow ? [] : [swayingGrass(stage, nearColour, 1.3)],
  }
}
