import type { Brief } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import { isAlive } from '../../staging/real-sizes.ts'
import { resizePieces } from './resize-pieces.ts'
import type { Placement } from './scene-plan.ts'

const LEADS = ['path', 'dirt-road', 'paved-road', 'winding-river'] as const

/**
 * The house at the end of a road stands back, so that the road is seen to lead there. Where somebody is about, the house
 * keeps their company instead.
 */
export function standBack(
  placements: readonly Placement[],
  brief: Brief,
  { horizon, floor }: { horizon: number; floor: number },
): void {
  if (!/^(landscape|forest)$/.test(brief.archetype) || !LEADS.some((way) => hasFeature(brief, way))) return
  if (brief.subjects.some(isAlive)) return
  for (const one of placements) {
    if (one.contact !== 'ground' || !brief.subjects[one.subject]?.kind.startsWith('place-')) continue
    resizePieces([one], 0.86)
    one.foot -= (floor - horizon) * 0.1
    one.order = one.foot
  }
}
