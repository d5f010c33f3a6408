import { hasFeature } from '../../places.ts'
import { mix } from '../colour.ts'
import { meadow, treeRow } from '../draw/ground.ts'
import { landmarkParts } from '../draw/landmarks/landmark-parts.ts'
import { deck, harbourSide, quay, whiteTown } from '../draw/land/waterside.ts'
import { islet } from '../draw/land/islet.ts'
import { jetty } from '../draw/land/jetty.ts'
import { cliffCoast, iceFloe } from '../draw/land/ice-and-cliffs.ts'
import { openSky } from '../draw/open-sky.ts'
import { hillSheet, mountainSheet, rolling } from '../draw/terrain.ts'
import { volcano } from '../draw/land/volcano.ts'
import { glitter, waterColour, waterSheet, waveSheet } from '../draw/water.ts'
import { materialsOf } from '../materials.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { streetLife } from './town/street-life.ts'
import type { SettingOf } from './setting.ts'

function farShore(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const rock = materialsOf(stage.season).rock
  const parts: Part[] = []
  if (hasFeature(stage.brief, 'far-shore') || stage.random.fork('shore').chance(0.45)) {
    parts.push(
      mountainSheet(stage, {
        name: 'shore',
        base: plan.horizon - unit * 0.5,
        height: unit * 13,
        colour: rock,
        distance: 0.72,
        depth: 0.14,
        snow: stage.season === 'winter',
        lightX: plan.light.x,
      }),
    )
  }
  if (hasFeature(stage.brief, 'island') && !isIslet(stage)) {
    const middle = stage.width * (plan.light.x > stage.width / 2 ? 0.26 : 0.74)
    const line = (x: number) => plan.horizon + unit * 2 - unit * 11 * Math.exp(-(((x - middle) / (unit * 17)) ** 2))
    parts.push(
      hillSheet(stage, line, {
        colour: light.lit('#5a9a62', 0.3),
        depth: 0.3,
        crest: plan.horizon - unit * 10,
        dress: treeRow(stage, 'island', line, {
          height: unit * 10,
          spacing: unit * 4.5,
          distance: 0.25,
          kinds: ['palm'],
          from: middle - unit * 15,
          to: middle + unit * 15,
        }),
      }),
    )
  }
  parts.push(
    ...landmarkParts(stage, plan, { foot: plan.horizon + unit * 1.2, distance: 0.3, depth: 0.24, largest: 0.84 }),
  )
  if (hasFeature(stage.brief, 'ice-floe')) parts.push(...iceFloe(stage, plan).far)
  if (hasFeature(stage.brief, 'pier')) parts.push(harbourSide(stage, plan))
  if (hasFeature(stage.brief, 'white-town')) parts.push(whiteTown(stage, plan))
  if (hasFeature(stage.brief, 'volcano')) parts.push(...volcano(stage, plan))
  return parts
}

function beach(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, height } = stage
  const sand = light.lit('#f0d6a2')
  const edge = plan.floor - unit * 11
  const wet = rolling(stage, 'wet', edge - unit * 1.4, unit * 2.4, 70)
  const line = rolling(stage, 'sand', edge, unit * 2.4, 70)
  return [
    hillSheet(stage, wet, {
      colour: mix(light.lit('#ffffff'), waterColour(stage), 0.12),
      depth: 0.84,
      crest: edge - unit * 4,
      shadow: 0.6,
    }),
    hillSheet(stage, line, {
      colour: sand,
      depth: 0.92,
      crest: edge - unit * 3,
      shadow: 0.9,
      dress(context) {
        const random = stage.random.fork('pebbles')
        for (let i = 0; i < 60; i++) {
          const y = random.between(edge + unit * 4, height + unit * 3)
          context.fillStyle = mix(sand, random.chance(0.5) ? '#ffffff' : light.shadow, random.between(0.1, 0.3))
          context.beginPath()
          context.ellipse(
            random.between(-stage.margin, stage.width + stage.margin),
            y,
            unit * random.between(0.15, 0.6),
            unit * random.between(0.1, 0.3),
            0,
            0,
            Math.PI * 2,
          )
          context.fill()
        }
        meadow(
          stage,
          'dune',
          { from: edge + unit * 6, to: height },
          { flowers: 0, tufts: 0.07, colour: light.lit('#8aa35a') },
        )(context, [])
      },
    }),
  ]
}

