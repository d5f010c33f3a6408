import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

/** Where a landmark goes: on the side that the subject leaves free. */
export function aside(stage: Stage, plan: ScenePlan): number {
  return plan.focus.x > stage.width * 0.5 ? stage.width * 0.24 : stage.width * 0.76
}
