import type { Subject } from '../../brief.ts'
import { isAlive, metresOf } from '../../staging/real-sizes.ts'
import type { StagePlan } from '../../staging/stage-plan.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'

// The smallest being is at least this share of the picture's height.
const LEAST = 0.128
// Where one to three are on something large, such as a bridge or a ship, they are what one looks at.
const LEAST_OF_FEW = 0.2
const FEW = 3
const LARGE = 3
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
  const isBeing = ({ subject, part }: Placement) => part === undefined && isAlive(entities[subject] as Subject)
  const few = all.filter(isBeing).length <= FEW
  const isLarge = (thing: Subject | undefined) => thing !== undefined && !isAlive(thing) && metresOf(thing) >= LARGE
  const leastOf = ({ carrier }: Placement) => (few && isLarge(entities[carrier ?? -1]) ? LEAST_OF_FEW : LEAST)
  for (const piece of all) {
    const subject = entities[piece.subject]
    if (!subject || !isAlive(subject) || piece.part || bears.has(piece.subject)) continue
    const factor = (height * leastOf(piece)) / Math.max(piece.width, piece.height)
    if (factor > 1) enlarge(piece, Math.min(MOST_TIMES, factor))
  }
}
