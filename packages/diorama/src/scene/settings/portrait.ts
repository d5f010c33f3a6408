import { hasFeature } from '../../places.ts'
import { adjust, alpha, mix, type Colour } from '../colour.ts'
import { bokeh } from '../draw/bokeh.ts'
import { treeRow } from '../draw/ground.ts'
import { skyline } from '../draw/buildings.ts'
import { cornerLeaves } from '../draw/leaves.ts'
import { ring, blob } from '../draw/shapes.ts'
import type { Part, Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

const STUDIO: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#2f5d73', '#5f9aa3', '#bcd3c4', '#f3e6cb'],
  ['#6a3f5e', '#b5677a', '#ecaa92', '#fbe0bd'],
  ['#3d4a7a', '#7a7fb5', '#c5b3d6', '#f6dfe0'],
  ['#7a4f2f', '#c08a4f', '#e8c487', '#fbeccb'],
  ['#2f5a4a', '#6a9a78', '#b8cf9f', '#f2efcd'],
]

function backdrop(stage: Stage): readonly Colour[] {
  const { brief, light } = stage
  const wish = brief.colours[0]
  if (wish)
    return [
      mix(wish, '#10101c', 0.55),
      mix(wish, '#10101c', 0.12),
      mix(wish, '#ffffff', 0.3),
      mix(adjust(wish, { hue: 24 }), '#ffffff', 0.55),
    ]
  if (brief.time || brief.places.length > 0) return light.sky
  if (brief.mood === 'dark' || brief.mood === 'dramatic') return ['#0d0b18', '#241a38', '#4f3355', '#8a5560']
  return stage.random.fork('studio').pick(STUDIO)
}

// A great paper disc behind the head: the oldest way to say "look here".
function halo(stage: Stage, at: { x: number; y: number }, tone: Colour): Sheet {
  const radius = Math.min(stage.unit * 38, stage.width * 0.42, stage.height * 0.42)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.5,
    left: at.x - radius * 1.2,
    right: at.x + radius * 1.2,
    top: at.y - radius * 1.2,
    bottom: at.y + radius * 1.2,
    shadow: 1.6,
    draw(context) {
      const fill = context.createLinearGradient(0, at.y - radius, 0, at.y + radius)
      fill.addColorStop(0, mix(tone, stage.light.key, 0.5))
      fill.addColorStop(1, tone)
      context.fillStyle = fill
      context.beginPath()
      context.arc(at.x, at.y, radius, 0, Math.PI * 2)
      context.fill()
      context.strokeStyle = alpha('#ffffff', 0.35)
      context.lineWidth = stage.unit * 0.4
      context.beginPath()
      context.arc(at.x, at.y, radius * 0.9, 0, Math.PI * 2)
      context.stroke()
    },
  }
}

function scenery(stage: Stage): Sheet['draw'] | undefined {
  const { unit, height } = stage
  if (hasFeature(stage.brief, 'greenery')) {
    return (context, behind) => {
      treeRow(stage, 'far', () => height * 0.72, { height: unit * 40, spacing: unit * 12, distance: 0.4 })(
        context,
        behind,
      )
      treeRow(stage, 'near', () => height * 0.95, { height: unit * 50, spacing: unit * 18, distance: 0.15 })(
        context,
        behind,
      )
    }
  }
  if (hasFeature(stage.brief, 'urban')) {
    const sheet = skyline(stage, {
      name: 'soft',
      foot: height,
      low: unit * 40,
      high: unit * 75,
      wide: unit * 13,
      colour: '#7a86b8',
      distance: 0.3,
      depth: 0.3,
      windows: true,
    })
    return (context, behind) => sheet.draw(context, behind)
  }
  return undefined
}

type Spot = { x: number; y: number }

// Where the head of the main figure is, or would be.
function headOf({ width, height }: Stage, { placements }: ScenePlan): Spot {
  const main = placements.find((place) => place.subject === 0)
  if (!main) return { x: width / 2, y: height * 0.4 }
  const share = main.pose === 'standing' || main.pose === 'sitting' ? 0.76 : 0.62
  return { x: main.x, y: main.foot - main.height * share }
}

// Cut paper behind whoever sits: a large leaf of it, and the disc.
function paperBehind(stage: Stage, head: Spot, tones: readonly Colour[]): Part[] {
  const [, dark = '#888888', light = '#dddddd', bright = '#ffffff'] = tones
  const leaf: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 0.35,
    shadow: 1.4,
    draw(context) {
      const random = stage.random.fork('cut')
      context.fillStyle = mix(dark, light, 0.35)
      const middle = { x: head.x + stage.width * 0.1, y: head.y + stage.height * 0.1 }
      const radius = Math.max(stage.width, stage.height) * 0.46
      blob(context, ring(middle, radius, random, { points: 9, rough: 0.12 }))
      context.fill()
    },
  }
  return [leaf, halo(stage, head, mix(light, bright, 0.5))]
}

/** A portrait: soft background, a disc of light behind the head. */
export const portrait: SettingOf = (stage, plan) => {
  // Where the background is to be out of focus, nothing in it has an edge.
  const soft = stage.brief.framing?.soft === true
  const tones = backdrop(stage)
  const head = headOf(stage, plan)
  const extra = scenery(stage)
  const sky = bokeh(stage, tones, {
    discs: soft ? 46 : 18,
    glow: mix(tones[3] ?? '#ffffff', '#ffffff', 0.4),
    at: head,
    ...(extra ? { extra } : {}),
  })
  const far = extra || soft ? [] : paperBehind(stage, head, tones)
  if (soft) return { sky, far, near: [], front: [] }
  const leaves = cornerLeaves(stage, mix(tones[0] ?? '#446644', tones[1] ?? '#446644', 0.4))
  return { sky, far, near: [], front: [leaves] }
}
