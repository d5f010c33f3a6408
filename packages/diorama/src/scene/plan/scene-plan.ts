import type { Posture } from '../../brief.ts'
import type { Held } from '../rig/held.ts'
import type { Contact } from './contact.ts'
import type { Pose } from './figure.ts'

/** Where one thing stands: `x` is its middle, `foot` its lowest point, all in pixels of the picture. */
export type Placement = {
  subject: number
  /** Its number among those of its subject, from 0. */
  index: number
  x: number
  foot: number
  width: number
  height: number
  pose: Pose
  /** From joints, where the stage plan has given it a posture; then `pose` is not looked at. */
  posture?: Posture
  /** What it does, where there are no joints to show it. */
  deed?: Posture
  held?: readonly Held[]
  /** Where its feet are, in widths from its middle as it is drawn looking left, and how broad it stands. */
  base?: { x: number; width: number }
  /** Only the front wall of a container, over what is in it; or the rope or string between this and what it hangs on or pulls. */
  part?: 'front' | 'rope' | 'string' | 'leash' | 'taut'
  /** Only its image in a mirror or on water. */
  faint?: 'upright' | 'upside-down'
  /** How much of its height is under the surface of a pool, and not seen. */
  sunk?: number
  flip: boolean
  /** Somebody seen from behind. */
  away?: true
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
  /** Where the sun or the moon is; its radius where it is not the usual one. */
  light: { x: number; y: number; radius?: number }
  focus: { x: number; y: number }
  placements: Placement[]
}
