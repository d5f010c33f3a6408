import type { Point } from '../draw/shapes.ts'
import { bendTo, type Beat } from '../motion/gait.ts'
import { quadrupedAt, type QuadrupedBeat } from '../motion/quadruped-gait.ts'
import { boneEnd, leaned } from './limb.ts'

type Bend = readonly [upper: number, lower: number]

/** How a four-legged animal is built, in units: `leg` from belly to sole, `body` from hips to chest, `girth` its radius. */
export type Build = { leg: number; body: number; girth: number; head: number }

type QuadrupedPose = {
  /** How far the chest is above the hips, in degrees. */
  pitch: number
  /** How high the lowest foot is above the ground, in legs. */
  lift: number
  /** Folded legs under a body that lies on the ground. */
  lying: boolean
  front: { near: Bend; far: Bend }
  hind: { near: Bend; far: Bend }
  /** Where the head is from the chest, in its own sizes, and how far it is laid back. */
  head: { x: number; y: number; turn: number }
}

export type QuadrupedJoints = {
  hip: Point
  chest: Point
  head: Point
  headTurn: number
  lying: boolean
  /** Shoulder or hip, knee, foot. */
  front: { near: [Point, Point, Point]; far: [Point, Point, Point] }
  hind: { near: [Point, Point, Point]; far: [Point, Point, Point] }
}

/** The postures of four-legged animals; every other one is nearest to one of these. */
export type QuadrupedPosture =
  | 'stand'
  | 'walk'
  | 'run'
  | 'jump'
  | 'lie'
  | 'sleep'
  | 'eat'
  | 'look-up'
  | 'swim'
  | 'climb'
  | 'dig'
  | 'stretch'
  | 'stalk'

const STANDING: QuadrupedPose = {
  pitch: 3,
  lift: 0,
  lying: false,
  front: { near: [2, -2], far: [8, 4] },
  hind: { near: [14, -12], far: [6, -16] },
  head: { x: 0.28, y: -0.52, turn: 0 },
}

const POSES: Record<QuadrupedPosture, QuadrupedPose> = {
  stand: STANDING,
  walk: { ...STANDING, front: { near: [26, 10], far: [-16, -34] }, hind: { near: [-20, -32], far: [26, -4] } },
  run: {
    ...STANDING,
    pitch: 5,
    lift: 0.22,
    front: { near: [66, 44], far: [48, 84] },
    hind: { near: [-62, -36], far: [-42, -76] },
    head: { x: 0.4, y: -0.4, turn: 4 },
  },
  jump: {
    ...STANDING,
    pitch: 24,
    lift: 0.75,
    front: { near: [84, 30], far: [64, 8] },
    hind: { near: [-36, -66], far: [-52, -58] },
    head: { x: 0.34, y: -0.46, turn: -8 },
  },
  lie: {
    ...STANDING,
    pitch: 7,
    lying: true,
    front: { near: [84, 88], far: [78, 92] },
    hind: { near: [90, 88], far: [90, 88] },
    head: { x: 0.26, y: -0.5, turn: 0 },
  },
  sleep: {
    ...STANDING,
    pitch: -3,
    lying: true,
    front: { near: [80, 94], far: [88, 90] },
    hind: { near: [90, 88], far: [90, 88] },
    head: { x: 0.4, y: 0.02, turn: 12 },
  },
  // Level, so that all four feet are on the ground.
  eat: { ...STANDING, pitch: 0, head: { x: 0.62, y: 0.42, turn: 16 } },
  'look-up': { ...STANDING, pitch: 0, head: { x: 0.2, y: -0.62, turn: -24 } },
  climb: {
    ...STANDING,
    pitch: 66,
    // Ahead at the trunk and below the chin: higher up a paw would be on the cheek.
    front: { near: [92, 110], far: [78, 96] },
    hind: { near: [62, 10], far: [30, 20] },
    head: { x: 0.12, y: -0.5, turn: -6 },
  },
  // The rump up, the paws in the earth.
  dig: {
    ...STANDING,
    pitch: -14,
    front: { near: [58, 20], far: [34, 60] },
    hind: { near: [18, -8], far: [8, -14] },
    head: { x: 0.6, y: 0.1, turn: 12 },
  },
  stretch: {
    ...STANDING,
    pitch: -24,
    front: { near: [72, 84], far: [66, 84] },
    hind: { near: [4, -4], far: [-2, -8] },
    head: { x: 0.44, y: -0.3, turn: -6 },
  },
  stalk: {
    ...STANDING,
    pitch: -5,
    front: { near: [64, -18], far: [24, -44] },
    hind: { near: [-8, -62], far: [52, -30] },
    head: { x: 0.56, y: -0.12, turn: 4 },
  },
  swim: {
    ...STANDING,
    front: { near: [60, 30], far: [30, 0] },
    hind: { near: [-40, -70], far: [-20, -60] },
    head: { x: 0.34, y: -0.46, turn: -4 },
  },
}

