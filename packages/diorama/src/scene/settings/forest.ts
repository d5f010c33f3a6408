import { hasFeature } from '../../places.ts'
import { alpha, mix, type Colour } from '../colour.ts'
import { meadow, swayingGrass, treeRow } from '../draw/ground.ts'
import { cornerLeaves } from '../draw/leaves.ts'
import { backdrop } from '../draw/backdrop.ts'
import { trunk, trunkRow, type TrunkKind } from '../draw/land/trunks.ts'
import { landmarkParts } from '../draw/landmarks/landmark-parts.ts'
import { pagoda } from '../draw/land/pagoda.ts'
import { ruins } from '../draw/land/ruins.ts'
import { starParts } from '../draw/heaven.ts'
import { broadLeaves, lianas } from '../draw/land/jungle.ts'
import { glitter, waterSheet } from '../draw/water.ts'
import { waterfall } from '../draw/land/waterfall.ts'
import { wayOf, type Way } from '../draw/land/winding-way.ts'
import { blob, glow, ring, polygon } from '../draw/shapes.ts'
import { hillSheet, rolling } from '../draw/terrain.ts'
import { leafOf, materialsOf } from '../materials.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { freeSides } from '../plan/set-dressing.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

function air(stage: Stage, tone: Colour): Sheet {
  return backdrop(stage, (context) => {
    const { sky } = stage.light
    const gradient = context.createLinearGradient(0, 0, 0, stage.height * 0.8)
    gradient.addColorStop(0, mix(sky[1], tone, 0.55))
    gradient.addColorStop(0.55, mix(sky[2], tone, 0.3))
    gradient.addColorStop(1, mix(sky[3], tone, 0.3))
    context.fillStyle = gradient
    context.fillRect(0, 0, stage.width, stage.height)
  })
}

// The sun itself would be cut up by the trunks: only its light comes through.
function shine(stage: Stage, plan: ScenePlan): Sheet {
  const radius = stage.unit * 46
  const at = { x: plan.light.x, y: stage.height * 0.3 }
  return {
    kind: 'sheet',
    role: 'glow',
    depth: 0.05,
    left: Math.max(0, at.x - radius),
    right: Math.min(stage.width, at.x + radius),
    top: 0,
    bottom: at.y + radius,
    draw(context) {
      glow(
        context,
        { ...at, radius },
        alpha(stage.light.key, stage.light.dark ? 0.35 : 0.75),
        alpha(stage.light.key, 0),
      )
    },
  }
}

function rays(stage: Stage, plan: ScenePlan): Part[] {
  if (stage.light.dark || stage.brief.weather.includes('rain')) return []
  const random = stage.random.fork('rays')
  const { width, height, light, clock } = stage
  const lean = (width / 2 - plan.light.x) * 0.5
  return [0, 1].map((i): Sheet => {
    const beams = [0, 1, 2].map(() => ({
      x: plan.light.x + random.between(-0.22, 0.22) * width,
      wide: random.between(0.03, 0.09) * width,
    }))
    const edges = beams.flatMap(({ x, wide }) => [x - wide, x + wide, x + lean - wide * 1.4, x + lean + wide * 1.4])
    return {
      kind: 'sheet',
      role: 'glow',
      depth: 0.5,
      left: Math.max(-stage.margin, Math.min(...edges)),
      right: Math.min(width + stage.margin, Math.max(...edges)),
      bottom: height * 0.86,
      motion: (second) => ({ opacity: 0.74 + 0.26 * clock.wave(second, 4 + i, i * 0.4) }),
      draw(context) {
        const fade = context.createLinearGradient(0, 0, 0, height * 0.86)
        fade.addColorStop(0, alpha(light.key, 0.3))
        fade.addColorStop(1, alpha(light.key, 0))
        context.fillStyle = fade
        for (const { x, wide } of beams) {
          polygon(context, [
            { x: x - wide * 0.4, y: -stage.margin },
            { x: x + wide * 0.4, y: -stage.margin },
            { x: x + lean + wide * 1.3, y: height },
            { x: x + lean - wide * 1.3, y: height },
          ])
          context.fill()
        }
      },
    }
  })
}

function frameTrees(stage: Stage, plan: ScenePlan, kind: TrunkKind): Sheet {
  const free = freeSides(plan, stage.width)
  const { unit, width, height, light } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.45,
    shadow: 2,
    draw(context) {
      const dark = mix(light.lit(mix(materialsOf(stage.season).trunk, '#1d2a30', 0.5)), light.shadow, 0.35)
      const random = stage.random.fork('frame')
      const wide = Math.min(unit * 7, width * 0.05)
      if (free.left > width * 0.12)
        trunk(context, stage, { x: -wide * 0.1, foot: height + unit * 4, wide: wide * 1.6 }, dark, kind)
      if (free.right < width * 0.88)
        trunk(context, stage, { x: width + wide * 0.1, foot: height + unit * 4, wide: wide * 1.3 }, dark, kind)
      const leaf = mix(light.lit(mix(leafOf(stage.season, random), '#12262c', 0.35)), light.shadow, 0.2)
      for (let i = 0; i < 9; i++) {
        context.fillStyle = mix(leaf, light.shadow, random.next() * 0.3)
        const side = i % 2 === 0 ? -1 : 1
        const x = width / 2 + side * width * random.between(0.3, 0.56)
        blob(
          context,
          ring({ x, y: random.between(-4, 1.5) * unit }, unit * random.between(4, 8), random, {
            points: 13,
            rough: 0.18,
          }),
        )
        context.fill()
      }
    },
  }
}

