import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Item, Live, Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

/** The colour of open water in this light. */
export function waterColour(stage: Stage): Colour {
  const { light } = stage
  const deep = light.dark
    ? '#16306a'
    : light.time === 'sunset'
      ? '#7a4a86'
      : light.time === 'dawn'
        ? '#6f8fc0'
        : '#2d8bc0'
  return mix(light.lit(deep), light.sky[2], 0.34)
}

function mirror(context: SKRSContext2D, behind: readonly Item[], line: number): void {
  context.save()
  context.translate(0, line * 2)
  context.scale(1, -1)
  for (const item of behind) {
    if (item.kind !== 'baked') continue
    context.globalAlpha = item.opacity ?? 1
    context.drawImage(item.image, item.x, item.y)
  }
  context.restore()
}

/** Still water from a shore line down, with everything behind it mirrored and gently broken by ripples. */
export function waterSheet(
  stage: Stage,
  options: { top: number; bottom: number; depth: number; mirror: number },
): Sheet {
  const { from, to } = reach(stage)
  const colour = waterColour(stage)
  const pad = stage.unit * 2
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    left: from - pad,
    right: to + pad,
    top: options.top,
    bottom: options.bottom,
    solidFrom: options.top + stage.unit,
    ripple: stage.unit * 0.5,
    mirrors: options.mirror > 0,
    draw(context, behind) {
      const high = options.bottom - options.top
      context.fillStyle = mix(stage.light.sky[2], colour, 0.5)
      context.fillRect(from - pad, options.top, to - from + pad * 2, high)
      if (options.mirror > 0) mirror(context, behind, options.top)
      const tint = context.createLinearGradient(0, options.top, 0, options.bottom)
      tint.addColorStop(0, alpha(mix(colour, stage.light.haze, 0.4), 1 - options.mirror * 0.75))
      tint.addColorStop(1, alpha(mix(colour, stage.light.shadow, 0.3), 1 - options.mirror * 0.32))
      context.fillStyle = tint
      context.fillRect(from - pad, options.top, to - from + pad * 2, high)
    },
  }
}

/** Light that dances on the water: short bright strokes, most of them under the sun or moon. */
export function glitter(
  stage: Stage,
  options: { top: number; bottom: number; depth: number; x: number; strength?: number },
): Live {
  const random = stage.random.fork(`glitter${Math.round(options.top)}`)
  const { from, to } = reach(stage)
  const count = Math.round(Math.min(170, ((to - from) / stage.unit) * 0.9))
  const strokes = Array.from({ length: count }, (_, i) => {
    const near = random.next() ** 1.2
    const under = i % 5 < 3
    const spread = (to - from) * (0.03 + 0.1 * near)
    return {
      x: under ? options.x + (random.next() + random.next() - 1) * spread * 1.6 : random.between(from, to),
      y: options.top + (options.bottom - options.top) * near,
      half: stage.unit * random.between(0.5, 1.7) * (0.4 + near * 1.2),
      thick: Math.max(0.8, stage.unit * (0.07 + 0.15 * near)),
      strong: (under ? 0.8 : 0.26) * (options.strength ?? 1),
      period: random.between(1.2, 2.8),
      phase: random.next(),
    }
  })
  const colour = mix(stage.light.key, '#ffffff', 0.3)
  return {
    kind: 'live',
    depth: options.depth,
    draw(context, second) {
      context.fillStyle = colour
      for (const s of strokes) {
        const shine = stage.clock.wave(second, s.period, s.phase)
        if (shine < -0.5) continue
        context.globalAlpha = s.strong * (0.35 + 0.45 * shine + 0.2)
        const half = s.half * (0.7 + 0.3 * shine)
        context.beginPath()
        context.ellipse(s.x, s.y, half, s.thick, 0, 0, Math.PI * 2)
        context.fill()
      }
    },
  }
}

/** One paper wave across the picture: scallops that sway. */
export function waveSheet(
  stage: Stage,
  options: { y: number; amp: number; length: number; colour: Colour; depth: number; phase: number; bottom?: number },
): Part {
  const { from, to } = reach(stage)
  const { clock, unit } = stage
  const sway = options.length * 0.5
  const left = from - sway
  const right = to + sway
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    left,
    right,
    top: options.y - options.amp - unit * 4,
    ...(options.bottom === undefined ? { solidFrom: options.y + options.amp * 1.5 } : {}),
    bottom: options.bottom ?? stage.height + stage.margin,
    shadow: 1.1,
    motion: (second) => ({
      x: sway * 0.8 * clock.wave(second, 5.5, options.phase),
      y: options.amp * 0.45 * clock.wave(second, 3.1, options.phase * 1.7),
    }),
    draw(context) {
      const bottom = options.bottom ?? stage.height + stage.margin
      context.beginPath()
      context.moveTo(left, bottom + options.amp)
      context.lineTo(left, options.y)
      const start = left - options.length * options.phase
      for (let x = start; x < right + options.length; x += options.length) {
        context.bezierCurveTo(
          x + options.length * 0.32,
          options.y + options.amp * 0.9,
          x + options.length * 0.62,
          options.y + options.amp * 0.5,
          x + options.length * 0.86,
          options.y - options.amp * 0.72,
        )
        context.quadraticCurveTo(
          x + options.length * 0.95,
          options.y - options.amp * 0.3,
          x + options.length,
          options.y,
        )
      }
      context.lineTo(right, bottom + options.amp)
      context.closePath()
      const fill = context.createLinearGradient(0, options.y - options.amp, 0, options.y + unit * 14)
      fill.addColorStop(0, mix(options.colour, '#ffffff', 0.24))
      fill.addColorStop(0.25, options.colour)
      fill.addColorStop(1, mix(options.colour, stage.light.shadow, 0.22))
      context.fillStyle = fill
      context.fill()
      context.strokeStyle = alpha(mix(stage.light.key, '#ffffff', 0.6), 0.5)
      context.lineWidth = Math.max(1, unit * 0.2)
      context.stroke()
    },
  }
}
