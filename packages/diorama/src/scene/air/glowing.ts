import type { Colour } from '../colour.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs, type Mote } from './drift.ts'
import { speck } from './speck.ts'

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
  const spark = speck(options.colour, 0.18)
  return {
    kind: 'live',
    depth: 1.08,
    draw(context, second) {
      context.globalCompositeOperation = 'screen'
      for (const mote of motes) {
        const { x, y } = whereIs(mote, clock, second, stage.height)
        const drift = options.fall === 0 ? stage.unit * 2 * clock.wave(second, mote.period * 1.3, mote.phase + 0.4) : 0
        const high = options.top * stage.height + (y / stage.height) * (1 - options.top) * stage.height
        context.globalAlpha = Math.max(0, 0.55 + 0.45 * clock.wave(second, mote.period * 0.7, mote.tone))
        context.drawImage(spark, x - mote.size / 2, high + drift - mote.size / 2, mote.size, mote.size)
      }
    },
  }
}

/** Fireflies that hover and blink. */
export function fireflies(stage: Stage): Live {
  const { unit } = stage
  return glowing(stage, 'fireflies', {
    count: 34,
    size: unit * 5,
    fall: 0,
    sway: unit * 4,
    colour: '#f4ff9a',
    top: 0.3,
  })
}

/** Embers that rise. */
export function embers(stage: Stage): Live {
  const { unit } = stage
  return glowing(stage, 'embers', {
    count: 50,
    size: unit * 2.6,
    fall: -unit * 10,
    sway: unit * 3,
    colour: '#ff9a4a',
    top: 0,
  })
}
