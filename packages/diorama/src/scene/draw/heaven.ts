import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { backdrop } from './backdrop.ts'
import { glow } from './shapes.ts'

/** The sky's gradient down to the horizon. */
export function skySheet(stage: Stage, horizon: number): Sheet {
  return backdrop(stage, (context) => {
    const gradient = context.createLinearGradient(0, 0, 0, Math.max(horizon * 1.06, stage.height * 0.3))
    const stops = [0, 0.34, 0.7, 1]
    for (const [i, colour] of stage.light.sky.entries()) gradient.addColorStop(stops[i] ?? 1, colour)
    context.fillStyle = gradient
    context.fillRect(0, 0, stage.width, stage.height)
  })
}

/** Fixed stars, and a few that twinkle. */
export function starParts(stage: Stage, bottom: number, density = 1): Part[] {
  const share = stage.brief.particles.includes('stars') ? Math.max(0.9, stage.light.stars) : stage.light.stars
  if (share < 0.05) return []
  const random = stage.random.fork('stars')
  const count = Math.round(
    150 * share * density * Math.max(0.5, (stage.width * bottom) / (stage.unit * stage.unit * 7000)),
  )
  const star = (context: SKRSContext2D, size: number) => {
    const x = random.between(0, stage.width)
    const y = bottom * random.next() ** 1.3
    context.globalAlpha = random.between(0.25, 0.95) * (1 - (y / bottom) * 0.6) * share
    context.beginPath()
    context.arc(x, y, size, 0, Math.PI * 2)
    context.fill()
  }
  const fixed: Sheet = {
    kind: 'sheet',
    role: 'glow',
    depth: 0.02,
    left: 0,
    right: stage.width,
    top: 0,
    bottom,
    draw(context) {
      context.fillStyle = '#fffbe8'
      for (let i = 0; i < count; i++) star(context, stage.unit * 0.055 * random.between(0.6, 1.9))
    },
  }
  const bright = Array.from({ length: Math.round(count / 9) }, () => ({
    x: random.between(0, stage.width),
    y: bottom * random.next() ** 1.4 * 0.9,
    size: stage.unit * random.between(0.25, 0.62),
    period: random.between(1.4, 3.4),
    phase: random.next(),
  }))
  return [
    fixed,
    {
      kind: 'live',
      depth: 0.02,
      draw(context, second) {
        context.fillStyle = '#fffdf0'
        for (const { x, y, size, period, phase } of bright) {
          const shine = 0.55 + 0.45 * stage.clock.wave(second, period, phase)
          context.globalAlpha = shine * share
          const r = size * (0.6 + 0.4 * shine)
          context.beginPath()
          context.moveTo(x, y - r)
          context.quadraticCurveTo(x, y, x + r, y)
          context.quadraticCurveTo(x, y, x, y + r)
          context.quadraticCurveTo(x, y, x - r, y)
          context.quadraticCurveTo(x, y, x, y - r)
          context.fill()
        }
      },
    },
  ]
}

function moonFace(context: SKRSContext2D, random: Random, at: { x: number; y: number; radius: number }): void {
  context.save()
  context.clip()
  for (let i = 0; i < 9; i++) {
    const r = at.radius * random.between(0.07, 0.24)
    const angle = random.between(0, Math.PI * 2)
    const away = at.radius * Math.sqrt(random.next()) * 0.85
    context.fillStyle = 'rgba(150,150,190,0.20)'
    context.beginPath()
    context.arc(at.x + Math.cos(angle) * away, at.y + Math.sin(angle) * away, r, 0, Math.PI * 2)
    context.fill()
  }
  context.restore()
}

// As it gets dark the sun goes down behind the land, and its glow with it.
function sinking({ passing, height }: Stage, y: number): Pick<Sheet, 'motion'> {
  return {
    motion: (second) => {
      const down = passing?.part(second) ?? 0
      return { y: (height * 0.8 - y) * Math.min(1, down * 1.4), opacity: Math.max(0, 1 - down * 1.15) }
    },
  }
}

// Behind a grey sky there is no sun to be seen.
const isOvercast = ({ brief, light }: Stage) =>
  light.time === 'day' && !brief.framing?.disc && brief.weather.some((one) => /^(cloudy|rain|storm)$/.test(one))

/** The sun, or at night the moon, with its glow. */
export function sunParts(stage: Stage, at: { x: number; y: number; radius?: number }): Part[] {
  const { light, unit } = stage
  if (isOvercast(stage)) return []
  const cloudy = light.thickness > 0.22
  const moon = light.time === 'night' || light.time === 'dusk'
  const low = light.time === 'sunset' || light.time === 'dawn' || light.time === 'golden'
  const radius = (at.radius ?? unit * (low ? 6.4 : moon ? 4.8 : 4.4)) * (cloudy ? 0.9 : 1)
  const disc: Colour = moon ? '#fdf8e2' : mix(light.key, '#ffffff', low ? 0.35 : 0.7)
  const reachOf = radius * (low ? 6.5 : 5)
  return [
    {
      kind: 'sheet',
      role: 'glow',
      depth: 0.04,
      left: at.x - reachOf,
      right: at.x + reachOf,
      top: at.y - reachOf,
      bottom: at.y + reachOf,
      ...(stage.passing && sinking(stage, at.y)),
      draw(context) {
        const strength = cloudy ? 0.35 : 1
        glow(context, { ...at, radius: reachOf }, alpha(light.key, (moon ? 0.3 : 0.62) * strength), alpha(light.key, 0))
        glow(context, { ...at, radius: radius * 2.4 }, alpha(disc, 0.55 * strength), alpha(disc, 0))
        context.globalAlpha = cloudy ? 0.45 : 1
        context.fillStyle = disc
        context.beginPath()
        context.arc(at.x, at.y, radius, 0, Math.PI * 2)
        context.fill()
        if (moon) moonFace(context, stage.random.fork('moon'), { ...at, radius })
      },
    },
  ]
}

const RAINBOW = ['#e8505b', '#f5894a', '#f9d65c', '#7cc576', '#4aa3df', '#6f6fd0', '#a86fc8'] as const

/** A wide rainbow behind the land, where the brief has one. */
export function rainbowParts(stage: Stage, horizon: number): Part[] {
  if (!stage.brief.subjects.some((subject) => subject.art === 'rainbow')) return []
  const { unit, width } = stage
  const band = unit * 1.7
  const radius = Math.min(width * 0.44, horizon * 0.86)
  const x = width / 2
  return [
    {
      kind: 'sheet',
      role: 'sky',
      depth: 0.12,
      left: x - radius - unit * 2,
      right: x + radius + unit * 2,
      top: horizon - radius - unit * 2,
      bottom: horizon + unit * 6,
      opacity: 0.82,
      draw(context) {
        context.lineWidth = band * 1.03
        for (const [i, colour] of RAINBOW.entries()) {
          context.strokeStyle = mix(colour, stage.light.sky[3], stage.light.dark ? 0.35 : 0.12)
          context.beginPath()
          context.arc(x, horizon + unit * 4, radius - band * (i + 0.5), Math.PI, 0)
          context.stroke()
        }
      },
    },
  ]
}
