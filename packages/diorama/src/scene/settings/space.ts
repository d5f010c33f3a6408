import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { adjust, alpha, along, mix, rgb, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { moonBase } from '../draw/land/moon-base.ts'
import { starParts } from '../draw/heaven.ts'
import { glow } from '../draw/shapes.ts'
import { earthAbove, earthBelow } from '../draw/land/earth-above.ts'
import { hillSheet, rolling } from '../draw/terrain.ts'
import { fbm } from '../random.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { onSurface } from '../plan/format.ts'
import type { SettingOf } from './setting.ts'

const NEBULAE: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#0a0a26', '#2a1a5e', '#7a2f8f', '#e0709a'],
  ['#060d24', '#12335f', '#1f7f8c', '#8fe0c0'],
  ['#0c0820', '#3a1a50', '#a83f5c', '#ffb070'],
]

// Noise is made in a small picture and drawn large: a nebula has no edges.
function nebula(stage: Stage): Sheet {
  const { width, height } = stage
  const random = stage.random.fork('nebula')
  const colours =
    stage.brief.colours.length > 0 && !onSurface(stage.brief)
      ? ['#07081e', ...stage.brief.colours.map((c) => adjust(c, { lighten: -0.12 }))]
      : random.pick(NEBULAE)
  const seed = random.int(1, 1e6)
  return backdrop(stage, (context) => {
    const w = 160
    const h = Math.max(24, Math.min(320, Math.round((w * height) / width)))
    const small = createCanvas(w, h)
    const paint = small.getContext('2d')
    const image = paint.createImageData(w, h)
    for (let i = 0; i < w * h; i++) {
      const x = (i % w) / 46
      const y = Math.floor(i / w) / 46
      const warp = fbm(seed + 9, x * 1.3, y * 1.3, 3) * 2
      const band = Math.exp(-((((Math.floor(i / w) / h - 0.45) * 2 + ((i % w) / w - 0.5)) * 1.5) ** 2))
      const cloud = Math.max(0, fbm(seed, x + warp, y + warp, 5) - 0.3) * 1.75 * (0.3 + 0.85 * band)
      image.data.set([...rgb(along(colours, Math.min(1, cloud))), 255], i * 4)
    }
    paint.putImageData(image, 0, 0)
    context.imageSmoothingQuality = 'high'
    context.drawImage(small, 0, 0, width, height)
  })
}

function drawPlanet(
  context: SKRSContext2D,
  at: { x: number; y: number; radius: number },
  colours: readonly Colour[],
  ringed: boolean,
  seed: number,
): void {
  const { x, y, radius } = at
  const ringArc = (front: boolean) => {
    context.save()
    context.translate(x, y)
    context.rotate(-0.35)
    for (let i = 0; i < 7; i++) {
      context.strokeStyle = alpha(along(colours, i / 6), 0.75)
      context.lineWidth = radius * 0.07
      context.beginPath()
      context.ellipse(
        0,
        0,
        radius * (1.35 + i * 0.085),
        radius * (0.34 + i * 0.024),
        0,
        front ? 0 : Math.PI,
        front ? Math.PI : Math.PI * 2,
      )
      context.stroke()
    }
    context.restore()
  }
  if (ringed) ringArc(false)
  context.save()
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.clip()
  for (let i = 0; i < 26; i++) {
    const top = y - radius + (i / 26) * radius * 2
    context.fillStyle = along(colours, fbm(seed, i * 0.35, 1, 3))
    context.beginPath()
    context.moveTo(x - radius, top)
    context.bezierCurveTo(x - radius * 0.3, top + radius * 0.09, x + radius * 0.3, top - radius * 0.09, x + radius, top)
    context.lineTo(x + radius, y + radius)
    context.lineTo(x - radius, y + radius)
    context.fill()
  }
  const shade = context.createRadialGradient(
    x - radius * 0.5,
    y - radius * 0.5,
    radius * 0.2,
    x - radius * 0.2,
    y - radius * 0.2,
    radius * 1.45,
  )
  shade.addColorStop(0, 'rgba(255,250,230,0.3)')
  shade.addColorStop(0.45, 'rgba(0,0,20,0)')
  shade.addColorStop(1, 'rgba(0,0,20,0.85)')
  context.fillStyle = shade
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  context.restore()
  if (ringed) ringArc(true)
}

const PLANETS: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#f7d9a8', '#e0a36a', '#c97b4a', '#fbe9c8'],
  ['#9fd8e8', '#5a9fd0', '#3d6fb8', '#d8f4f4'],
  ['#f4a6b8', '#c46a9c', '#8a4a9c', '#ffd8d0'],
  ['#bfe0a0', '#6fb07a', '#3f7f74', '#eef7c8'],
]

