import { featuresOfPlace, hasFeature } from '../../places.ts'
import { alpha, mix } from '../colour.ts'
import { skyline } from '../draw/buildings.ts'
import { drawHouse } from '../draw/facade.ts'
import { landmarkOf, landmarkParts, landmarkX } from '../draw/landmarks/landmark-parts.ts'
import { openSky } from '../draw/open-sky.ts'
import { reach } from '../draw/reach.ts'
import type { Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { lamps } from './city.ts'
import { desertBack } from './desert.ts'
import { farLand } from './far-land.ts'
import { frontOf, frontParts } from './town/street-fronts.ts'
import { streetLife } from './town/street-life.ts'
import type { SettingOf } from './setting.ts'

const WALLS = ['#e9b89a', '#f0d9a8', '#b9cfc0', '#d79a8c', '#c8cfe0', '#efe3cf', '#dba86a'] as const

type Gap = { from: number; to: number } | undefined

function houses(stage: Stage, foot: number, gap: Gap): Part {
  const { unit } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.6,
    bottom: foot + unit * 2,
    shadow: 1.6,
    draw(context) {
      const random = stage.random.fork('houses')
      for (let x = from - unit * 6; x < to;) {
        const width = unit * random.between(17, 27)
        const top = foot - Math.min(foot * 0.86, unit * random.between(34, 50))
        const house = { x, width, top, foot, wall: random.pick(WALLS) }
        if (!gap || x + width < gap.from || x > gap.to) drawHouse(context, stage, house, random)
        x += width + unit * 0.15
      }
    },
  }
}

function pavement(stage: Stage, top: number, kerb: number): Part {
  const { unit, light, height } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top,
    solidFrom: top,
    draw(context) {
      const white = stage.season === 'winter'
      const stone = light.lit(white ? '#eef3f9' : '#d8cfc4', 0.04)
      context.fillStyle = stone
      context.fillRect(from, top, to - from, height)
      context.strokeStyle = alpha(light.shadow, 0.16)
      context.lineWidth = Math.max(1, unit * 0.12)
      for (let x = from; x < to; x += unit * 6) {
        context.beginPath()
        context.moveTo(x, top)
        context.lineTo(x - (stage.width / 2 - x) * 0.12, kerb)
        context.stroke()
      }
      context.fillStyle = mix(stone, light.shadow, 0.24)
      context.fillRect(from, kerb, to - from, unit * 1.1)
      const asphalt = light.lit(white ? '#c3ccd8' : '#5f6672', 0.03)
      const fill = context.createLinearGradient(0, kerb, 0, height)
      fill.addColorStop(0, asphalt)
      fill.addColorStop(1, mix(asphalt, light.shadow, 0.35))
      context.fillStyle = fill
      context.fillRect(from, kerb + unit * 1.1, to - from, height)
      context.fillStyle = alpha(light.lit('#fff4d8'), 0.75)
      const line = kerb + (height - kerb) * 0.74
      for (let x = from; x < to; x += unit * 12) context.fillRect(x, line, unit * 6, unit * 0.7)
    },
  }
}

// Towers far behind the roofs of a town.
function farTowers(stage: Stage, horizon: number): Part {
  const { unit, light, brief } = stage
  const old = landmarkOf(stage) && hasFeature(brief, 'old-town')
  return skyline(stage, {
    name: 'far',
    foot: horizon,
    low: unit * 34,
    high: unit * 52,
    wide: unit * 12,
    colour: light.dark ? '#4a5288' : '#b9b4c8',
    distance: 0.6,
    depth: 0.24,
    windows: false,
    ...(old && { low: unit * 12, high: unit * 20, gables: true }),
  })
}

const OLD = ['houses', 'old-town', 'canal', 'town-square', 'bright-houses'] as const
const LANDS = ['desert', 'peaks', 'low-hills', 'canyon'] as const

/** What is seen behind the roofs: the land that is named, or towers where the town is a modern one. */
function behindTown(stage: Stage, plan: ScenePlan): Part[] {
  const { brief } = stage
  const land = LANDS.find((feature) => hasFeature(brief, feature))
  if (land === 'desert' || land === 'canyon') return desertBack(stage, plan)
  if (land) return farLand(stage, plan)
  if (OLD.some((feature) => hasFeature(brief, feature)) && !hasFeature(brief, 'skyline') && !landmarkOf(stage))
    return []
  const own = frontOf(stage)
  const isModern = (place: string) => featuresOfPlace(place).includes('urban')
  const fronts = own ? brief.places.filter((place) => featuresOfPlace(place).includes(own.feature)) : brief.places
  return !own || fronts.some(isModern) || hasFeature(brief, 'skyline') ? [farTowers(stage, plan.horizon)] : []
}

// Houses leave a landmark free.
function gapFor(stage: Stage, plan: ScenePlan): Gap {
  const landmark = landmarkOf(stage)
  if (!landmark) return undefined
  const { unit } = stage
  const x = landmarkX(stage, plan, landmark)
  const room = Math.min(unit * 26, unit * (landmark.units * landmark.half + 2))
  return { from: x - room, to: x + room }
}

// What stands along the street and what lies before it: houses and a pavement, or what it is known by.
function along(stage: Stage, plan: ScenePlan, foot: number): Part[] {
  const { unit } = stage
  const own = frontOf(stage)
  const sight = landmarkParts(stage, plan, { foot, distance: 0.18, depth: 0.5 })
  const usual = [...behindTown(stage, plan), ...sight, houses(stage, foot, gapFor(stage, plan))]
  const paved = pavement(stage, foot, plan.floor + unit * 2.6)
  const lit = lamps(stage, foot + unit * 4, unit * 27, 0.95)
  if (!own) return [...usual, paved, lit]
  const { behind, ground, over } = frontParts(stage, plan, own, foot)
  if (own.houses) return [...usual, behind, ground ?? paved, lit, ...over]
  return [...behindTown(stage, plan), ...sight, behind, ground ?? paved, ...over]
}

/** A street of town houses with shops, seen from across. */
export const street: SettingOf = (stage, plan) => {
  const { unit } = stage
  const { horizon, floor } = plan
  const foot = Math.max(horizon, floor - unit * 13)
  const heaven = openSky(stage, {
    horizon,
    sun: { ...plan.light, y: horizon * 0.24 },
    stars: { reach: 0.6, density: 0.6 },
    clouds: { reach: 0.5, density: 0.7 },
  })
  return {
    ...heaven,
    near: [...heaven.near, ...along(stage, plan, foot), ...streetLife(stage, foot)],
    front: [],
  }
}
