import type { Posture, Spot, Subject } from '../brief.ts'
import type { Grip } from '../scene/rig/held.ts'

/** How a role is bound to another one, which it is placed by. */
export type Bond =
  | { how: 'on'; role: number; spot?: Spot }
  | { how: 'in' | 'under' | 'below' | 'behind' | 'before' | 'over' | 'ridden' | 'carried'; role: number }
  /** In front of the eyes of the other, near enough to touch, or led by it. */
  | { how: 'facing' | 'beside' | 'ahead'; role: number }

/** A thing in the hands of a role. */
export type Grasp = { entity: number; grip: Grip }

/** One figure or thing on the stage: which entity it is, the how-manieth of its kind, how it is held and by what bound. */
export type Role = {
  entity: number
  index: number
  posture: Posture | undefined
  grasps: Grasp[]
  bond: Bond | undefined
  /** It does not touch the ground: it flies. */
  aloft: boolean
}

/** Who stands where and does what, before anything is measured in pixels. */
export type StagePlan = { entities: Subject[]; roles: Role[] }
