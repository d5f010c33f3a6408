import { isAlive } from '../../staging/real-sizes.ts'
import type { StagePlan } from '../../staging/stage-plan.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'

// The smallest being is at least this share of the picture's height.
const LEAST = 0.128
// More would make a mouse as large as the horse beside it.
const MOST_TIMES = 2.2

function enlarge(piece: Placement, factor: number): void {
  piece.width *= factor
  piece.height *= factor
}

/** Makes beings that would be lost larger about their own feet, unless something is on or in them. */
export function seeEverybody(clusters: readonly Cluster[], { entities }: StagePlan, height: number): void {
  const all = clusters.flatMap(({ pieces }) => pieces)
  const bears = new Set(all.map(({ carrier }) => carrier))
  for (const piece of all) {
    const subject = entities[piece.subject]
    if (!subject || !isAlive(subject) || piece.part || bears.has(piece.subject)) continue
    const factor = (height * LEAST) / Math.max(piece.width, piece.height)
    if (factor > 1) enlarge(piece, Math.min(MOST_TIMES, factor))
  }
}