const AT_REST: QuadrupedBeat = { pitch: 0, nod: { y: 0, turn: 0 } }

/** Where the joints of an animal of this build are, at a beat of its movement where it moves; the ground is y = 0, the middle of the body x = 0. */
export function quadrupedJoints(posture: QuadrupedPosture, build: Build, beat?: Beat): QuadrupedJoints {
  const { leg, body, girth, head } = build
  const pose = POSES[posture]
  const { feet, pitch, nod } = (beat && quadrupedAt(posture, beat)) ?? AT_REST
  const hip = { x: -body / 2, y: 0 }
  const chest = leaned({ x: body / 2, y: 0 }, hip, -pose.pitch - pitch)
  const bones = [leg * 0.62 + girth * 0.2, leg * 0.5] as const
  const whole = bones[0] + bones[1]
  const low = girth * 0.42
  const at = (point: Point, x: number): Point => ({ x: point.x + x, y: point.y + low })
  // Legs that are not quite straight can reach the ground on both sides of their hip.
  const ground = low + whole * 0.93
  const limb = (root: Point, bend: Bend, foot: Point | undefined): [Point, Point, Point] => {
    const [upper, lower] = foot ? bendTo(bones, { x: foot.x * whole, y: ground - root.y - foot.y * whole }) : bend
    const knee = boneEnd(root, bones[0], upper)
    return [root, knee, boneEnd(knee, bones[1], lower)]
  }
  const joints = {
    front: {
      near: limb(at(chest, -girth * 0.1), pose.front.near, feet?.frontNear),
      far: limb(at(chest, girth * 0.2), pose.front.far, feet?.frontFar),
    },
    hind: {
      near: limb(at(hip, girth * 0.05), pose.hind.near, feet?.hindNear),
      far: limb(at(hip, girth * 0.34), pose.hind.far, feet?.hindFar),
    },
  }
  const soles = [...Object.values(joints.front), ...Object.values(joints.hind)].map((points) => points[2].y)
  const stands = feet ? ground : Math.max(...soles)
  const lowest = pose.lying ? Math.max(hip.y, chest.y) + girth : stands + leg * 0.08
  // In water the legs are below the line where the picture ends.
  const sunk = posture === 'swim' ? Math.max(hip.y, chest.y) + girth * 0.45 - lowest : 0
  const down = -lowest - (feet ? 0 : pose.lift * leg) - sunk
  const lowered = (point: Point): Point => ({ x: point.x, y: point.y + down })
  const all = (points: [Point, Point, Point]): [Point, Point, Point] => [
    lowered(points[0]),
    lowered(points[1]),
    lowered(points[2]),
  ]
  const place = lowered({ x: chest.x + pose.head.x * head, y: chest.y + (pose.head.y + nod.y) * head })
  return {
    hip: lowered(hip),
    chest: lowered(chest),
    head: { x: place.x, y: Math.min(place.y, -head * 0.46) },
    headTurn: pose.head.turn + nod.turn,
    lying: pose.lying,
    front: { near: all(joints.front.near), far: all(joints.front.far) },
    hind: { near: all(joints.hind.near), far: all(joints.hind.far) },
  }
}
