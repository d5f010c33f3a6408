import { traitsOf } from '../../archetype-traits.ts'
import type { Activity, Posture, Subject } from '../../brief.ts'
import { REACH } from '../camera.ts'
import type { Clock } from '../clock.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Motion } from '../layers.ts'
import type { Stage } from '../stage.ts'

type Mover = (second: number) => Motion

const BY_POSTURE: Partial<Record<Posture, Habit>> = {
  sleep: 'sleep',
  lie: 'sleep',
  sit: 'sit',
  'sit-on-ground': 'sit',
  walk: 'run',
  run: 'run',
  jump: 'jump',
  fly: 'fly',
  swim: 'swim',
  dance: 'dance',
}

/** Which movement suits a subject: what it does, or else what it is. */
function habit(subject: Subject, placement: Placement, stage: Stage): Habit {
  if (placement.posture) return BY_POSTURE[placement.posture] ?? 'breathe'
  return subject.activity ?? nature(subject, placement, stage)
}

function nature(subject: Subject, placement: Placement, stage: Stage): Habit {
  // What hangs on a wall hangs still.
  if (subject.kind === 'household') return 'stay'
  const { where, view } = traitsOf(stage.brief.archetype)
  if (placement.contact === 'edge') return 'breathe'
  if (subject.kind.startsWith('animal')) {
    if (where.water === 'all' || placement.contact === 'water') return 'swim'
    return placement.contact === 'air' ? 'fly' : 'breathe'
  }
  if (placement.contact === 'water') return 'sail'
  if (subject.kind.startsWith('transport-ground') && view.vehiclesDrive) return 'drive'
  if (placement.contact === 'air') return /^(transport|person)/.test(subject.kind) ? 'fly' : 'hover'
  return /^(person|face|cat-face|monkey-face)/.test(subject.kind) ? 'breathe' : 'stay'
}

type Way = { clock: Clock; unit: number; phase: number; ahead: (second: number) => number }
type Habit = Activity | 'breathe' | 'stay' | 'hover'

function breathing(period: number, depth: number, sway: number): (way: Way) => Mover {
  return ({ clock, phase }) =>
    (second) => {
      const breath = clock.wave(second, period, phase)
      const turn = sway * clock.wave(second, 4.1, phase)
      return { stretchY: 1 + depth * breath, stretchX: 1 - depth * 0.5 * breath, turn }
    }
}

function floating({ clock, unit, phase }: Way): Mover {
  return (second) => ({
    x: unit * 0.5 * clock.wave(second, 5.3, phase + 0.2),
    y: unit * 1.1 * clock.wave(second, 3.4, phase),
    turn: 0.035 * clock.wave(second, 4.4, phase),
  })
}

function jumping({ clock, unit, phase }: Way): Mover {
  return (second) => {
    const swing = clock.wave(second, 1.5, phase)
    const lift = Math.max(0, swing)
    const crouch = Math.max(0, -swing)
    return { y: -lift * unit * 5, stretchY: 1 + 0.05 * lift - 0.07 * crouch, stretchX: 1 - 0.03 * lift + 0.05 * crouch }
  }
}

const MOVERS: Record<Habit, (way: Way) => Mover> = {
  stay: () => () => ({}),
  breathe: breathing(2.6, 0.014, 0),
  sit: breathing(3, 0.012, 0.012),
  sleep: breathing(3.8, 0.024, 0),
  hover: floating,
  float: floating,
  jump: jumping,
  fly:
    ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second),
      y: unit * 2 * clock.wave(second, 2.5, phase),
      turn: 0.05 * clock.wave(second, 2.5, phase + 0.2),
      stretchY: 1 + 0.05 * clock.wave(second, 0.8, phase),
    }),
  swim:
    ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second),
      y: unit * 0.9 * clock.wave(second, 2.9, phase),
      turn: 0.045 * clock.wave(second, 1.45, phase),
      stretchX: 1 + 0.02 * clock.wave(second, 1.45, phase + 0.25),
    }),
  sail:
    ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second) * 0.8,
      y: unit * 0.55 * clock.wave(second, 2.8, phase),
      turn: 0.035 * clock.wave(second, 3.3, phase),
    }),
  drive:
    ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second),
      y: -Math.abs(unit * 0.22 * clock.wave(second, 0.62, phase)),
      turn: 0.006 * clock.wave(second, 0.62, phase + 0.3),
    }),
  run:
    ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second),
      y: -Math.abs(unit * 1.5 * clock.wave(second, 0.9, phase)),
      turn: 0.05 * clock.wave(second, 0.9, phase + 0.25),
    }),
  dance:
    ({ clock, unit, phase }) =>
    (second) => ({
      x: unit * 0.8 * clock.wave(second, 1.9, phase),
      y: -Math.abs(unit * 1.1 * clock.wave(second, 0.95, phase)),
      turn: 0.09 * clock.wave(second, 1.9, phase),
      stretchY: 1 + 0.03 * clock.wave(second, 0.95, phase + 0.25),
    }),
}

/** How a placed subject moves. Its pivot is its foot; nothing leaves the picture. */
export function moverOf(subject: Subject, placement: Placement, stage: Stage): Mover {
  const { clock, unit } = stage
  const room = Math.max(0, Math.min(placement.x - placement.width / 2, stage.width - placement.x - placement.width / 2))
  // What the camera may take away at the edge is not there to wander in.
  const free = Math.max(0, room - stage.width * REACH)
  const wander = (placement.flip ? 1 : -1) * Math.min(free * 0.7, unit * 9)
  // One way through the clip, and only a sway in a loop: nothing that drives may be seen to reverse.
  const ahead = (second: number) =>
    clock.loop ? wander * 0.2 * clock.wave(second, clock.seconds) : wander * ((second / clock.seconds) * 2 - 1)
  return MOVERS[habit(subject, placement, stage)]({ clock, unit, phase: placement.phase, ahead })
}
