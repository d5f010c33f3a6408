import { hasFeature } from '../../places.ts'
import { ruins } from '../draw/land/ruins.ts'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { reach } from '../draw/reach.ts'
import { blob, ring, polygon } from '../draw/shapes.ts'
import { hillSheet, rolling } from '../draw/terrain.ts'
import type { Random } from '../random.ts'
import { STYLES } from '../styles/styles.ts'
import type { Live, Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { mouth } from './cave.ts'
import type { SettingOf } from './setting.ts'

function deep(stage: Stage): { top: Colour; middle: Colour; bottom: Colour } {
  const wish = stage.brief.colours[0]
  const tone = (colour: Colour) => (wish ? mix(colour, wish, 0.4) : colour)
  if (stage.light.dark) return { top: tone('#2b6ca8'), middle: tone('#123a78'), bottom: tone('#081a45') }
  if (stage.light.time === 'sunset') return { top: tone('#f2a58a'), middle: tone('#6a6cae'), bottom: tone('#2a2a66') }
  return { top: tone('#8fe6e2'), middle: tone('#2ba3c9'), bottom: tone('#0d4b86') }
}

function coral(
  context: SKRSContext2D,
  random: Random,
  at: { x: number; y: number; size: number },
  colour: Colour,
): void {
  const kind = random.int(0, 2)
  context.fillStyle = colour
  context.strokeStyle = colour
  context.lineCap = 'round'
  if (kind === 0) {
    const branch = (x: number, y: number, long: number, angle: number, wide: number) => {
      if (long < at.size * 0.13) return
      const end = { x: x + Math.cos(angle) * long, y: y + Math.sin(angle) * long }
      context.lineWidth = wide
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(end.x, end.y)
      context.stroke()
      branch(end.x, end.y, long * 0.74, angle - random.between(0.3, 0.6), wide * 0.8)
      branch(end.x, end.y, long * 0.74, angle + random.between(0.3, 0.6), wide * 0.8)
    }
    branch(at.x, at.y, at.size * 0.36, -Math.PI / 2, at.size * 0.13)
  } else if (kind === 1) {
    for (let i = -2; i <= 2; i++) {
      const tall = at.size * random.between(0.5, 1)
      context.beginPath()
      context.roundRect(
        at.x + i * at.size * 0.17 - at.size * 0.075,
        at.y - tall,
        at.size * 0.15,
        tall + 4,
        at.size * 0.075,
      )
      context.fill()
    }
  } else {
    blob(context, ring({ x: at.x, y: at.y - at.size * 0.12 }, at.size * 0.42, random, { points: 14, rough: 0.12 }))
    context.fill()
    context.fillStyle = 'rgba(255,255,255,0.18)'
    for (let i = 0; i < 9; i++) {
      context.beginPath()
      context.arc(
        at.x + random.between(-0.28, 0.28) * at.size,
        at.y - at.size * random.between(0, 0.4),
        at.size * 0.04,
        0,
        Math.PI * 2,
      )
      context.fill()
    }
  }
}

const CORALS = ['#ff7f6e', '#ffb14a', '#f46fa1', '#b58cf0', '#ffd86b', '#58c9b0'] as const

function reef(
  stage: Stage,
  name: string,
  line: (x: number) => number,
  options: { size: number; spacing: number; haze: number; water: Colour },
): Sheet['draw'] {
  return (context) => {
    const random = stage.random.fork(name)
    const { from, to } = reach(stage)
    for (let x = from; x < to; x += options.spacing * random.between(0.5, 1.6)) {
      const colour = mix(random.pick(CORALS), options.water, options.haze)
      coral(context, random, { x, y: line(x) + stage.unit, size: options.size * random.between(0.6, 1.25) }, colour)
    }
  }
}

function kelp(
  stage: Stage,
  name: string,
  options: { count: number; tall: number; depth: number; colour: Colour; foot: number },
): Live {
  const random = stage.random.fork(name)
  const { from, to } = reach(stage)
  const stems = Array.from({ length: options.count }, () => {
    const side = random.chance(0.5)
    const x = side ? random.between(from, stage.width * 0.3) : random.between(stage.width * 0.7, to)
    return {
      x,
      tall: options.tall * random.between(0.5, 1.1),
      phase: random.next(),
      wide: stage.unit * random.between(0.7, 1.3),
    }
  })
  const colour = STYLES[stage.brief.style].live(options.colour)
  return {
    kind: 'live',
    depth: options.depth,
    draw(context, second) {
      context.fillStyle = colour
      for (const { x, tall, phase, wide } of stems) {
        const sway = tall * 0.09
        const at = (t: number) =>
          x + sway * t * stage.clock.wave(second, 4.2, phase - t * 0.35) + Math.sin(t * 9 + phase * 6) * wide * 0.6
        context.beginPath()
        for (let i = 0; i <= 10; i++) context.lineTo(at(i / 10) - wide * (1 - i / 11), options.foot - (tall * i) / 10)
        for (let i = 10; i >= 0; i--) context.lineTo(at(i / 10) + wide * (1 - i / 11), options.foot - (tall * i) / 10)
        context.fill()
      }
    },
  }
}

function beams(stage: Stage): Part[] {
  const random = stage.random.fork('beams')
  const { width, height, clock } = stage
  return Array.from({ length: 4 }, (_, i): Part => {
    const x = random.between(0.1, 0.9) * width
    const wide = random.between(0.04, 0.12) * width
    return {
      kind: 'sheet',
      role: 'glow',
      depth: 0.1,
      left: Math.max(-stage.margin, x - wide * 4),
      right: Math.min(width + stage.margin, x + wide * 4),
      top: 0,
      bottom: height * 0.85,
      motion: (second) => ({
        x: wide * 0.5 * clock.wave(second, 6 + i, i * 0.31),
        opacity: 0.7 + 0.3 * clock.wave(second, 3.5 + i, i * 0.2),
      }),
      draw(context) {
        const fade = context.createLinearGradient(0, 0, 0, height * 0.85)
        fade.addColorStop(0, 'rgba(255,255,240,0.3)')
        fade.addColorStop(1, 'rgba(255,255,240,0)')
        context.fillStyle = fade
        polygon(context, [
          { x: x - wide * 0.3, y: 0 },
          { x: x + wide * 0.3, y: 0 },
          { x: x + wide * 1.6, y: height * 0.85 },
          { x: x - wide * 0.6, y: height * 0.85 },
        ])
        context.fill()
      },
    }
  })
}

/** Under water: light from above, a reef below, kelp that sways. */
export const underwater: SettingOf = (stage, plan) => {
  const { unit, height, width } = stage
  const water = deep(stage)
  const floor = plan.floor
  const rocks = rolling(stage, 'rocks', height * 0.74, unit * 20, 22)
  const back = rolling(stage, 'reef-back', height * 0.84, unit * 7, 34)
  const sand = rolling(stage, 'sand', floor + unit * 3, unit * 3, 50)
  const bed = mix('#efdcae', water.middle, 0.42)
  const sky = backdrop(stage, (context) => {
    const gradient = context.createLinearGradient(0, 0, 0, height)
    gradient.addColorStop(0, water.top)
    gradient.addColorStop(0.45, water.middle)
    gradient.addColorStop(1, water.bottom)
    context.fillStyle = gradient
    context.fillRect(0, 0, width, height)
    const shine = context.createRadialGradient(plan.light.x, 0, 0, plan.light.x, 0, height * 0.75)
    shine.addColorStop(0, alpha('#ffffff', 0.5))
    shine.addColorStop(1, alpha('#ffffff', 0))
    context.fillStyle = shine
    context.fillRect(0, 0, width, height)
  })
  const shafts = beams(stage)
  return {
    sky,
    far: shafts.slice(0, -1),
    near: [
      ...shafts.slice(-1),
      hillSheet(stage, rocks, {
        colour: mix(water.middle, water.bottom, 0.55),
        depth: 0.24,
        crest: height * 0.52,
        shadow: 1,
      }),
      hillSheet(stage, back, {
        colour: mix(bed, water.bottom, 0.62),
        depth: 0.5,
        crest: height * 0.72,
        dress: reef(stage, 'corals-back', back, { size: unit * 9, spacing: unit * 7, haze: 0.5, water: water.middle }),
      }),
      ...(hasFeature(stage.brief, 'sunken-ruins')
        ? ruins(stage, { ...plan, horizon: height * 0.7, floor: height * 0.94 })
        : []),
      kelp(stage, 'kelp-back', {
        count: 9,
        tall: height * 0.6,
        depth: 0.6,
        colour: mix('#3f9a72', water.bottom, 0.5),
        foot: height * 0.93,
      }),
      hillSheet(stage, sand, {
        colour: bed,
        depth: 0.9,
        crest: floor - unit * 2,
        dress: reef(stage, 'corals', sand, { size: unit * 12, spacing: unit * 15, haze: 0.16, water: water.middle }),
      }),
    ],
    front: [
      ...(hasFeature(stage.brief, 'sea-cave')
        ? [
            mouth(stage, 'mouth1', { share: 0.5, colour: mix(water.bottom, '#16283a', 0.35), depth: 1.1 }),
            mouth(stage, 'mouth2', { share: 0.58, colour: mix(water.bottom, '#08121e', 0.7), depth: 1.3 }),
          ]
        : []),
      kelp(stage, 'kelp', {
        count: 5,
        tall: height * 0.42,
        depth: 1.4,
        colour: mix('#1f6a5a', water.bottom, 0.35),
        foot: height + unit * 2,
      }),
    ],
  }
}
