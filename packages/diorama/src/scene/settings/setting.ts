import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part, Stage } from '../stage.ts'

/**
 * What surrounds the subjects, each list from back to front. What floats on water stands between `back` and `middle`
 * where there is a `middle`, all other subjects between `middle` and `front`.
 */
export type Setting = { back: Part[]; middle?: Part[]; front: Part[] }

/** Builds the setting of an archetype around a plan. */
export type SettingOf = (stage: Stage, plan: ScenePlan) => Setting

/** Whether the brief names a place that matches. */
export function hasPlace(stage: Stage, pattern: RegExp): boolean {
  return stage.brief.places.some((place) => pattern.test(place))
}
