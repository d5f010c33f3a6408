import type { Pose } from './figure.ts'

/** What a placed thing touches: the ground, water, nothing, a table, or the lower edge of the picture. */
export type Contact = 'ground' | 'water' | 'air' | 'edge'

/** Where one thing stands: `x` is its middle, `foot` its lowest point, all in pixels of the picture. */
export type Placement = {
  subject: number
  /** The how-manieth of its subject. */
  index: number
  x: number
  foot: number
  width: number
  height: number
  pose: Pose
  flip: boolean
  contact: Contact
  /** The placement (by position in the list) that carries this one, which then moves with it. */
  carrier?: number
  /** Drawn later the larger it is. */
  order: number
  phase: number
}

/** Where everything in a scene goes. */
export type ScenePlan = {
  horizon: number
  floor: number
  light: { x: number; y: number }
  focus: { x: number; y: number }
  placements: Placement[]
}
