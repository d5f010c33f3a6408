import type { Cue, Happening } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Held } from '../rig/held.ts'
import type { Stage } from '../stage.ts'
import { BURSTS_AT } from './burst-time.ts'
import { RELEASED_AT } from './release-time.ts'
import { within } from '../eased.ts'
import { cuesOf, onceDone, shareOf } from './timing.ts'
import { holds } from './whose-turn.ts'

/** The states of what somebody has in the hand while it changes there, and which of them is shown at a second. */
export type HeldChange = { states: (readonly Held[])[]; shown: (second: number) => number }

const STATES = 9
// What is another drawing once it is open.
const OPENED: Readonly<Record<string, string>> = {
  'wrapped-gift': 'open-box',
  'closed-book': 'open-book',
  package: 'open-box',
}

function stateOf(thing: Held, what: Happening, share: number): Held {
  if (what === 'grow')
    return { ...thing, width: thing.width * (0.16 + 0.84 * share), height: thing.height * (0.16 + 0.84 * share) }
  const opened = Object.hasOwn(OPENED, thing.art) ? OPENED[thing.art] : undefined
  if (opened !== undefined) return share > 0.5 ? { ...thing, art: opened } : thing
  return /umbrella|fan/.test(thing.art) ? { ...thing, width: thing.width * (0.14 + 0.86 * share) } : thing
}

/** How something changes in the hand of who holds it: an umbrella that opens, a balloon that is blown up and bursts. */
export function heldChange(stage: Stage, placement: Placement): HeldChange | undefined {
  if (stage.clock.loop || stage.still) return undefined
  const own = (what: Happening) => cuesOf(stage, what).find((cue) => holds(placement, cue))
  const grows = own('open') ?? own('grow') ?? own('close')
  const bursts = own('burst') ?? own('break') ?? own('release')
  if (!grows && !bursts) return undefined
  const { held = [] } = placement
  const isIt = (thing: Held, cue: Cue | undefined) => cue !== undefined && holds({ ...placement, held: [thing] }, cue)
  const states = Array.from({ length: STATES }, (_, state) =>
    held.map((thing) => (grows && isIt(thing, grows) ? stateOf(thing, grows.what, state / (STATES - 1)) : thing)),
  )
  const gone = held.filter((thing) => !isIt(thing, bursts))
  return {
    states: [...states, gone],
    shown(second) {
      if (bursts && shareOf(stage, bursts, second) >= (bursts.what === 'release' ? RELEASED_AT : BURSTS_AT))
        return STATES
      if (!grows) return STATES - 1
      const slow = grows.what === 'grow'
      const done = slow ? within(shareOf(stage, grows, second), 0.04, 0.96) : onceDone(stage, grows, second)
      return Math.round((grows.what === 'close' ? 1 - done : done) * (STATES - 1))
    },
  }
}
