import type { Brief, Season } from '../brief.ts'
import type { Clock } from './clock.ts'
import type { Light } from './light.ts'
import type { Passing } from './motion/passing-hour.ts'
import type { Random } from './random.ts'

/** A window with light in it, in pixels, and how far away. */
export type LitWindow = { x: number; y: number; width: number; height: number; depth: number }

/** What every part of a scene knows about it. */
export type Stage = {
  width: number
  height: number
  /** About a hundredth of the picture: the measure for everything that should look the same in every size. */
  unit: number
  /** How far layers reach beyond the picture, so that the camera may move. */
  margin: number
  brief: Brief
  light: Light
  season: Season
  random: Random
  clock: Clock
  /** The hour passes in the course of the clip. */
  passing?: Passing
  /** Windows with light in them, as far as they have been painted; somebody may light them one after the other. */
  windows: LitWindow[]
  /** Night has fallen in the course of the clip: lamps shine. */
  lampsLit?: boolean
  /** One frame alone will be drawn. */
  still: boolean
}
