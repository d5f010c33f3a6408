import type { Canvas } from '@napi-rs/canvas'
import type { Clock } from '../clock.ts'
import type { Live } from '../layers.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'

/** One thing in the air: where it starts, how it falls and sways. */
export type Mote = {
  x: number
  y: number
  size: number
  fall: number
  sway: number
  period: number
  phase: number
  tone: number
}

/** Scatters motes over a box; nearer ones are larger and faster. */
export function scatter(
  random: Random,
  count: number,
  options: { width: number; height: number; size: number; fall: number; sway: number },
): Mote[] {
  return Array.from({ length: count }, () => {
    const near = 0.35 + 0.65 * random.next() ** 1.6
    return {
      x: random.between(-0.08, 1.08) * options.width,
      y: random.next() * options.height,
      size: options.size * near * random.between(0.7, 1.3),
      fall: options.fall * near * random.between(0.8, 1.2),
      sway: options.sway * random.between(0.5, 1.3),
      period: random.between(2.2, 4.6),
      phase: random.next(),
      tone: random.next(),
    }
  })
}

/** Where a mote is now, coming round again at the edges. */
export function whereIs(mote: Mote, clock: Clock, second: number, height: number): { x: number; y: number } {
  const span = height * 1.16
  const gone = mote.y + clock.travel(second, mote.fall, span)
  const y = (((gone % span) + span) % span) - height * 0.08
  return { x: mote.x + mote.sway * clock.wave(second, mote.period, mote.phase), y }
}

type Drifting = { name: string; count: number; size: number; fall: number; sway: number; depth: number; grain: Canvas }
type Shown = { x: number; y: number; opacity: number }

/** Specks of light that drift over everything: `shown` says where and how bright one is that has come to a place. */
export function drifting(
  stage: Stage,
  { name, count, grain, depth, ...moved }: Drifting,
  shown: (mote: Mote, at: { x: number; y: number }, second: number) => Shown,
): Live {
  const motes = scatter(stage.random.fork(name), crowd(stage, count), { ...stage, ...moved })
  return {
    kind: 'live',
    depth,
    draw(context, second) {
      context.globalCompositeOperation = 'screen'
      for (const mote of motes) {
        const { x, y, opacity } = shown(mote, whereIs(mote, stage.clock, second, stage.height), second)
        context.globalAlpha = opacity
        context.drawImage(grain, x, y, mote.size, mote.size)
      }
      context.globalCompositeOperation = 'source-over'
    },
  }
}
