import { hasFeature } from '../../places.ts'
import { mix } from '../colour.ts'
import { cornerBushes, meadow, swayingGrass, treeRow } from '../draw/ground.ts'
import { landmarkOf, landmarkParts, landmarkX } from '../draw/landmarks/landmark-parts.ts'
import { greatWall } from '../draw/land/rock-lands.ts'
import { rowField, type Crop } from '../draw/land/rows.ts'
import { jetty } from '../draw/land/jetty.ts'
import { poolSide, springRocks } from '../draw/land/pool-side.ts'
import { veranda } from '../draw/land/terraces-of-houses.ts'
import { yard } from '../draw/land/yards.ts'
import { openSky } from '../draw/open-sky.ts'
import { pagoda } from '../draw/land/pagoda.ts'
import { ruins } from '../draw/land/ruins.ts'
import { village } from '../draw/land/village.ts'
import { volcano } from '../draw/land/volcano.ts'
import { waterfall } from '../draw/land/waterfall.ts'
import { wayOf, windingWay, type Way } from '../draw/land/winding-way.ts'
import { hillSheet, rolling } from '../draw/terrain.ts'
import { glitter, waterSheet } from '../draw/water.ts'
import { materialsOf, type Materials } from '../materials.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { bareLand } from './bare-land.ts'
import { cave } from './cave.ts'
import {
  concrete,
  cropRows,
  dust,
  fence,
  flowerBeds,
  ice,
  laidCourt,
  picketFence,
  pitch,
  railway,
  tarmac,
} from './field.ts'
import { farLand } from './far-land.ts'
import type { Setting, SettingOf } from './setting.ts'

function water(stage: Stage, plan: ScenePlan, top: number, bottom: number): Part[] {
  return [
    waterSheet(stage, { top, bottom, depth: 0.5, mirror: 0.72 }),
    glitter(stage, { top: top + stage.unit, bottom: bottom - stage.unit, depth: 0.5, x: plan.light.x }),
  ]
}

// Which trees grow here: one kind or two, so that one wood is not like the next.
function grove(stage: Stage, materials: Materials): Materials['trees'] {
  if (materials.snow) return materials.trees
  return stage.random.fork('grove').pick([materials.trees, ['pine'], ['round'], ['cypress', 'round'], materials.trees])
}

type NearGround = { materials: Materials; colour: string; way: Way | undefined; shore: number }

function nearDress(stage: Stage, plan: ScenePlan, { materials, colour, way, shore }: NearGround): Sheet['draw'] {
  const { unit, height } = stage
  if (hasFeature(stage.brief, 'stands')) return pitch(stage, plan)
  if (hasFeature(stage.brief, 'runway')) return tarmac(stage, plan)
  if (hasFeature(stage.brief, 'rink') || hasFeature(stage.brief, 'frozen')) return ice(stage, plan)
  const court = COURTS.find(([feature]) => hasFeature(stage.brief, feature))
  if (court) return court[1](stage, plan)
  // Nothing grows out on the water.
  const band = { from: Math.max(shore + unit * 2.5, plan.floor - unit * 5), to: height + unit * 2 }
  const lush = hasFeature(stage.brief, 'flowers')
  // Here and there a path goes by, though nobody asked for it.
  const dry = !hasFeature(stage.brief, 'water')
  const trail = dry && stage.random.fork('trail').chance(0.4) && windingWay(stage, plan, 'path', plan.floor - unit * 7)
  const trodden = way ?? (trail || undefined)
  const grass = meadow(stage, 'meadow', band, {
    flowers: materials.snow ? 0 : lush ? 0.95 : 0.45,
    tufts: materials.snow ? 0.12 : 0.8,
    colour,
    ...(trodden && { bare: trodden.covers }),
  })
  return (context, behind) => {
    trodden?.draw(context, behind)
    if (hasFeature(stage.brief, 'flower-beds')) flowerBeds(stage, plan)(context, behind)
    grass(context, behind)
    if (hasFeature(stage.brief, 'rails')) railway(stage, plan)(context, behind)
  }
}

