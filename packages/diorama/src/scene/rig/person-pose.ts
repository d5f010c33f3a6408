import type { Posture } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import type { Beat } from '../motion/gait.ts'
import { personAt } from '../motion/person-gait.ts'
import { boneEnd, leaned } from './limb.ts'
import { POSES, type Bend } from './person-poses.ts'

/** Where the joints of a person are, in units of which it has about 200 from sole to crown; the ground is y = 0. */
export type PersonJoints = {
  posture: Posture
  hip: Point
  neck: Point
  head: Point
  headTurn: number
  lean: number
  near: { shoulder: Point; elbow: Point; hand: Point; hip: Point; knee: Point; ankle: Point }
  far: { shoulder: Point; elbow: Point; hand: Point; hip: Point; knee: Point; ankle: Point }
  sideways: boolean
  armsBehindHead: boolean
  rest: number
}

const BONES = { back: 44, neck: 43, upperArm: 28, lowerArm: 27, thigh: 29, shin: 28 } as const
const SOLE = 9

const SHOULDERS = { front: 22, side: 9 } as const
const HIPS = { front: 11, side: 5 } as const

/** Where the joints are in a posture, at a beat of its movement where it moves. */
export function personJoints(posture: Posture, beat?: Beat): PersonJoints {
  const pose = beat ? personAt(POSES[posture], posture, beat) : POSES[posture]
  const { hip, lean, stretch = 1 } = pose
  const up = (x: number, y: number) => leaned({ x: hip.x + x, y: hip.y - y }, hip, lean)
  const neck = up(0, BONES.back)
  const headTurn = lean * 0.86 + pose.nod
  const wide = pose.sideways ? SHOULDERS.side : SHOULDERS.front
  const apart = pose.sideways ? HIPS.side : HIPS.front
  const limbs = (side: -1 | 1, arm: Bend, leg: Bend) => {
    const shoulder = up(side * wide, BONES.back - 5)
    const elbow = boneEnd(shoulder, BONES.upperArm * stretch, arm[0])
    const joint = up(side * apart, 0)
    const knee = boneEnd(joint, BONES.thigh, leg[0])
    return {
      shoulder,
      elbow,
      hand: boneEnd(elbow, BONES.lowerArm * stretch, arm[1]),
      hip: joint,
      knee,
      ankle: boneEnd(knee, BONES.shin, leg[1]),
    }
  }
  return {
    posture,
    hip,
    neck,
    head: leaned({ x: neck.x, y: neck.y - BONES.neck }, neck, headTurn),
    headTurn,
    lean,
    near: limbs(-1, pose.arms.near, pose.legs.near),
    far: limbs(1, pose.arms.far, pose.legs.far),
    sideways: pose.sideways,
    armsBehindHead: pose.armsBehindHead === true,
    rest: pose.rest,
  }
}

export { SOLE }
