import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { materialsOf } from '../materials.ts'
import { liveColour } from '../styles/live-colour.ts'
import type { Live, Stage } from '../stage.ts'
import { scatter, whereIs, type Mote } from './drift.ts'

const CONFETTI = ['#ff5d73', '#ffc93c', '#4ecdc4', '#5b8cff', '#b37feb', '#7ed957'] as const

function dot(colour: Colour, core: number): Canvas {
  const canvas = createCanvas(32, 32)
  const context = canvas.getContext('2d')
  const gradient = context.createRadialGradient(16, 16, 0, 16, 16, 16)
  gradient.addColorStop(0, alpha(colour, 1))
  gradient.addColorStop(core, alpha(colour, core > 0.4 ? 0.95 : 0.5))
  gradient.addColorStop(1, alpha(colour, 0))
  context.fillStyle = gradient
  context.fillRect(0, 0, 32, 32)
  return canvas
}

function live(depth: number, draw: Live['draw']): Live {
  return { kind: 'live', depth, draw }
}

function crowd(stage: Stage, base: number): number {
  const share = (stage.width * stage.height) / (stage.unit * stage.unit * 13_700)
  return Math.round(base * Math.max(0.5, Math.min(1.5, share)))
}

function snow(stage: Stage): Live {
  const motes = scatter(stage.random.fork('snow'), crowd(stage, 170), {
    ...stage,
    size: stage.unit * 2.1,
    fall: stage.unit * 9,
    sway: stage.unit * 2.4,
  })
  const flake = dot('#ffffff', 0.55)
  return live(1.15, (context, second) => {
    for (const mote of motes) {
      const { x, y } = whereIs(mote, stage.clock, second, stage.height)
      context.globalAlpha = 0.55 + 0.4 * mote.tone
      context.drawImage(flake, x, y, mote.size, mote.size)
    }
  })
}

function rain(stage: Stage): Live {
  const lean = stage.brief.weather.some((w) => w === 'storm' || w === 'wind') ? 0.34 : 0.14
  const motes = scatter(stage.random.fork('rain'), crowd(stage, 150), {
    ...stage,
    size: stage.unit * 5,
    fall: stage.unit * 120,
    sway: 0,
  })
  const colour = mix(stage.light.haze, '#ffffff', 0.6)
  return live(1.1, (context, second) => {
    context.strokeStyle = colour
    for (const thin of [true, false]) {
      context.globalAlpha = thin ? 0.3 : 0.5
      context.lineWidth = stage.unit * (thin ? 0.1 : 0.17)
      context.beginPath()
      for (const mote of motes) {
        if (mote.tone < 0.6 !== thin) continue
        const { x, y } = whereIs(mote, stage.clock, second, stage.height)
        const slant = x - (y - stage.height / 2) * lean
        context.moveTo(slant, y)
        context.lineTo(slant - mote.size * lean, y + mote.size)
      }
      context.stroke()
    }
  })
}

function leafShape(context: SKRSContext2D, size: number): void {
  context.beginPath()
  context.moveTo(0, -size)
  context.quadraticCurveTo(size * 0.8, -size * 0.2, 0, size)
  context.quadraticCurveTo(-size * 0.8, -size * 0.2, 0, -size)
  context.fill()
}

function petalShape(context: SKRSContext2D, size: number): void {
  context.beginPath()
  context.moveTo(0, size)
  context.bezierCurveTo(-size * 1.1, 0, -size * 0.6, -size, 0, -size * 0.6)
  context.bezierCurveTo(size * 0.6, -size, size * 1.1, 0, 0, size)
  context.fill()
}

function strip(context: SKRSContext2D, size: number): void {
  context.fillRect(-size * 0.4, -size * 0.7, size * 0.8, size * 1.4)
}

function tumbling(
  stage: Stage,
  name: string,
  options: {
    count: number
    size: number
    fall: number
    colours: readonly Colour[]
    shape: (context: SKRSContext2D, size: number) => void
  },
): Live {
  const motes = scatter(stage.random.fork(name), crowd(stage, options.count), {
    ...stage,
    size: options.size,
    fall: options.fall,
    sway: stage.unit * 6,
  })
  const colours = options.colours.map((colour) => liveColour(stage.brief.style, colour))
  return live(1.2, (context, second) => {
    for (const mote of motes) {
      const { x, y } = whereIs(mote, stage.clock, second, stage.height)
      const flip = stage.clock.wave(second, mote.period * 0.6, mote.phase)
      context.save()
      context.translate(x, y)
      context.rotate(mote.phase * 6.3 + 0.9 * stage.clock.wave(second, mote.period, mote.phase + 0.2))
      context.scale(1, 0.35 + 0.65 * Math.abs(flip))
      context.fillStyle = colours[Math.floor(mote.tone * colours.length)] ?? '#ffffff'
      options.shape(context, mote.size)
      context.restore()
    }
  })
}