function landmarks(stage: Stage, plan: ScenePlan): Part[] {
  const parts: Part[] = []
  if (hasFeature(stage.brief, 'volcano')) parts.push(...volcano(stage, plan))
  if (hasFeature(stage.brief, 'pagoda')) parts.push(...pagoda(stage, plan))
  return parts
}

// Trees leave a landmark free, and stay away from what a yard is known by.
function clearingOf(stage: Stage, plan: ScenePlan): { from: number; to: number } | undefined {
  const landmark = landmarkOf(stage)
  if (landmark) {
    const x = landmarkX(stage, plan, landmark)
    const half = stage.unit * landmark.units * landmark.half * 1.1
    return { from: x - half, to: x + half }
  }
  return YARDS.some((feature) => hasFeature(stage.brief, feature)) ? { from: -Infinity, to: Infinity } : undefined
}

const YARDS = [
  'stands',
  'runway',
  'graves',
  'zoo',
  'great-wall',
  'rink',
  'building-site',
  'fairground',
  'tennis-court',
  'basketball-court',
  'golf',
  'finish-line',
  'skate-park',
  'junkyard',
  'orchard',
  'park-walk',
  'garden-bower',
  'back-fence',
  'battlefield',
] as const
const COURTS = [
  ['tennis-court', laidCourt('#c9744a')],
  ['basketball-court', laidCourt('#5f8fae')],
  ['finish-line', laidCourt('#c25a44')],
  ['skate-park', concrete],
  ['junkyard', dust],
  ['battlefield', dust],
] as const
const LAID = ['stands', 'runway', 'rink', 'frozen', ...COURTS.map(([feature]) => feature)] as const
const CROPS: readonly Crop[] = ['lavender', 'sunflowers', 'wheat', 'vines', 'tulips', 'poppies', 'daisies', 'tea']

function middleGround(stage: Stage, plan: ScenePlan, middle: (x: number) => number, way: Way | undefined): Sheet {
  const materials = materialsOf(stage.season)
  const { unit, light } = stage
  const { horizon } = plan
  const palms = hasFeature(stage.brief, 'palms')
  const clearing = clearingOf(stage, plan)
  const trees = treeRow(stage, 'trees-middle', middle, {
    height: unit * 11,
    spacing: unit * 7,
    distance: 0.2,
    kinds: palms ? ['palm'] : grove(stage, materials),
    ...(clearing && { gap: clearing }),
  })
  const dwelling = hasFeature(stage.brief, 'houses')
    ? village(stage, middle, plan.placements.length === 0 ? 2.3 : 1.3)
    : undefined
  const fields = !materials.snow && hasFeature(stage.brief, 'crops') ? cropRows(stage, middle, horizon) : undefined
  return hillSheet(stage, middle, {
    colour: light.lit(mix(materials.grassFar, materials.grass, 0.5), 0.26),
    depth: 0.6,
    crest: horizon,
    dress(context, behind) {
      fields?.(context, behind)
      way?.draw(context, behind)
      trees(context, behind)
      dwelling?.(context, behind)
    },
  })
}

type Waterside = { behind: Part[]; bank: Part[]; bathing: Part[]; shore: number; front: Part[] }

// A lake with its bank; from a jetty there is nothing but water all about.
function waterside(stage: Stage, plan: ScenePlan, { behind, bank, bathing, shore, front }: Waterside) {
  const top = plan.horizon + stage.unit * 3
  if (hasFeature(stage.brief, 'jetty'))
    return {
      near: [...behind, ...water(stage, plan, top, stage.height + stage.margin)],
      shore: [jetty(stage, plan)],
      front: [],
    }
  return { near: [...behind, ...water(stage, plan, top, shore + stage.unit * 4), ...bathing], shore: bank, front }
}

