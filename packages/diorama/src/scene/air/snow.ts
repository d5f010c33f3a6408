import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs } from './drift.ts'
import { speck } from './speck.ts'

/** Falling snow. */
export function snow(stage: Stage): Live {
  // In a blizzard there is more of it than one can see through, and it drives across.
  const driven = stage.brief.weather.includes('wind')
  const lean = driven ? 0.9 : 0
  const motes = scatter(stage.random.fork('snow'), crowd(stage, driven ? 620 : 260), {
    ...stage,
    size: stage.unit * 2.5,
    fall: stage.unit * (driven ? 26 : 9),
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
        const across = lean * (y - stage.height / 2)
        context.drawImage(flake, x - across, y, mote.size, mote.size)
      }
    },
  }
}
