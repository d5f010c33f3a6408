import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, along, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { blob, ring } from '../draw/shapes.ts'
import { fbm } from '../random.ts'
import type { Mood } from '../../brief.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

const RAMPS: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#0f2a4a', '#1f6a8a', '#58b5a8', '#f4d58d', '#f08a5d'],
  ['#2d1b4e', '#6a2c70', '#b83b5e', '#f08a5d', '#f9ed69'],
  ['#12343b', '#2d6a5a', '#7fb069', '#e6c45c', '#fff1d0'],
  ['#1b2a5a', '#4a5fae', '#9a8fd8', '#f2a7c3', '#ffe6d6'],
]

const MOOD_RAMPS: Partial<Record<Mood, readonly Colour[]>> = {
  calm: ['#1d3f5a', '#3f7f8f', '#8fc1b5', '#dcebd8', '#fbf6e6'],
  joyful: ['#f2545b', '#f7844a', '#ffc145', '#6fcf97', '#4ea8de'],
  dreamy: ['#3f3d78', '#7a6fb8', '#c49ad8', '#f6bfd0', '#fff0e4'],
  dramatic: ['#140a1e', '#4a0f2e', '#a01a3a', '#e85d2f', '#ffd166'],
  dark: ['#07070f', '#15162e', '#2b2450', '#5a3a6a', '#a35a7a'],
  cosy: ['#4a241c', '#8f4a2f', '#c9803f', '#ecbf74', '#fbeccb'],
  energetic: ['#20124d', '#c81d77', '#ff5714', '#ffbc0a', '#36e4c4'],
}

function rampOf(stage: Stage): readonly Colour[] {
  const { brief } = stage
  const [first, ...others] = brief.colours
  if (first && others.length === 0) {
    return [
      mix(first, '#08081a', 0.72),
      mix(first, '#08081a', 0.35),
      first,
      mix(adjust(first, { hue: 18 }), '#ffffff', 0.34),
      mix(adjust(first, { hue: 34 }), '#ffffff', 0.72),
    ]
  }
  if (first) return [mix(first, '#08081a', 0.5), ...brief.colours, mix(others.at(-1) ?? first, '#ffffff', 0.6)]
  if (brief.mood) return MOOD_RAMPS[brief.mood] ?? RAMPS[0]
  if (brief.time) return stage.light.sky
  return stage.random.fork('ramp').pick(RAMPS)
}

const LAYERS = 7

// Sheets of paper with ever larger holes, one behind the other: light falls into a valley of colour.
function hollow(stage: Stage, ramp: readonly Colour[]): Part[] {
  const { width, height, margin, unit } = stage
  const random = stage.random.fork('hollow')
  const centre = { x: width * random.between(0.42, 0.58), y: height * random.between(0.44, 0.56) }
  const seed = random.int(1, 1e6)
  const long = Math.max(width, height) * 0.66
  return Array.from({ length: LAYERS }, (_, i): Sheet => {
    const share = i / (LAYERS - 1)
    return {
      kind: 'sheet',
      role: 'land',
      depth: 0.2 + share * 1.1,
      shadow: 2.4,
      motion: (second) => ({
        turn: 0,
        x: unit * 0.35 * stage.clock.wave(second, 6, share),
        y: unit * 0.3 * stage.clock.wave(second, 7.5, share + 0.3),
      }),
      pivot: centre,
      draw(context) {
        context.fillStyle = along(ramp, 1 - share)
        context.fillRect(-margin - unit, -margin - unit, width + margin * 2 + unit * 2, height + margin * 2 + unit * 2)
        const points = Array.from({ length: 40 }, (__, k) => {
          const angle = (k / 40) * Math.PI * 2
          const wobble = fbm(seed + i * 3, Math.cos(angle) * 1.5 + 5 + i * 0.22, Math.sin(angle) * 1.5 + 5, 2)
          const r = long * (0.1 + share * 0.76) * (0.55 + wobble * 0.85)
          return {
            x: centre.x + Math.cos(angle) * r * (width > height ? 1.12 : 0.8),
            y: centre.y + Math.sin(angle) * r * (width > height ? 0.62 : 1),
          }
        })
        context.globalCompositeOperation = 'destination-out'
        blob(context, points)
        context.fill()
        context.globalCompositeOperation = 'source-over'
      },
    }
  })
}

