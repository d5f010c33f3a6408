import type { Posture } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import { bendTo, footAt, type Beat, type Gait } from './gait.ts'

type Bend = readonly [upper: number, lower: number]
type Limbs = { near: Bend; far: Bend }

/** What of a person's pose changes while it moves. */
type Movable = { hip: Point; lean: number; nod: number; arms: Limbs; legs: Limbs }

export const PERSON_LEG = { bones: [29, 28], whole: 57, sole: 9 } as const

/** How people walk and run. */
export const PERSON_GAITS = {
  walk: { period: 1.2, stands: 0.58, step: 0.48, swing: 0.48, lift: 0.14 },
  run: { period: 0.62, stands: 0.34, step: 0.62, swing: 0.66, lift: 0.5 },
} as const satisfies Record<string, Gait>

const wave = (phase: number, shift = 0) => Math.sin((phase + shift) * Math.PI * 2)
const between = (a: number, b: number, part: number) => a + (b - a) * part
const blend = (a: Bend, b: Bend, part: number): Bend => [between(a[0], b[0], part), between(a[1], b[1], part)]
const added = ([upper, lower]: Bend, more: number, below = more): Bend => [upper + more, lower + below]
const crossed = ({ near, far }: Limbs): Limbs => ({ near: [-far[0], -far[1]], far: [-near[0], -near[1]] })

type Mover = <P extends Movable>(pose: P, beat: Beat) => P

// The hip is as high as the leg that stands allows, and never so high that a foot must leave the ground.
function striding(gait: Gait, arms: { swing: number; bend: number }): Mover {
  const { whole, bones, sole } = PERSON_LEG
  return (pose, beat) => {
    const feet = [0, 0.5].map((offset) => footAt(gait, beat, offset))
    const [near, far] = feet as [Point, Point]
    const reach = Math.max(gait.step * beat.step, 0.2)
    const standing = Math.min(...feet.filter(({ y }) => y === 0).map(({ x }) => Math.abs(x)), reach)
    const least = Math.sqrt(0.97 - reach ** 2)
    const hip = (least + (0.985 - least) * 0.6 * (1 - (standing / reach) ** 2)) * whole
    const leg = ({ x, y }: Point): Bend => bendTo(bones, { x: x * whole, y: hip - y * whole })
    const swing = wave(beat.phase, 0.25) * arms.swing
    return {
      ...pose,
      hip: { x: pose.hip.x, y: -hip - sole },
      legs: { near: leg(near), far: leg(far) },
      arms: {
        near: [-swing, -swing * 0.6 + arms.bend],
        far: [swing, swing * 0.6 + arms.bend],
      },
    }
  }
}

const dancing: Mover = (pose, { phase }) => {
  const turn = 0.5 - 0.5 * Math.cos(phase * Math.PI * 2)
  const side = turn * turn * (3 - 2 * turn)
  const [arms, legs] = [crossed(pose.arms), crossed(pose.legs)]
  const dip = Math.sin(phase * Math.PI * 4 + Math.PI / 2)
  return {
    ...pose,
    hip: { x: pose.hip.x + 7 * wave(phase, 0.25), y: pose.hip.y + 1.5 + 1.5 * dip },
    lean: between(pose.lean, -pose.lean, side),
    nod: between(pose.nod, -pose.nod, side),
    arms: { near: blend(pose.arms.near, arms.near, side), far: blend(pose.arms.far, arms.far, side) },
    legs: { near: blend(pose.legs.near, legs.near, side), far: blend(pose.legs.far, legs.far, side) },
  }
}

// Down into the knees, and up with arms and legs apart.
const jumping: Mover = (pose, { phase }) => {
  const swing = wave(phase)
  const [air, crouch] = [Math.max(0, swing), Math.max(0, -swing)]
  const leg = (side: -1 | 1, open: Bend): Bend => blend([side * (4 + 32 * crouch), -side * 26 * crouch], open, air)
  const arm = (side: -1 | 1, open: Bend): Bend =>
    blend([side * (18 + 20 * crouch), side * (6 - 30 * crouch)], open, air)
  return {
    ...pose,
    hip: { x: pose.hip.x, y: between(-66 + 8.5 * crouch, pose.hip.y, air) },
    arms: { near: arm(-1, pose.arms.near), far: arm(1, pose.arms.far) },
    legs: { near: leg(-1, pose.legs.near), far: leg(1, pose.legs.far) },
  }
}

// One arm after the other goes round while the legs beat.
const crawling: Mover = (pose, { phase }) => ({
  ...pose,
  arms: {
    near: [phase * 360, phase * 360 + 24 * wave(phase)],
    far: [phase * 360 + 180, phase * 360 + 180 - 24 * wave(phase)],
  },
  legs: {
    near: added(pose.legs.near, 11 * wave(phase * 2), 15 * wave(phase * 2, -0.12)),
    far: added(pose.legs.far, -11 * wave(phase * 2), -15 * wave(phase * 2, -0.12)),
  },
})

