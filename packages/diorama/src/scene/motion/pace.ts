import type { Subject } from '../../brief.ts'
import { REACH } from '../camera.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { breedOf } from '../rig/breeds.ts'
import { hasPersonRig } from '../rig/has-joints.ts'
import { rigBoxAt } from '../rig/rigs.ts'
import { boxOf } from '../shot/move-placements.ts'
import type { Stage } from '../stage.ts'
import { speedOf, type Beat } from './gait.ts'
import type { Habit } from './habit.ts'
import { habitOf } from './habit.ts'
import { PERSON_GAITS, PERSON_LEG } from './person-gait.ts'
import { QUADRUPED_GAITS } from './quadruped-gait.ts'

/**
 * How a placed subject gets on: where it is at a second, in pixels from its place, how long its steps are for that, and how many
 * times as fast as usual it takes them.
 */
export type Pace = { ahead: (second: number) => number; step: number; cadence: number }

// A small dog takes this many steps where it would take one, to keep up with whoever leads it.
const QUICKEST = 2.1

// Units in a second, for whatever has no legs to measure it by.
const SPEEDS: Partial<Record<Habit, number>> = { fly: 17, swim: 11, sail: 9, drive: 20, walk: 8, run: 16, hop: 10 }

/** What a figure's own legs make in a second, in pixels; nothing where it has none. */
function legSpeed(subject: Subject, placement: Placement): number | undefined {
  const { posture, held = [], phase } = placement
  if (posture !== 'walk' && posture !== 'run') return undefined
  const box = rigBoxAt(subject, { posture, held, phase })
  if (!box) return undefined
  const perUnit = placement.height / (box.bottom - box.top)
  if (hasPersonRig(subject)) return speedOf(PERSON_GAITS[posture]) * PERSON_LEG.whole * perUnit
  const breed = breedOf(subject.art)
  return breed && speedOf(QUADRUPED_GAITS[posture]) * (breed.leg * 1.12 + breed.girth * 0.2) * perUnit
}

type Mover = { placement: Placement; own: number | undefined; speed: number }

/** Everybody who gets on, and how fast. */
export function moversIn(stage: Stage, plan: ScenePlan): Mover[] {
  return plan.placements.flatMap((placement): Mover[] => {
    const subject = stage.brief.subjects[placement.subject]
    if (!subject || placement.carrier !== undefined || placement.part || isKicker(stage, placement)) return []
    const usual = SPEEDS[habitOf(subject, placement, stage)]
    if (usual === undefined) return []
    const own = legSpeed(subject, placement)
    return [{ placement, own, speed: own ?? usual * stage.unit }]
  })
}

// Who kicks a ball stays, and the ball goes.
const isKicker = ({ brief: { script, happenings } }: Stage, { subject }: Placement): boolean =>
  happenings.includes('kick') &&
  (script?.deeds.some(({ agents, patient }) => patient !== undefined && agents.includes(subject)) ?? false)

type Side = { left: number; right: number }
type Traffic = { movers: readonly Mover[]; blocks: readonly Side[]; plan: ScenePlan }

// Whoever stands about is not walked through, and who is in the water not sailed over; before houses and trees there is room to pass.
function blocksFor({ brief }: Stage, plan: ScenePlan, movers: readonly Mover[]): Side[] {
  const moves = (contact: Placement['contact']) => movers.some(({ placement }) => placement.contact === contact)
  const inTheWay = ({ contact }: Placement) =>
    contact === 'ground' ? moves('ground') : moves('water') && (contact === 'water' || contact === 'air')
  return plan.placements
    .filter((one) => inTheWay(one) && one.carrier === undefined && !one.part)
    .filter((one) => !movers.some(({ placement }) => placement === one))
    .filter((one) => /^(person|animal|face)/.test(brief.subjects[one.subject]?.kind ?? ''))
    .map(({ x, width }) => ({ left: x - width * 0.45, right: x + width * 0.45 }))
}

// A zoom shows less of the picture at one end of the clip, and a turn takes away more at its side.
function edgeOf({ brief }: Stage): number {
  if (brief.camera === 'push-in' || brief.camera === 'pull-out') return 0.17
  return REACH + (brief.camera && brief.camera !== 'still' ? 0.12 : 0.02)
}

// The first of a caravan takes the others along: none of them may leave the picture.
function withTheirs({ placements }: ScenePlan, first: Placement): Side {
  const at = placements.indexOf(first)
  const { left, right } = boxOf(placements.filter((one) => one === first || one.carrier === at))
  return { left, right }
}

// Those who go the same way keep together, so nobody runs into the one ahead.
function common(stage: Stage, { movers, blocks, plan }: Traffic, flip: boolean): { speed: number; shift: number } {
  const same = movers.filter(({ placement }) => placement.flip === flip)
  const against = movers.length > same.length
  const sides = same.map(({ placement }) => withTheirs(plan, placement))
  // What the camera may take away at the edge is not there to wander in.
  const edge = stage.width * edgeOf(stage)
  const [from, to] = [Math.min(...sides.map((side) => side.left)), Math.max(...sides.map((side) => side.right))]
  const left = Math.max(
    0,
    from - Math.max(edge, ...blocks.filter((block) => block.right <= (from + to) / 2).map((block) => block.right)),
  )
  const right = Math.max(
    0,
    Math.min(
      stage.width - edge,
      ...blocks.filter((block) => block.left >= (from + to) / 2).map((block) => block.left),
    ) - to,
  )
  const [behind, before] = flip ? [left, right] : [right, left]
  const most = against ? Math.min(behind + before, stage.width * 0.1) : behind + before
  const [fastest, keepingUp] = [
    Math.max(...same.map((mover) => mover.speed)),
    Math.min(...same.map((mover) => mover.speed)) * QUICKEST,
  ]
  const speed = Math.min(fastest, keepingUp, most / stage.clock.seconds)
  const way = speed * stage.clock.seconds
  return { speed, shift: Math.max(way / 2 - behind, Math.min(before - way / 2, 0)) }
}

/** How far a subject gets. In a clip it goes one way, at a speed that its steps explain; in a loop it stays about its place. */
export function paceOf(stage: Stage, plan: ScenePlan, placement: Placement): Pace {
  const movers = moversIn(stage, plan)
  const mover = movers.find((one) => one.placement === placement)
  if (!mover) return { ahead: () => 0, step: 0, cadence: 1 }
  const { clock } = stage
  const { speed, shift } = common(stage, { movers, blocks: blocksFor(stage, plan, movers), plan }, placement.flip)
  const side = placement.flip ? 1 : -1
  if (clock.loop)
    return {
      ahead: (second) => (mover.own ? 0 : side * speed * 0.4 * clock.wave(second, clock.seconds)),
      step: 0.6,
      cadence: 1,
    }
  return {
    ahead: (second) => side * (shift + speed * (second - clock.seconds / 2)),
    step: mover.own ? Math.min(1, speed / mover.own) : 1,
    cadence: mover.own ? Math.max(1, speed / mover.own) : 1,
  }
}

/** A beat of a figure's movement at this pace. */
export const beatAt = ({ step }: Pick<Pace, 'step'>, phase: number): Beat => ({ phase, step })
