import type { Posture, Spot, Subject } from '../brief.ts'
import type { Arrangement } from '../thing-looks.ts'
import type { Grip } from '../scene/rig/held.ts'

/** How a role is bound to another one, which it is placed by. */
export type Bond =
  | { how: 'on'; role: number; spot?: Spot }
  | { how: 'in' | 'under' | 'below' | 'behind' | 'before' | 'over' | 'ridden' | 'carried'; role: number }
  /** With its lower end in the other, lying about it as if poured out of it, seen in it as in a mirror, on strings over it. */
  | { how: 'stuck' | 'spilling' | 'mirrored' | 'tied'; role: number }
  /** One of several that are in one order, by the first of them. */
  | { how: 'arranged'; role: number; order: Arrangement }
  /** In front of the eyes of the other, near enough to touch, at its side, led or followed by it. */
  | { how: 'facing' | 'beside' | 'ahead' | 'trailing' | 'abreast'; role: number }
  /** At both sides of the other, or all about it. */
  | { how: 'flank' | 'around'; role: number }
  /** With the hands at the other, together with others; or the other way round, a beast under somebody's hands. */
  | { how: 'busy' | 'tended'; role: number }
  /** Ahead of who walks it, on a leash. */
  | { how: 'leashed'; role: number }
  /** At the end of a rope, before pushing hands, at an eye; half-way up. */
  | { how: 'pulled' | 'pushed' | 'eyepiece' | 'climbing'; role: number }
  /** Under the muzzle of the other, which drinks or eats from it. */
  | { how: 'lapped'; role: number }
  /** In the air, just out of the hands of the other. */
  | { how: 'tossed'; role: number }
  /** Under the stream that comes out of the hand of the other. */
  | { how: 'poured'; role: number }
  /** Out of the mouth, the trunk or the hands of the other, the way it looks. */
  | { how: 'breathed'; role: number }

/** A thing in the hands of a role, and what is in that: the apples of a basket. */
export type Grasp = { entity: number; grip: Grip; filledWith?: number }

/** One figure or thing on the stage: which entity it is, the how-manieth of its kind, how it is held and by what bound. */
export type Role = {
  entity: number
  index: number
  posture: Posture | undefined
  grasps: Grasp[]
  bond: Bond | undefined
  /** It pulls something, by a rope. */
  rope: boolean
  /** Among several at one place, the smaller rank is further left. */
  rank: number
  /** It does not touch the ground: it flies. */
  aloft: boolean
}

/** Who stands where and does what, before anything is measured in pixels. */
export type StagePlan = { entities: Subject[]; roles: Role[]; gazes: Gaze[] }

/** Who looks at whom, by numbers of roles. */
export type Gaze = { from: number; to: number }