function ribbons(stage: Stage, ramp: readonly Colour[]): Part[] {
  const { width, height, unit, margin } = stage
  const random = stage.random.fork('ribbons')
  const seed = random.int(1, 1e6)
  return Array.from({ length: LAYERS }, (_, i): Sheet => {
    const share = i / (LAYERS - 1)
    const base = height * (0.12 + share * 0.82)
    return {
      kind: 'sheet',
      role: 'land',
      depth: 0.2 + share,
      left: -margin - unit * 6,
      right: width + margin + unit * 6,
      top: base - unit * 26,
      shadow: 2,
      motion: (second) => ({
        x: unit * 3 * stage.clock.wave(second, 7, share * 0.8),
        y: unit * 0.8 * stage.clock.wave(second, 5, share),
      }),
      draw(context) {
        context.fillStyle = along(ramp, 1 - share)
        context.beginPath()
        context.moveTo(-margin - unit * 8, height + margin)
        for (let x = -margin - unit * 8; x <= width + margin + unit * 8; x += unit) {
          context.lineTo(
            x,
            base +
              (fbm(seed + i * 7, x / (unit * 42), i * 0.4, 2) - 0.5) * unit * 34 +
              Math.sin(x / (unit * 17) + i) * unit * 2.4,
          )
        }
        context.lineTo(width + margin + unit * 8, height + margin)
        context.fill()
      },
    }
  })
}

function shard(context: SKRSContext2D, at: { x: number; y: number; size: number; turn: number }, sides: number): void {
  context.beginPath()
  for (let k = 0; k < sides; k++) {
    const angle = at.turn + (k / sides) * Math.PI * 2
    context.lineTo(at.x + Math.cos(angle) * at.size, at.y + Math.sin(angle) * at.size)
  }
  context.closePath()
}

function shards(stage: Stage, ramp: readonly Colour[]): Part[] {
  const { width, height, unit } = stage
  const random = stage.random.fork('shards')
  const hub = { x: width * random.between(0.36, 0.64), y: height * random.between(0.4, 0.6) }
  return Array.from({ length: 5 }, (_, layer): Sheet => ({
    kind: 'sheet',
    role: 'land',
    depth: 0.2 + layer * 0.28,
    shadow: 1.8,
    pivot: hub,
    motion: (second) => ({ turn: 0.03 * (layer - 2) * stage.clock.wave(second, 6, layer * 0.2) }),
    draw(context) {
      for (let i = 0; i < 9; i++) {
        const angle = random.between(0, Math.PI * 2)
        const away = Math.sqrt(random.next()) * Math.hypot(width, height) * 0.48
        const at = {
          x: hub.x + Math.cos(angle) * away,
          y: hub.y + Math.sin(angle) * away,
          size: unit * random.between(3, 15 - layer),
          turn: angle,
        }
        context.fillStyle = along(ramp, random.next())
        shard(context, at, random.pick([3, 3, 4, 24]))
        context.fill()
      }
    },
  }))
}

function discs(stage: Stage, ramp: readonly Colour[]): Part[] {
  const { width, height, unit } = stage
  const random = stage.random.fork('discs')
  return Array.from({ length: 4 }, (_, layer): Sheet => ({
    kind: 'sheet',
    role: 'land',
    depth: 0.3 + layer * 0.3,
    shadow: 1.6,
    motion: (second) => ({ y: unit * 1.2 * stage.clock.wave(second, 5 + layer, layer * 0.3) }),
    draw(context) {
      for (let i = 0; i < 5; i++) {
        const at = { x: random.between(0, width), y: random.between(0, height) }
        const size = unit * random.between(2, 11)
        for (let k = 0; k < 3; k++) {
          context.fillStyle = along(ramp, (random.next() + k * 0.3) % 1)
          blob(context, ring(at, size * (1 - k * 0.3), random, { points: 14, rough: 0.03 }))
          context.fill()
        }
      }
    },
  }))
}

function layersOf(stage: Stage, ramp: readonly Colour[]): Part[] {
  const { mood } = stage.brief
  if (mood === 'energetic' || mood === 'joyful') return [...ribbons(stage, ramp).slice(3), ...shards(stage, ramp)]
  if (mood === 'calm' || mood === 'cosy') return ribbons(stage, ramp)
  if (mood === 'dreamy') return [...hollow(stage, ramp).slice(2), ...discs(stage, ramp).slice(0, 2)]
  return stage.random.fork('kind').int(0, 2) === 0 ? ribbons(stage, ramp) : hollow(stage, ramp)
}

// Fireworks burst among the sheets, this many deep.
const SUNK = 3

/** No landscape at all: layered paper that follows colours and mood. */
export const abstract: SettingOf = (stage) => {
  const ramp = rampOf(stage)
  const sky = backdrop(stage, (context) => {
    const fill = context.createLinearGradient(0, 0, stage.width * 0.4, stage.height)
    for (let i = 0; i < 4; i++) fill.addColorStop(i / 3, along(ramp, 1 - i * 0.12))
    context.fillStyle = fill
    context.fillRect(0, 0, stage.width, stage.height)
  })
  const layers = layersOf(stage, ramp)
  return { sky, far: layers.slice(0, SUNK), near: layers.slice(SUNK), front: [] }
}