function toneOf({ brief, season }: Stage): Colour {
  if (hasFeature(brief, 'jungle')) return '#6fb87a'
  return season === 'winter' ? '#cfe0ec' : season === 'autumn' ? '#e9b56a' : '#8cc79a'
}

function undergrowth(stage: Stage): Parameters<typeof treeRow>[3] {
  const { unit, brief } = stage
  const kinds = materialsOf(stage.season).snow
    ? (['pine'] as const)
    : hasFeature(brief, 'jungle')
      ? (['palm', 'round'] as const)
      : (['pine', 'round'] as const)
  return { height: unit * 8, spacing: unit * 6, distance: 0.3, kinds }
}

// The ground that the subjects stand on; by a swamp, less of it, and least where they float.
function bankOf(stage: Stage, plan: ScenePlan, grass: Colour, way: Way | undefined): Sheet {
  const { unit, height, brief } = stage
  const { floor } = plan
  const { snow } = materialsOf(stage.season)
  const dry = hasFeature(brief, 'water') ? (afloat(plan) ? -4 : 4) : 8
  const flowers = snow ? 0 : hasFeature(brief, 'flowers') ? 0.9 : 0.2
  const ferns = meadow(
    stage,
    'ferns',
    { from: floor - unit * 6, to: height + unit * 2 },
    { flowers, tufts: snow ? 0.1 : 1, colour: grass, ...(way && { bare: way.covers }) },
  )
  return hillSheet(stage, rolling(stage, 'ground', floor - unit * dry, unit * 2, 50), {
    colour: grass,
    depth: 0.92,
    crest: floor - unit * 10,
    dress(context, behind) {
      way?.draw(context, behind)
      ferns(context, behind)
    },
  })
}

const afloat = ({ placements }: ScenePlan) => placements.some(({ contact }) => contact === 'water')

function swampWater(stage: Stage, plan: ScenePlan): Part[] {
  const top = plan.horizon + stage.unit * 5
  const bottom = stage.height + stage.margin
  return [
    waterSheet(stage, { top, bottom, depth: 0.8, mirror: 0.62 }),
    glitter(stage, { top, bottom: plan.floor, depth: 0.8, x: plan.light.x, strength: 0.5 }),
  ]
}

// What people have built there, and what has become of it.
const inTheWood = (stage: Stage, plan: ScenePlan): Part[] => [
  ...(hasFeature(stage.brief, 'ruins') ? ruins(stage, plan) : []),
  ...(hasFeature(stage.brief, 'pagoda') ? pagoda(stage, plan) : []),
  ...landmarkParts(stage, plan, { foot: plan.horizon + stage.unit * 6, distance: 0.2, depth: 0.6 }),
]

/** A wood of tall trunks in rows that fade into the light. */
export const forest: SettingOf = (stage, plan) => {
  const { unit, light, height } = stage
  const { horizon, floor } = plan
  const materials = materialsOf(stage.season)
  const kind = hasFeature(stage.brief, 'bamboo') ? 'bamboo' : hasFeature(stage.brief, 'birch') ? 'birch' : 'bark'
  const tone = light.lit(toneOf(stage), 0.25)
  const middle = rolling(stage, 'middle', horizon + unit * 2, unit * 3, 40)
  const grass = light.lit(materials.snow ? materials.grass : mix(materials.grass, '#3f6b46', 0.42), 0.04)
  const keep = { from: plan.focus.x - unit * 13, to: plan.focus.x + unit * 13 }
  const jungle = hasFeature(stage.brief, 'jungle')
  const wet = hasFeature(stage.brief, 'water')
  const way = wayOf(stage, plan)
  const bank = bankOf(stage, plan, grass, way)
  const stars = starParts(stage, height * 0.4, 0.6)
  const glade = [...stars, shine(stage, plan)]
  const rows = [
    trunkRow(
      stage,
      { name: 'row0', foot: horizon, wide: unit * 2, spacing: unit * 9, distance: 0.8, depth: 0.2 },
      kind,
    ),
    trunkRow(
      stage,
      { name: 'row1', foot: horizon + unit * 4, wide: unit * 3.2, spacing: unit * 13, distance: 0.56, depth: 0.38 },
      kind,
    ),
  ]
  // Under stars fireworks burst beyond the wood; by day only those in front of the far trunks are seen.
  const starry = stars.length > 0
  return {
    sky: air(stage, tone),
    far: starry ? glade : [...glade, ...rows],
    near: [
      ...(starry ? rows : []),
      hillSheet(stage, middle, {
        colour: mix(grass, light.haze, 0.36),
        depth: 0.5,
        crest: horizon - unit * 2,
        dress(context, behind) {
          way?.draw(context, behind)
          treeRow(stage, 'under', middle, undergrowth(stage))(context, behind)
        },
      }),
      ...(hasFeature(stage.brief, 'waterfall') ? waterfall(stage, plan) : []),
      ...inTheWood(stage, plan),
      ...(jungle ? [broadLeaves(stage, middle)] : []),
      ...rays(stage, plan),
      trunkRow(
        stage,
        { name: 'row2', foot: floor - unit * 5, wide: unit * 5, spacing: unit * 24, distance: 0.2, depth: 0.72, keep },
        kind,
      ),
      ...(jungle ? [lianas(stage)] : []),
      ...(wet ? swampWater(stage, plan) : [bank]),
    ],
    ...(wet && { shore: [bank] }),
    front: [
      frameTrees(stage, plan, kind),
      ...(jungle ? [cornerLeaves(stage, light.lit('#3f8a4a'))] : []),
      ...(materials.snow ? [] : [swayingGrass(stage, mix(grass, light.shadow, 0.25), 1.35)]),
    ],
  }
}
