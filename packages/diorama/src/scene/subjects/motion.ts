import type { Subject } from '../../brief.ts'
import type { Clock } from '../clock.ts'
import type { Motion } from '../layers.ts'
import { happenTo } from '../events/happen.ts'
import { habitOf, type Habit } from '../motion/habit.ts'
import { paceOf } from '../motion/pace.ts'
import { QUADRUPED_GAITS } from '../motion/quadruped-gait.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { breedOf } from '../rig/breeds.ts'
import { hasPersonRig } from '../rig/has-joints.ts'
import type { Stage } from '../stage.ts'

type Mover = (second: number) => Motion

type Way = { clock: Clock; unit: number; phase: number; ahead: (second: number) => number }

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
  act:
    ({ clock, unit, phase }) =>
    (second) => ({
      y: -Math.abs(unit * 1.1 * clock.wave(second, 2, phase)),
      turn: 0.055 * clock.wave(second, 2, phase + 0.1),
      stretchY: 1 + 0.018 * clock.wave(second, 1.3, phase),
    }),
  hop:
    ({ clock, unit, phase, ahead }) =>
    (second) => {
      const up = Math.abs(clock.wave(second, 2.2, phase))
      return {
        x: ahead(second),
        y: -unit * 7 * up,
        turn: 0.1 * clock.wave(second, 1.1, phase),
        stretchY: 1 - 0.1 * Math.max(0, 0.25 - up),
      }
    },
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
  approach:
    ({ clock }) =>
    (second) => {
      const near = clock.loop ? 0.5 + 0.5 * clock.wave(second, clock.seconds) : second / clock.seconds
      const size = 0.84 + 0.18 * near
      return { stretchX: size, stretchY: size }
    },
  walk: rocking(1.1, 0.35, 0.03),
  run: rocking(0.7, 1.3, 0.05),
  dance:
    ({ clock, unit, phase }) =>
    (second) => ({
      x: unit * 0.8 * clock.wave(second, 1.9, phase),
      y: -Math.abs(unit * 1.1 * clock.wave(second, 0.95, phase)),
      turn: 0.09 * clock.wave(second, 1.9, phase),
      stretchY: 1 + 0.03 * clock.wave(second, 0.95, phase + 0.25),
    }),
}

// Steps of a drawing that has no legs of its own to make them.
function rocking(period: number, hop: number, sway: number): (way: Way) => Mover {
  return ({ clock, unit, phase, ahead }) =>
    (second) => ({
      x: ahead(second),
      y: -Math.abs(unit * hop * clock.wave(second, period * 2, phase)),
      turn: sway * clock.wave(second, period * 2, phase),
    })
}

// Legs carry the body evenly; a gallop throws it up once in every round, while all feet are off the ground.
function onLegs(subject: Subject, placement: Placement, { clock, unit, phase, ahead }: Way): Mover | undefined {
  const { posture } = placement
  if (posture !== 'walk' && posture !== 'run') return undefined
  if (hasPersonRig(subject)) return (second) => ({ x: ahead(second) })
  if (!breedOf(subject.art)) return undefined
  if (posture === 'walk') return (second) => ({ x: ahead(second) })
  return (second) => ({
    x: ahead(second),
    y: -unit * 0.9 * (1 + clock.wave(second, QUADRUPED_GAITS.run.period, phase + 0.46)),
  })
}

/** How a placed subject moves. Its pivot is its foot; nothing leaves the picture. */
export function moverOf(stage: Stage, plan: ScenePlan, placement: Placement): Mover {
  const { clock, unit, brief } = stage
  const subject = brief.subjects[placement.subject] as Subject
  const { ahead } = paceOf(stage, plan, placement)
  const way: Way = { clock, unit, phase: placement.phase, ahead }
  const usual = onLegs(subject, placement, way) ?? MOVERS[habitOf(subject, placement, stage)](way)
  const once = happenTo(stage, plan, placement)
  return once ? (second) => ({ ...usual(second), ...once(second) }) : usual
}
