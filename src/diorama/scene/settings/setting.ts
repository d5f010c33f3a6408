import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part, Stage } from '../stage.ts'

/** What surrounds the subjects: parts behind them and parts in front, each from back to front. */
export type Setting = { back: Part[]; front: Part[] }

/** Builds the setting of an archetype around a plan. */
export type SettingOf = (stage: Stage, plan: ScenePlan) => Setting

/** Whether the brief names a place that matches. */
export function hasPlace(stage: Stage, pattern: RegExp): boolean {
  return stage.brief.places.some((place) => pattern.test(place))
}
