import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { cuesOf, shareOf, within } from './timing.ts'

type Air = { behind: Live[]; front: Live[] }

// Drawn on a layer of its own opacity: what falls has several of its own, so the clip is made from the top down.
const asFarAs = (part: Live, { width, height, margin }: Stage, share: (second: number) => number): Live => ({
  ...part,
  draw(context, second) {
    const there = share(second)
    if (there <= 0) return
    context.save()
    if (there < 1) {
      // The first drops come from above, and the last ones are the lowest.
      context.beginPath()
      context.rect(-margin * 2, -margin * 2, width + margin * 4, (height + margin * 4) * there)
      context.clip()
    }
    part.draw(context, second)
    context.restore()
  },
})

/** What fills the air, where it begins or ends in the course of the clip. */
export function airInTurn(stage: Stage, air: Air): Air {
  if (stage.clock.loop || stage.still) return air
  const [comes] = cuesOf(stage, 'weather-comes')
  const [goes] = cuesOf(stage, 'weather-goes')
  if (!comes && !goes) return air
  const share = (second: number) => {
    const there = comes ? within(shareOf(stage, comes, second), 0.2, 0.5) : 1
    // What stops stays away from above.
    const gone = goes ? within(shareOf(stage, goes, second), 0.1, 0.5) : 0
    return there * (1 - gone)
  }
  const turned = (part: Live) => asFarAs(part, stage, share)
  return { behind: air.behind.map(turned), front: air.front.map(turned) }
}
