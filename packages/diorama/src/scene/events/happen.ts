import type { Cue, Happening } from '../../brief.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { breaching } from './breaching.ts'
import { BURSTS_AT } from './burst-time.ts'
import { blooms } from './change-cels.ts'
import { climbOf } from './climbs.ts'
import { aboutMiddle, bouncing, falling, rolling, shaking, swaying, toppling } from './falls.ts'
import {
  approaching,
  arriving,
  crossing,
  departing,
  goingAway,
  goingRound,
  headingOf,
  landing,
  leapingOff,
  leapingOnto,
  leapingOver,
  type PathOf,
} from './paths.ts'
import { pourMotion } from './pouring.ts'
import { needsRunway, takingOff, touchingDown } from './runway.ts'
import { blownFrom, thrownBy } from './thrown.ts'
import { within } from '../eased.ts'
import { shareOf } from './timing.ts'
import { turnOf } from './whose-turn.ts'

type Mover = (second: number) => Motion

// How far it may go on and still be seen whole.
const roomAhead = ({ width }: Stage, placement: Placement): number => {
  const { x, width: wide } = placement
  return Math.max(0, (headingOf(placement) > 0 ? width - x : x) - wide * 0.55)
}

// From just above the ground to just under the upper edge; who has a place to stand on begins there.
const rising: PathOf = (stage, plan, placement) => {
  if (needsRunway(stage, placement)) return takingOff(stage, plan, placement)
  const { foot, height, contact, carrier } = placement
  const stands = contact !== 'air' || carrier !== undefined
  const low = stands ? 0 : Math.max(0, Math.min(stage.height * 0.96 - foot, stage.height * 0.4))
  const high = Math.max(0, Math.min(foot - height - stage.height * 0.03, stage.height * 0.45))
  // Who has wings leaves its perch for where it looks.
  const aside =
    carrier === undefined ? 0 : headingOf(placement) * Math.min(stage.width * 0.34, roomAhead(stage, placement))
  return (share, second) => {
    const part = within(share, carrier === undefined ? 0 : 0.15, 1)
    return { y: low - (low + high) * part, x: aside * part + stage.unit * 0.8 * stage.clock.wave(second, 4.2) }
  }
}

const LAKE = /^(lake|pond|river|pool|waterfall|swamp|beach|coast|harbour|island)$/

/** Where somebody comes down in the water, in pixels from where they stand: out on the lake, for those on its bank. */
export function plungeTo(
  { brief, width }: Stage,
  plan: ScenePlan,
  { contact, foot, flip }: Placement,
): { x: number; y: number } {
  if (contact === 'water' || !brief.places.some((place) => LAKE.test(place))) return { x: 0, y: 0 }
  const water = plan.horizon + (plan.floor - plan.horizon) * 0.42
  return { x: (flip ? 1 : -1) * width * 0.08, y: Math.min(0, water - foot) }
}

// One leap that ends in the water, and bobbing afterwards.
const plunging: PathOf = (stage, plan, placement) => {
  const leaps = breaching(stage, plan, placement)
  if (leaps) return leaps
  const { foot, height } = placement
  const leapHeight = Math.max(stage.unit * 4, Math.min(stage.height * 0.3, height, foot - height - stage.unit * 3))
  const to = plungeTo(stage, plan, placement)
  const farther = to.y < 0 ? 0.72 : 1
  return (share, second) => {
    const leap = Math.min(1, Math.max(0, (share - 0.1) / 0.32))
    const wet = within(share, 0.42, 0.5)
    const bob = stage.clock.wave(second, 1.6) * stage.unit * 0.5 * wet
    const size = 1 + (farther - 1) * leap
    return {
      x: to.x * leap,
      y:
        to.y * leap -
        Math.sin(leap * Math.PI) * leapHeight +
        bob +
        wet * height * (placement.contact === 'water' ? 0.3 : 0.1),
      stretchX: size,
      stretchY: size,
      turn: leap > 0 && leap < 1 ? (leap - 0.5) * 0.5 : 0,
    }
  }
}

// A cut-out turns about its height: narrow, and then seen from its other side.
function spinning({ clock }: Stage): Mover {
  return (second) => {
    const side = clock.wave(second, 2.2, 0.25)
    return { stretchX: Math.sign(side || 1) * Math.max(0.06, Math.abs(side)) }
  }
}

const ROUND = /^(gear|wheel|optical-disk|dvd|cyclone|nazar-amulet|pizza|sun|snowflake|ringed-planet)$/
const isRound = ({ brief }: Stage, { subject }: Placement) => ROUND.test(brief.subjects[subject]?.art ?? '')

// Wheels that touch each other turn against each other.
function wheeling({ clock }: Stage, placement: Placement): Mover {
  const way = placement.index % 2 === 0 ? 1 : -1
  return (second) => aboutMiddle(way * clock.turn(second, 4), placement)
}

// Leans over and goes under: what is below the water is not seen.
const goingDown: PathOf = (stage, plan, placement) => {
  if (needsRunway(stage, placement)) return touchingDown(stage, plan, placement)
  if (placement.contact !== 'water') return landing(stage, plan, placement)
  const side = placement.flip ? 1 : -1
  return (share, second) => {
    const gone = within(share, 0.1, 0.98)
    return {
      turn: side * 0.3 * Math.min(1, gone * 1.6) + 0.02 * stage.clock.wave(second, 1.7),
      stretchY: 1 - 0.92 * gone,
      y: stage.unit * 2 * gone,
    }
  }
}