function planetSheet(
  stage: Stage,
  name: string,
  at: { x: number; y: number; radius: number },
  ringed: boolean,
  depth: number,
): Sheet {
  const random = stage.random.fork(name)
  const reachOf = at.radius * (ringed ? 2.1 : 1.3)
  const colours = random.pick(PLANETS)
  return {
    kind: 'sheet',
    role: 'land',
    depth,
    left: at.x - reachOf,
    right: at.x + reachOf,
    top: at.y - reachOf,
    bottom: at.y + reachOf,
    motion: (second) => ({ y: stage.unit * 0.4 * stage.clock.wave(second, 8, depth) }),
    draw(context) {
      glow(context, { ...at, radius: reachOf }, alpha(colours[0] ?? '#ffffff', 0.25), alpha(colours[0] ?? '#ffffff', 0))
      drawPlanet(context, at, colours, ringed, random.int(1, 1e6))
    },
  }
}

// Mars is red and the moon grey; another planet has the colour that is said, or one of its own.
function groundColour({ brief, random }: Stage): Colour {
  const [named] = brief.colours
  if (hasFeature(brief, 'red-ground')) return '#c8714a'
  if (hasFeature(brief, 'round-ground')) return named ?? '#a3968a'
  if (!hasFeature(brief, 'strange-ground')) return '#b9bcc8'
  return named ?? random.fork('strange').pick(['#7f9fb8', '#a98fc4', '#c49a6a', '#7fae94'])
}

function surface(stage: Stage, floor: number): Part[] {
  const { unit } = stage
  const ground = groundColour(stage)
  const round = hasFeature(stage.brief, 'round-ground')
  // Small worlds fall away to both sides.
  const bend = (x: number) => (round ? (x - stage.width / 2) ** 2 / (stage.width * 1.1) : 0)
  const ridge = rolling(stage, 'ridge', floor - unit * 9, unit * 7, 22)
  const level = rolling(stage, 'near', floor - unit * 5, unit * 2.4, 48)
  const far = (x: number) => (round ? level(x) - unit : ridge(x)) + bend(x)
  const near = (x: number) => level(x) + bend(x)
  const craters: Sheet['draw'] = (context) => {
    const random = stage.random.fork('craters')
    for (let i = 0; i < 16; i++) {
      const y = floor - unit * 2 + random.next() * (stage.height - floor + unit * 4)
      const wide = unit * random.between(1.4, 6) * (0.5 + (y - floor) / (stage.height - floor + 1))
      const x = random.between(-0.05, 1.05) * stage.width
      context.fillStyle = alpha('#0a0a24', 0.3)
      context.beginPath()
      context.ellipse(x, y, Math.abs(wide), Math.abs(wide) * 0.26, 0, 0, Math.PI * 2)
      context.fill()
      context.fillStyle = alpha('#ffffff', 0.2)
      context.beginPath()
      context.ellipse(x, y + Math.abs(wide) * 0.07, Math.abs(wide) * 0.86, Math.abs(wide) * 0.2, 0, 0, Math.PI * 2)
      context.fill()
    }
  }
  return [
    hillSheet(stage, far, { colour: mix(ground, '#0b0d2c', 0.55), depth: 0.5, crest: floor - unit * 14 }),
    hillSheet(stage, near, {
      colour: mix(ground, '#0b0d2c', 0.18),
      depth: 0.92,
      crest: floor - unit * 7,
      dress: craters,
    }),
  ]
}

const EARTHS = ['earth-above', 'earth-seen'] as const

// Fireworks burst behind the small planet: the stars (two layers) and the large planet are beyond them.
const BEYOND = 3

/** Stars, nebulae and planets; with a moon or planet as a place, its surface under the feet. */
export const space: SettingOf = (stage, plan) => {
  const { width, height, unit } = stage
  const standing = onSurface(stage.brief)
  const right = plan.focus.x < width / 2
  const big = { x: width * (right ? 0.78 : 0.22), y: height * 0.3, radius: Math.min(unit * 12, width * 0.16) }
  const small = { x: width * (right ? 0.14 : 0.88), y: height * 0.2, radius: unit * 3.4 }
  const planets = stage.brief.subjects.some((subject) => /planet|earth|globe|moon|sun/.test(subject.art))
  const beyond = [
    ...starParts(stage, height, 2.4),
    ...(hasFeature(stage.brief, 'earth-above') ? [earthAbove(stage, plan)] : []),
    ...(hasFeature(stage.brief, 'earth-seen') ? [earthBelow(stage, plan)] : []),
    ...(planets || EARTHS.some((feature) => hasFeature(stage.brief, feature))
      ? []
      : [
          planetSheet(stage, 'big', big, stage.random.fork('ring').chance(0.6), 0.16),
          planetSheet(stage, 'small', small, false, 0.08),
        ]),
    ...(standing ? surface(stage, plan.floor) : []),
    ...(hasFeature(stage.brief, 'moon-base') ? [moonBase(stage, plan)] : []),
  ]
  return { sky: nebula(stage), far: beyond.slice(0, BEYOND), near: beyond.slice(BEYOND), front: [] }
}