function ground(stage: Stage, plan: ScenePlan): Pick<Setting, 'near' | 'shore' | 'front'> {
  const { unit, light } = stage
  const { horizon, floor } = plan
  const materials = materialsOf(stage.season)
  const wet = hasFeature(stage.brief, 'water')
  const afloat = plan.placements.some((place) => place.contact === 'water')
  const far = rolling(stage, 'far', horizon + unit * 1, unit * 5, 40)
  const middle = rolling(stage, 'middle', horizon + (floor - horizon) * 0.42, unit * 5, 46)
  const shore = afloat ? Math.max(floor, stage.height - unit * 7) : floor - unit * (wet ? 5 : 7)
  const near = rolling(stage, 'near', shore, unit * 2.2, 60)
  const nearColour = light.lit(materials.grass, 0.02)
  const way = wayOf(stage, plan)
  const farHill = hillSheet(stage, far, {
    colour: light.lit(materials.grassFar, 0.5),
    depth: 0.36,
    crest: horizon - unit * 4,
    dress: treeRow(stage, 'trees-far', far, { height: unit * 6, spacing: unit * 2.6, distance: 0.46, kinds: ['pine'] }),
  })
  const nearHill = hillSheet(stage, near, {
    colour: nearColour,
    depth: 0.92,
    crest: shore - unit * 2,
    dress: nearDress(stage, plan, { materials, colour: nearColour, way, shore }),
  })
  const middleHill = middleGround(stage, plan, middle, way)
  const laid = LAID.some((feature) => hasFeature(stage.brief, feature))
  const front: Part[] = laid ? [] : [cornerBushes(stage, plan)]
  if (!materials.snow && !laid) front.push(swayingGrass(stage, nearColour, 1.3))
  const falls = hasFeature(stage.brief, 'waterfall') ? waterfall(stage, plan) : []
  if (hasFeature(stage.brief, 'pool')) {
    const pool = poolSide(stage, plan, afloat)
    return { near: [farHill, ...pool.far], shore: pool.near, front: [] }
  }
  // Who bathes has the pool as a thing of its own.
  const bathes = stage.brief.script?.entities.some(({ art }) => art.includes('spring')) === true
  const springs = hasFeature(stage.brief, 'hot-spring') && !bathes ? springRocks(stage, plan) : []
  if (wet) {
    const behind = [
      farHill,
      ...landmarkParts(stage, plan, { foot: horizon + unit * 3, distance: 0.26, depth: 0.46 }),
      ...falls,
    ]
    return waterside(stage, plan, {
      behind,
      bank: [nearHill, ...springs.slice(-1)],
      bathing: springs.slice(0, -1),
      shore,
      front,
    })
  }
  const crop = CROPS.find((each) => hasFeature(stage.brief, each))
  const sight = landmarkParts(stage, plan, { foot: floor - unit * 7, distance: 0.14, depth: 0.66 })
  if (crop) return { near: [farHill, middleHill, ...sight, rowField(stage, plan, crop, way)], front: [] }
  const fenced = fences(stage, floor - unit * 5.5)
  return { near: [farHill, middleHill, ...sight, ...falls, ...builtThere(stage, plan), nearHill, ...fenced], front }
}

const fences = (stage: Stage, foot: number): Part[] => [
  ...(hasFeature(stage.brief, 'fence') ? [fence(stage, foot)] : []),
  ...(hasFeature(stage.brief, 'picket-fence') ? [picketFence(stage, foot)] : []),
]

// What people have built on the middle ground.
function builtThere(stage: Stage, plan: ScenePlan): Part[] {
  return [
    ...(hasFeature(stage.brief, 'great-wall') ? greatWall(stage, plan) : []),
    ...(hasFeature(stage.brief, 'ruins') ? ruins(stage, plan) : []),
    ...yard(stage, plan),
  ]
}

/** Open country under a wide sky, shaped by the places that the brief names. */
export const landscape: SettingOf = (stage, plan) => {
  if (hasFeature(stage.brief, 'cave')) return cave(stage, plan)
  const { horizon } = plan
  const heaven = openSky(stage, { horizon, sun: plan.light })
  const bare = bareLand(stage, plan, () => farLand(stage, plan))
  if (bare) return { ...heaven, near: [...heaven.near, ...bare], front: [] }
  const land = ground(stage, plan)
  const porch = hasFeature(stage.brief, 'veranda') ? veranda(stage, plan) : undefined
  return {
    ...heaven,
    ...land,
    ...(porch && { front: porch.front }),
    near: [...heaven.near, ...farLand(stage, plan), ...landmarks(stage, plan), ...land.near, ...(porch?.near ?? [])],
  }
}