const bursting: PathOf = () => (share) => {
  const size = 1 + 0.12 * within(share, 0.15, BURSTS_AT)
  return { stretchX: size, stretchY: size, opacity: share < BURSTS_AT ? 1 : 0 }
}

// What grows out of the ground is a sprout first; what is inflated is slack first.
const growing: PathOf = ({ brief }, _plan, { subject }) => {
  // A flower opens by its own drawings.
  if (blooms(brief.subjects[subject] ?? { kind: '' })) return () => ({})
  return (share) => {
    const size = 0.08 + 0.92 * within(share, 0.04, 0.9)
    return { stretchX: size, stretchY: size }
  }
}

const melting: PathOf = () => (share) => {
  const gone = within(share, 0.08, 0.98)
  return { stretchX: 1 + 0.55 * gone, stretchY: 1 - 0.86 * gone }
}

const breaking: PathOf = (stage, plan, placement) => {
  const down = stage.brief.happenings.includes('fall') ? undefined : falling(stage, plan, placement)
  return (share, second) => ({
    ...(down && down(Math.min(0.5, share * 1.04), second)),
    opacity: share < BURSTS_AT ? 1 : 0,
  })
}

// A door, a lamp, a book and the weather change without moving; `change-cels.ts` and others draw that.
const WAYS: Partial<Record<Happening, PathOf>> = {
  rise: rising,
  sink: goingDown,
  splash: plunging,
  burst: bursting,
  break: breaking,
  melt: melting,
  grow: growing,
  arrive: arriving,
  depart: departing,
  cross: crossing,
  approach: approaching,
  away: goingAway,
  round: goingRound,
  over: leapingOver,
  onto: leapingOnto,
  off: leapingOff,
  release: rising,
  fall: falling,
  topple: toppling,
  bounce: bouncing,
  roll: rolling,
  shake: shaking,
  appear: () => (share) => ({ opacity: within(share, 0.12, 0.5) }),
  vanish: () => (share) => ({ opacity: 1 - within(share, 0.45, 0.88) }),
}

// Both at once: what has come to its end stays there while the next begins.
function together(movers: readonly Mover[]): Mover {
  return (second) => {
    const sum = { x: 0, y: 0, turn: 0, stretchX: 1, stretchY: 1, opacity: 1, grounded: false }
    for (const move of movers) {
      const motion = move(second)
      sum.x += motion.x ?? 0
      sum.y += motion.y ?? 0
      sum.turn += motion.turn ?? 0
      sum.stretchX *= motion.stretchX ?? 1
      sum.stretchY *= motion.stretchY ?? 1
      sum.opacity *= motion.opacity ?? 1
      sum.grounded ||= motion.grounded ?? false
    }
    return sum
  }
}

// Only one of these can carry somebody about at a time; the one that says most comes first.
const CARRY: readonly Happening[] = [
  'over',
  'onto',
  'off',
  'round',
  'splash',
  'sink',
  'approach',
  'away',
  'bounce',
  'roll',
  'fall',
  'cross',
  'rise',
  'release',
]

function ownCues(stage: Stage, plan: ScenePlan, placement: Placement): Cue[] {
  // Who chases somebody across a field keeps behind them.
  const chases = stage.brief.script?.deeds.some(({ verb, patient }) => verb === 'chase' && patient !== undefined)
  const all = [...new Set(stage.brief.happenings)].filter((what) => what !== 'cross' || !chases)
  const own = all.flatMap((what) => turnOf(stage, plan, what, placement) ?? [])
  const overlaps = (a: Cue, b: Cue) => a.from < b.to && b.from < a.to
  const rank = ({ what }: Cue) =>
    CARRY.includes(what) ? CARRY.indexOf(what) : what === 'arrive' || what === 'depart' ? 99 : -1
  return own.filter(
    (cue) => rank(cue) < 0 || !own.some((other) => rank(other) >= 0 && rank(other) < rank(cue) && overlaps(cue, other)),
  )
}

// What a deed makes of what it is done to, or of who does it.
const byDeed = (stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined =>
  pourMotion(stage, plan, placement) ??
  thrownBy(stage, plan, placement) ??
  blownFrom(stage, placement) ??
  climbOf(stage, plan, placement)

/** What happens once to a placement, laid over how it moves anyway; nothing where it is another's turn. */
export function happenTo(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  if (stage.still) return undefined
  const given = byDeed(stage, plan, placement)
  if (given) return given
  if (turnOf(stage, plan, 'spin', placement))
    return isRound(stage, placement) ? wheeling(stage, placement) : spinning(stage)
  const swing = turnOf(stage, plan, 'sway', placement) && swaying(stage, plan, placement)
  if (swing) return (second) => swing(0, second)
  // What happens once cannot come round again.
  if (stage.clock.loop) {
    const again = (['round', 'bounce'] as const).find((what) => turnOf(stage, plan, what, placement))
    const path = again && WAYS[again]?.(stage, plan, placement)
    return path && ((second) => path(0, second))
  }
  const movers = ownCues(stage, plan, placement).flatMap((cue): Mover[] => {
    const path = WAYS[cue.what]?.(stage, plan, placement)
    return path ? [(second) => path(shareOf(stage, cue, second), second)] : []
  })
  return movers.length > 0 ? together(movers) : undefined
}
