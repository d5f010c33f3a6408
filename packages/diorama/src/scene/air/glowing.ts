import type { Colour } from '../colour.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { drifting } from './drift.ts'
import { speck } from './speck.ts'

type Glow = { name: string; count: number; size: number; fall: number; sway: number; colour: Colour; top: number }

function glowing(stage: Stage, { colour, top, ...moved }: Glow): Live {
  const { clock, unit, height } = stage
  return drifting(stage, { ...moved, depth: 1.08, grain: speck(colour, 0.18) }, (mote, { x, y }, second) => {
    const hover = moved.fall === 0 ? unit * 2 * clock.wave(second, mote.period * 1.3, mote.phase + 0.4) : 0
    return {
      x: x - mote.size / 2,
      y: top * height + y * (1 - top) + hover - mote.size / 2,
      opacity: Math.max(0, 0.55 + 0.45 * clock.wave(second, mote.period * 0.7, mote.tone)),
    }
  })
}

/** Fireflies that hover and blink. */
export function fireflies(stage: Stage): Live {
  const { unit } = stage
  return glowing(stage, {
    name: 'fireflies',
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
  return glowing(stage, {
    name: 'embers',
    count: 50,
    size: unit * 2.6,
    fall: -unit * 10,
    sway: unit * 3,
    colour: '#ff9a4a',
    top: 0,
  })
}
