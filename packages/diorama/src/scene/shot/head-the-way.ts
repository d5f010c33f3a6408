import type { Brief } from '../../brief.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'

const MOVES = /^(person|animal|transport)/

/** The plan seen in a mirror where whoever moves would go the other way than is said: all keep their places to each other. */
export function headedTheWay(plan: ScenePlan, { heading, subjects }: Brief, width: number): ScenePlan {
  if (!heading) return plan
  const mover = plan.placements.find(({ subject, part }) => !part && MOVES.test(subjects[subject]?.kind ?? ''))
  if (!mover || mover.flip === (heading === 'right')) return plan
  return {
    ...plan,
    focus: { ...plan.focus, x: width - plan.focus.x },
    placements: plan.placements.map((one) => ({ ...one, x: width - one.x, flip: !one.flip })),
  }
}