function glowing(
  stage: Stage,
  name: string,
  options: { count: number; size: number; fall: number; sway: number; colour: Colour; top: number },
): Live {
  const { clock } = stage
  const motes: Mote[] = scatter(stage.random.fork(name), crowd(stage, options.count), {
    ...stage,
    size: options.size,
    fall: options.fall,
    sway: options.sway,
  })
  const spark = dot(options.colour, 0.18)
  return live(1.08, (context, second) => {
    context.globalCompositeOperation = 'screen'
    for (const mote of motes) {
      const { x, y } = whereIs(mote, clock, second, stage.height)
      const drift = options.fall === 0 ? stage.unit * 2 * clock.wave(second, mote.period * 1.3, mote.phase + 0.4) : 0
      const high = options.top * stage.height + (y / stage.height) * (1 - options.top) * stage.height
      context.globalAlpha = Math.max(0, 0.55 + 0.45 * clock.wave(second, mote.period * 0.7, mote.tone))
      context.drawImage(spark, x - mote.size / 2, high + drift - mote.size / 2, mote.size, mote.size)
    }
  })
}

function bubbles(stage: Stage): Live {
  const motes = scatter(stage.random.fork('bubbles'), crowd(stage, 34), {
    ...stage,
    size: stage.unit * 1.25,
    fall: -stage.unit * 7,
    sway: stage.unit * 1.6,
  })
  return live(1.1, (context, second) => {
    context.lineWidth = Math.max(1, stage.unit * 0.14)
    for (const mote of motes) {
      const { x, y } = whereIs(mote, stage.clock, second, stage.height)
      context.globalAlpha = 0.75
      context.strokeStyle = 'rgba(255,255,255,0.8)'
      context.fillStyle = 'rgba(255,255,255,0.14)'
      context.beginPath()
      context.arc(x, y, mote.size, 0, Math.PI * 2)
      context.fill()
      context.stroke()
      context.fillStyle = 'rgba(255,255,255,0.85)'
      context.beginPath()
      context.arc(x - mote.size * 0.36, y - mote.size * 0.36, mote.size * 0.2, 0, Math.PI * 2)
      context.fill()
    }
  })
}

function lightning(stage: Stage): Live {
  const random = stage.random.fork('bolt')
  const x = stage.width * random.between(0.2, 0.8)
  const points = Array.from({ length: 9 }, (_, i) => ({
    x: x + (i === 0 ? 0 : random.between(-1, 1) * stage.unit * 4),
    y: (i / 8) * stage.height * 0.52,
  }))
  const flashes = [0.5, 0.13].map((share) => share * stage.clock.seconds)
  return live(0.1, (context, second) => {
    const strength = Math.max(0, ...flashes.map((at) => 1 - Math.abs(second - at - 0.02) / 0.22))
    if (strength <= 0) return
    context.globalAlpha = strength * 0.16
    context.fillStyle = '#dfe8ff'
    context.fillRect(-stage.margin, -stage.margin, stage.width + stage.margin * 2, stage.height + stage.margin * 2)
    for (const [width, opacity] of [
      [1.6, 0.3],
      [0.5, 1],
    ] as const) {
      context.globalAlpha = strength * opacity
      context.strokeStyle = '#f6f4ff'
      context.lineJoin = 'round'
      context.lineWidth = stage.unit * width
      context.beginPath()
      for (const point of points) context.lineTo(point.x, point.y)
      context.stroke()
    }
  })
}

const MAKERS: Record<string, (stage: Stage) => Live> = {
  snow,
  rain,
  bubbles,
  leaves: (stage) => {
    const colours = materialsOf(stage.season).leaves.map((colour) => stage.light.lit(colour))
    return tumbling(stage, 'leaves', {
      count: 44,
      size: stage.unit * 2,
      fall: stage.unit * 8,
      colours,
      shape: leafShape,
    })
  },
  petals: (stage) => {
    const colours = ['#ffc2d4', '#ffdbe6', '#f9a8c0'].map((colour) => stage.light.lit(colour))
    return tumbling(stage, 'petals', {
      count: 60,
      size: stage.unit * 1.35,
      fall: stage.unit * 6,
      colours,
      shape: petalShape,
    })
  },
  confetti: (stage) =>
    tumbling(stage, 'confetti', {
      count: 90,
      size: stage.unit * 1.5,
      fall: stage.unit * 11,
      colours: CONFETTI,
      shape: strip,
    }),
  fireflies: (stage) =>
    glowing(stage, 'fireflies', {
      count: 34,
      size: stage.unit * 5,
      fall: 0,
      sway: stage.unit * 4,
      colour: '#f4ff9a',
      top: 0.3,
    }),
  embers: (stage) =>
    glowing(stage, 'embers', {
      count: 50,
      size: stage.unit * 2.6,
      fall: -stage.unit * 10,
      sway: stage.unit * 3,
      colour: '#ff9a4a',
      top: 0,
    }),
}

const INSIDE = new Set(['room', 'desk', 'tabletop'])

/** What fills the air in front of the scene, and behind it: by weather, by wish, and by where it is. */
export function airOf(stage: Stage): { behind: Live[]; front: Live[] } {
  const { brief } = stage
  const wanted = new Set<string>(brief.particles)
  // Weather stays out of doors, where the window shows it.
  const outside = INSIDE.has(brief.archetype) ? [] : brief.weather
  for (const weather of outside) wanted.add(weather === 'storm' ? 'rain' : weather)
  if (brief.archetype === 'underwater') wanted.add('bubbles')
  if (brief.places.some((place) => place.includes('volcano'))) wanted.add('embers')
  if (wanted.has('wind') && stage.season !== 'winter') wanted.add('leaves')
  const makers = Object.entries(MAKERS).filter(([name]) => wanted.has(name))
  return {
    behind: outside.includes('storm') ? [lightning(stage)] : [],
    front: makers.map(([, make]) => make(stage)),
  }
}
