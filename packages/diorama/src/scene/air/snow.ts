import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs } from './drift.ts'
import { speck } from './speck.ts'

/** Falling snow. */
export function snow(stage: Stage): Live {
  const motes = scatter(stage.random.fork('snow'), crowd(stage, 200), {
    ...stage,
    size: stage.unit * 2.5,
    fall: stage.unit * 9,
    sway: stage.unit * 2.4,
  })
  const flake = speck('#ffffff', 0.55)
  return {
    kind: 'live',
    depth: 1.15,
    draw(context, second) {
      for (const mote of motes) {
        const { x, y } = whereIs(mote, stage.clock, second, stage.height)
        context.globalAlpha = 0.55 + 0.4 * mote.tone
        context.drawImage(flake, x, y, mote.size, mote.size)
      }
    },
  }
}