const soaring: Mover = (pose, { phase }) => ({
  ...pose,
  lean: pose.lean + 2 * wave(phase),
  arms: { near: added(pose.arms.near, 4 * wave(phase)), far: added(pose.arms.far, -4 * wave(phase)) },
  legs: {
    near: added(pose.legs.near, 7 * wave(phase, 0.1), 12 * wave(phase)),
    far: added(pose.legs.far, -7 * wave(phase, 0.1), -12 * wave(phase)),
  },
})

// Weight from one leg to the other while the free one swings out behind.
const gliding: Mover = (pose, { phase }) => ({
  ...pose,
  lean: pose.lean + 3 * wave(phase),
  arms: { near: added(pose.arms.near, 22 * wave(phase)), far: added(pose.arms.far, -22 * wave(phase)) },
  legs: { near: pose.legs.near, far: added(pose.legs.far, 14 * wave(phase), 10 * wave(phase)) },
})

const hands =
  (near: readonly [number, number], far: readonly [number, number], nod = 0): Mover =>
  (pose, { phase }) => ({
    ...pose,
    nod: pose.nod + nod * wave(phase, 0.1),
    arms: {
      near: added(pose.arms.near, near[0] * wave(phase), near[1] * wave(phase, -0.06)),
      far: added(pose.arms.far, far[0] * wave(phase), far[1] * wave(phase, -0.06)),
    },
  })

const MOVERS: Partial<Record<Posture, Mover>> = {
  walk: striding(PERSON_GAITS.walk, { swing: 30, bend: 14 }),
  run: striding(PERSON_GAITS.run, { swing: 50, bend: 72 }),
  dance: dancing,
  jump: jumping,
  swim: crawling,
  fly: soaring,
  wave: hands([1, 2], [20, 46], 4),
  eat: (pose, { phase }) => {
    const up = 0.5 + 0.5 * wave(phase)
    return { ...pose, nod: pose.nod + 3 * up, arms: { ...pose.arms, near: added(pose.arms.near, 0, -52 * (1 - up)) } }
  },
  'hold-up': hands([2, 2], [6, 9], 2),
  fight: hands([16, -22], [-16, 22]),
  reach: hands([18, 34], [-18, -34], 4),
  ride: hands([3, 5], [3, 5], 3),
  skate: gliding,
  'roller-skate': gliding,
  ski: hands([4, 6], [4, 6], 2),
  surf: hands([7, 5], [-7, -5], 2),
  clap: hands([22, 30], [-22, -30], 2),
  cheer: (pose, { phase }) => {
    const up = Math.abs(wave(phase * 0.5))
    return {
      ...pose,
      hip: { x: pose.hip.x, y: pose.hip.y - 7 * up },
      arms: {
        near: added(pose.arms.near, 22 * wave(phase), 14 * wave(phase, -0.1)),
        far: added(pose.arms.far, -22 * wave(phase), -14 * wave(phase, -0.1)),
      },
    }
  },
  // Down, a moment there, and up again.
  bow: (pose, { phase }) => {
    const down = Math.min(1, Math.max(0, 1.25 * (0.5 - 0.5 * Math.cos(phase * Math.PI * 2))))
    return { ...pose, lean: 4 + (pose.lean + 14) * down, nod: 10 * down }
  },
  nod: (pose, { phase }) => ({ ...pose, nod: pose.nod + 13 * wave(phase) }),
  dig: (pose, { phase }) => {
    const lift = 0.5 + 0.5 * wave(phase)
    return {
      ...pose,
      lean: pose.lean - 20 * lift,
      arms: { near: added(pose.arms.near, 40 * lift, 62 * lift), far: added(pose.arms.far, 34 * lift, 52 * lift) },
    }
  },
  // Slowly up, and down at once.
  hammer: (pose, { phase }) => {
    const up = phase < 0.7 ? Math.sin((phase / 0.7) * (Math.PI / 2)) : Math.cos(((phase - 0.7) / 0.3) * (Math.PI / 2))
    return {
      ...pose,
      lean: pose.lean + 8 - 10 * up,
      arms: { ...pose.arms, near: added(pose.arms.near, -62 + 62 * up, -72 + 84 * up) },
    }
  },
  juggle: hands([10, 26], [10, 26], 3),
  throw: (pose, { phase }) => {
    const back = phase < 0.6 ? Math.sin((phase / 0.6) * (Math.PI / 2)) : Math.cos(((phase - 0.6) / 0.4) * (Math.PI / 2))
    return {
      ...pose,
      lean: pose.lean + 12 - 22 * back,
      arms: { ...pose.arms, near: added(pose.arms.near, -50 + 80 * back, -66 + 110 * back) },
    }
  },
}

/** Whether a person in this posture moves its limbs. */
export function movesLimbs(posture: Posture): boolean {
  return MOVERS[posture] !== undefined
}

/** A pose as it is at a beat of its movement. */
export function personAt<P extends Movable>(pose: P, posture: Posture, beat: Beat): P {
  return MOVERS[posture]?.(pose, beat) ?? pose
}
