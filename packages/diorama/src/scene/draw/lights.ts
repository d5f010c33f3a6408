import { createCanvas } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { alpha } from '../colour.ts'
import type { Live, Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

const CURTAINS = ['#5cf2b0', '#4fd8d0', '#a07af0'] as const

/** Northern lights: curtains of colour that sway over the sky. */
export function auroraParts(stage: Stage, horizon: number): Part[] {
  if (!hasFeature(stage.brief, 'aurora')) return []
  const { unit, clock } = stage
  const { from, to } = reach(stage)
  const sway = unit * 8
  return CURTAINS.map((colour, i) => ({
    kind: 'sheet',
    role: 'glow',
    depth: 0.06,
    left: from - sway,
    right: to + sway,
    top: 0,
    bottom: horizon,
    motion: (second) => ({
      x: sway * 0.7 * clock.wave(second, 7 + i * 2, i * 0.3),
      opacity: 0.72 + 0.28 * clock.wave(second, 4 + i, i * 0.37),
    }),
    draw(context) {
      // Painted as thin upright strips in a small picture: drawn large they melt into a curtain.
      const small = createCanvas(160, 60)
      const paint = small.getContext('2d')
      const random = stage.random.fork(`aurora${i}`)
      const bend = random.between(0, 6)
      for (let x = 0; x < 160; x++) {
        const foot = 40 + Math.sin(x / 17 + bend) * 9 + Math.sin(x / 41 + bend * 2) * 7 - i * 9
        const tall = 18 + random.next() * 12 + Math.sin(x / 9 + bend) * 5
        const fade = paint.createLinearGradient(0, foot - tall, 0, foot + 3)
        fade.addColorStop(0, alpha(colour, 0))
        fade.addColorStop(0.8, alpha(colour, 0.62))
        fade.addColorStop(1, alpha(colour, 0))
        paint.fillStyle = fade
        paint.fillRect(x, foot - tall, 1, tall + 3)
      }
      context.imageSmoothingQuality = 'high'
      context.drawImage(small, from - sway, 0, to - from + sway * 2, horizon)
    },
  }))
}

const SPARKS = ['#ffd166', '#ff6b8a', '#7ae0ff', '#b48cff', '#8cf29a', '#fff3c4'] as const
const RAYS = 26

/** Fireworks that burst one after the other, where the brief has some. */
export function fireworkParts(stage: Stage, horizon: number): Live[] {
  if (!stage.brief.subjects.some((subject) => /^(fireworks|sparkler)$/.test(subject.art))) return []
  const { unit, clock, width } = stage
  const random = stage.random.fork('fireworks')
  const bursts = Array.from({ length: 7 }, (_, i) => ({
    x: width * (0.1 + 0.8 * ((i * 0.37 + random.next() * 0.2) % 1)),
    y: horizon * random.between(0.16, 0.5),
    size: unit * random.between(10, 19),
    phase: (i / 7 + random.between(-0.04, 0.04) + 1) % 1,
    colour: random.pick(SPARKS),
  }))
  return [
    {
      kind: 'live',
      depth: 0.1,
      draw(context, second) {
        context.lineCap = 'round'
        for (const burst of bursts) {
          const t = (((clock.travel(second, 0.36, 1) + burst.phase) % 1) + 1) % 1
          const out = 1 - (1 - t) ** 3
          context.globalAlpha = Math.max(0, Math.min(1, (1 - t) * 1.6))
          context.strokeStyle = burst.colour
          context.lineWidth = unit * 0.42
          context.beginPath()
          for (let k = 0; k < RAYS; k++) {
            const angle = (k / RAYS) * Math.PI * 2 + burst.phase
            const long = burst.size * (k % 2 === 0 ? 1 : 0.72)
            const drop = burst.size * 0.3 * t * t
            const at = (r: number) => ({ x: burst.x + Math.cos(angle) * r, y: burst.y + Math.sin(angle) * r + drop })
            const tail = at(long * Math.max(0, out - 0.28))
            const head = at(long * out)
            context.moveTo(tail.x, tail.y)
            context.lineTo(head.x, head.y)
          }
          context.stroke()
        }
      },
    },
  ]
}