// What is stood on: planks aboard, stones at a quay, else sand.
function footing(stage: Stage, plan: ScenePlan, paved: boolean): Part[] {
  if (hasFeature(stage.brief, 'ice-floe')) return [iceFloe(stage, plan).floe]
  if (hasFeature(stage.brief, 'cliffs')) return cliffCoast(stage, plan).top
  if (hasFeature(stage.brief, 'jetty')) return [jetty(stage, plan)]
  if (isIslet(stage)) return [islet(stage, plan)]
  if (!paved) return beach(stage, plan)
  return [hasFeature(stage.brief, 'deck') ? deck(stage, plan) : quay(stage, plan)]
}

// The whole of an island is seen, unless somebody is on its beach or in its port.
const isIslet = ({ brief }: Stage) =>
  hasFeature(brief, 'island') && !hasFeature(brief, 'quay') && !/beach/.test(brief.places.join(' '))

// A market by the harbour has its stalls along the quay.
const stallsThere = (stage: Stage, plan: ScenePlan): Part[] =>
  hasFeature(stage.brief, 'stalls') ? streetLife(stage, plan.floor - stage.unit * 12) : []

// Ice, cliffs and planks have neither sand nor palms, and a small island has its own.
const isBare = (stage: Stage) =>
  isIslet(stage) || (['ice-floe', 'cliffs', 'jetty'] as const).some((feature) => hasFeature(stage.brief, feature))

const walls = (stage: Stage, plan: ScenePlan): Part[] =>
  hasFeature(stage.brief, 'cliffs') ? cliffCoast(stage, plan).far : []

const isPaved = ({ brief }: Stage) => hasFeature(brief, 'deck') || hasFeature(brief, 'quay')

/** Open water in paper waves; with a beach, sand in front of it. */
export const sea: SettingOf = (stage, plan) => {
  const { unit, height, light } = stage
  const { horizon, floor } = plan
  const colour = waterColour(stage)
  // A quay is for somebody to stand on: a sight alone rises from open water.
  const paved = isPaved(stage) && plan.placements.length > 0
  const bare = isBare(stage)
  const sandy = hasFeature(stage.brief, 'sand') || paved || bare
  const storm = stage.brief.weather.includes('storm') || stage.brief.weather.includes('wind')
  const swell = storm ? 1.8 : stage.brief.mood === 'calm' ? 0.7 : 1
  const heaven = openSky(stage, { horizon, sun: plan.light, clouds: { reach: 0.82, density: 1 } })
  const near: Part[] = [
    ...heaven.near,
    ...farShore(stage, plan),
    waterSheet(stage, { top: horizon, bottom: height + stage.margin, depth: 0.2, mirror: 0.5 }),
    glitter(stage, { top: horizon + unit, bottom: sandy ? floor - unit * 12 : floor, depth: 0.3, x: plan.light.x }),
  ]
  const wave = (share: number, near: number, index: number) =>
    waveSheet(stage, {
      y: share * height,
      amp: unit * (0.7 + 1.7 * near) * swell,
      length: unit * (9 + 15 * near),
      colour: mix(mix(colour, light.haze, 0.4 * (1 - near)), light.shadow, 0.2 * near),
      depth: 0.4 + 0.8 * near,
      phase: (index * 0.37) % 1,
    })
  const waterline = sandy ? (horizon + (floor - horizon) * 0.58) / height : floor / height
  const start = horizon / height
  for (let i = 0; i < 3; i++) near.push(wave(start + (waterline - start) * (0.3 + 0.24 * i), 0.2 + 0.18 * i, i))
  near.push(...walls(stage, plan))
  if (sandy) {
    return {
      ...heaven,
      near,
      shore: [
        wave(waterline - 0.012, 0.55, 4),
        wave(waterline + 0.06, 0.62, 5),
        ...footing(stage, plan, paved),
        ...stallsThere(stage, plan),
      ],
      front: paved || bare ? [] : palmFrame(stage, plan),
    }
  }
  return { ...heaven, near, front: [wave(waterline - 0.018, 0.72, 4), wave(waterline + (1 - waterline) * 0.5, 1, 5)] }
}

function palmFrame(stage: Stage, plan: ScenePlan): Part[] {
  // A tall picture has no room for it.
  if (stage.width <= stage.height * 0.7) return []
  if (stage.season === 'winter') return []
  const { unit } = stage
  const right = plan.focus.x < stage.width * 0.55
  const x = right ? stage.width - unit * 3 : unit * 3
  const foot = plan.floor + unit * 6
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 1.25,
      top: 0,
      shadow: 1.2,
      draw: treeRow(stage, 'palm-frame', () => foot, {
        height: Math.min(unit * 62, foot * 0.86),
        spacing: unit * 400,
        distance: 0.02,
        kinds: ['palm'],
        from: x,
        to: x + 1,
      }),
    },
  ]
}
