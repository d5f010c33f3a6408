import type { Happening } from '../../brief.ts'
import { within } from '../eased.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { arriving, crossing, departing, goingDown, growing, plunging, rising, type PathOf } from './paths.ts'
import { shareOf } from './timing.ts'
import { turnOf } from './whose-turn.ts'

type Mover = (second: number) => Motion

// A cut-out turns about its height: narrow, and then seen from its other side.
function spinning({ clock }: Stage): Mover {
  return (second) => {
    const side = clock.wave(second, 2.2, 0.25)
    return { stretchX: Math.sign(side || 1) * Math.max(0.06, Math.abs(side)) }
  }
}

// Only one of these can carry somebody about; the one that says most comes first.
const WAYS: Partial<Record<Happening, PathOf>> = {
  splash: plunging,
  sink: goingDown,
  rise: rising,
  release: rising,
  cross: crossing,
  arrive: arriving,
  depart: departing,
  grow: growing,
  appear: () => (share) => ({ opacity: within(share, 0.12, 0.5) }),
  vanish: () => (share) => ({ opacity: 1 - within(share, 0.45, 0.88) }),
}

/** What happens once to a placement, laid over how it moves anyway; nothing where it is another's turn. */
export function happenTo(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  if (stage.still) return undefined
  if (turnOf(stage, plan, 'spin', placement)) return spinning(stage)
  // What happens once cannot come round again.
  if (stage.clock.loop) return undefined
  // Who chases somebody across a field keeps behind them.
  const chases = stage.brief.script?.deeds.some(({ verb, patient }) => verb === 'chase' && patient !== undefined)
  for (const [what, pathOf] of Object.entries(WAYS) as [Happening, PathOf][]) {
    const cue = what === 'cross' && chases ? undefined : turnOf(stage, plan, what, placement)
    if (!cue) continue
    const path = pathOf(stage, plan, placement)
    return (second) => path(shareOf(stage, cue, second), second)
  }
  return undefined
}
