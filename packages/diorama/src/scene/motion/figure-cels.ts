import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { RigBox } from '../rig/person-rig.ts'
import { drawRig, rigBoxAt, rigBoxOf } from '../rig/rigs.ts'
import { settle } from '../settle.ts'
import type { Stage } from '../stage.ts'
import { isSunk, sink, waterLine } from '../subjects/in-water.ts'
import { RELEASED_AT } from '../events/released.ts'
import { cuesOf, shareOf } from '../events/timing.ts'
import { swept } from '../../threads/sweep.ts'
import { holds } from '../events/whose-turn.ts'
import { bentCycle, limbCycle, type Cycle } from './cycle.ts'
import { habitOf } from './habit.ts'
import { beatAt, paceOf } from './pace.ts'
import { bent } from './puppet.ts'
import { placedSubject } from '../../staging/one-of-many.ts'

/** The drawings of a figure's movement, looking left; `at` is where its foot is in each of them. */
export type FigureCels = { drawings: Canvas[]; at: { x: number; y: number }; shown: (second: number) => number }

// All drawings of all figures together cover the picture about this often: more would cost the memory of another clip.
const BUDGET = 1
const FEWEST = 6

function drawingsFor({ drawings }: Cycle, area: number, stage: Stage, plan: ScenePlan): number {
  const share = (BUDGET * stage.width * stage.height) / Math.max(1, plan.placements.length)
  return Math.max(FEWEST, Math.min(drawings, Math.floor(share / area)))
}

// In step with the movers of `subjects/motion.ts`, which count from the same phase.
function inTurn({ clock }: Stage, { phase }: Placement, { period }: Cycle, count: number): FigureCels['shown'] {
  return (second) => {
    const round = clock.turn(second, period) / (Math.PI * 2) + phase
    return Math.floor((round - Math.floor(round)) * count) % count
  }
}

const union = (a: RigBox, b: RigBox): RigBox => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
})

// Who lets go of something is drawn once with it and once without.
async function heldCels(stage: Stage, placement: Placement): Promise<FigureCels | undefined> {
  const subject = placedSubject(stage.brief.subjects, placement)
  const { posture, held = [], width, height } = placement
  const cue = stage.clock.loop ? undefined : cuesOf(stage, 'release').find((one) => holds(placement, one))
  if (!posture || !cue) return undefined
  const figure = { posture, phase: placement.phase + placement.subject * 0.371 }
  const own = rigBoxAt(subject, { ...figure, held })
  if (!own) return undefined
  const kept = held.filter((thing) => !holds({ ...placement, held: [thing] }, cue))
  const states = [held, kept].map((state) => ({ ...figure, held: state }))
  const { drawings, at } = await drawnStates({ subject, width, height, own, states })
  return { drawings, at, shown: (second) => (shareOf(stage, cue, second) < RELEASED_AT ? 0 : 1) }
}

type Told = Parameters<typeof rigBoxAt>[1]
type States = { subject: Subject; width: number; height: number; own: RigBox; states: readonly Told[] }

/** A figure in several states in a room that all of them fit into, and where its foot is in it. */
async function drawnStates(
  { subject, width, height, own, states }: States,
  finish: (drawing: Canvas, room: RigBox, scale: number) => void = () => {},
): Promise<Pick<FigureCels, 'drawings' | 'at'>> {
  const room = states.map((state) => rigBoxAt(subject, state) ?? rigBoxOf(subject, state) ?? own).reduce(union, own)
  const scale = { x: width / (own.right - own.left), y: height / (own.bottom - own.top) }
  const size = { width: (room.right - room.left) * scale.x, height: (room.bottom - room.top) * scale.y }
  const drawings: Canvas[] = []
  for (const state of states) {
    const drawing = await drawRig(subject, state, size, room)
    if (drawing) {
      finish(drawing, room, scale.y)
      settle(drawing)
      drawings.push(drawing)
    }
    await swept()
  }
  const middle = (own.left + own.right) / 2
  return { drawings, at: { x: (room.right - middle) * scale.x, y: (own.bottom - room.top) * scale.y } }
}

async function limbCels(stage: Stage, plan: ScenePlan, placement: Placement): Promise<FigureCels | undefined> {
  const subject = placedSubject(stage.brief.subjects, placement)
  const { posture, held = [], width, height } = placement
  const cycle = posture && limbCycle(subject, posture)
  if (!posture || !cycle) return undefined
  const figure = { posture, held, phase: placement.phase + placement.subject * 0.371 }
  const own = rigBoxAt(subject, figure)
  if (!own) return undefined
  const pace = paceOf(stage, plan, placement)
  const count = drawingsFor(cycle, width * height * 1.3, stage, plan)
  const beats = Array.from({ length: count }, (_, index) => beatAt(pace, index / count))
  const states = beats.map((beat) => ({ ...figure, beat }))
  const underWater = (drawing: Canvas, room: RigBox, scale: number) =>
    sink(drawing, waterLine(own.bottom - own.top, placement) * scale + (own.top - room.top) * scale)
  const told = { subject, width, height, own, states }
  const { drawings, at } = await drawnStates(told, isSunk(subject, placement) ? underWater : undefined)
  return {
    drawings,
    at,
    shown: inTurn(stage, placement, { ...cycle, period: cycle.period / pace.cadence }, drawings.length),
  }
}

function bentCels(stage: Stage, plan: ScenePlan, placement: Placement, picture: Canvas): FigureCels | undefined {
  const subject = placedSubject(stage.brief.subjects, placement)
  const cycle = bentCycle(subject, placement, habitOf(subject, placement, stage))
  if (!cycle?.bending || placement.part) return undefined
  const { bending } = cycle
  const margin = bending === 'tread' || bending === 'fold' ? 2 : Math.ceil(picture.height * 0.18)
  const count = drawingsFor(cycle, (picture.width + margin * 2) * (picture.height + margin * 2), stage, plan)
  return {
    drawings: Array.from({ length: count }, (_, index) => bent(picture, bending, index / count, margin)),
    at: { x: picture.width / 2 + margin, y: picture.height + margin },
    shown: inTurn(stage, placement, cycle, count),
  }
}

/** The movement of a placed figure as drawings, not yet lit; nothing where it holds still or only one frame is wanted. */
export async function figureCels(
  stage: Stage,
  plan: ScenePlan,
  placement: Placement,
  picture: () => Promise<Canvas>,
): Promise<FigureCels | undefined> {
  if (stage.still) return undefined
  const limbs = (await heldCels(stage, placement)) ?? (await limbCels(stage, plan, placement))
  return limbs ?? bentCels(stage, plan, placement, await picture())
}
