import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'

/**
 * What surrounds the subjects, by distance, each list from back to front. A scene is laid in this order: `sky`, lightning,
 * aurora and rainbow, `far`, fireworks, `near`, fog, what floats, `shore`, all other subjects, `front`, and what falls.
 * The strokes of a style are seeded by the number of layers behind one: a layer more or less changes all before it.
 */
export type Setting = {
  /** The backmost layer, which fills the picture. */
  sky: Part
  /** What fireworks burst in front of. */
  far: Part[]
  /** What hides fireworks, down to the ground that the subjects stand on. */
  near: Part[]
  /** The bank of a water: what floats is behind it. Without a shore, what floats is among the other subjects. */
  shore?: Part[]
  /** What is nearer than the subjects. */
  front: Part[]
}

/** Builds the setting of an archetype around a plan. */
export type SettingOf = (stage: Stage, plan: ScenePlan) => Setting
