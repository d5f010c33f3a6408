import type { Brief } from '../../brief.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { boundsOfPieces } from './troupe.ts'

type Frame = { width: number; height: number }

// Nearer to an edge a figure looks cut, lower than this its shadow is.
const MARGIN = 0.03
const LOWEST = 0.965

// Grows into the picture from outside.
const FROM_OUTSIDE = /^(branch)$/

/** Brings whatever reaches beyond the picture back into it: smaller about its own foot where it is too large, then aside. */
export function keepInside(clusters: readonly Cluster[], brief: Brief, { width, height }: Frame): void {
  for (const { pieces } of clusters) {
    const seen = pieces.filter(({ subject }) => !FROM_OUTSIDE.test(brief.subjects[subject]?.art ?? ''))
    if (seen.length === 0) continue
    const box = boundsOfPieces(seen)
    const room = { width: width * (1 - 2 * MARGIN), height: height * (LOWEST - MARGIN) }
    const factor = Math.min(1, room.width / (box.right - box.left), room.height / (box.bottom - box.top))
    const [x, y] = [(box.left + box.right) / 2, box.bottom]
    for (const piece of pieces) shrinkAbout(piece, { x, y }, factor)
    const now = boundsOfPieces(seen)
    const right = Math.max(0, width * MARGIN - now.left) - Math.max(0, now.right - width * (1 - MARGIN))
    const down = Math.max(0, height * MARGIN - now.top) - Math.max(0, now.bottom - height * LOWEST)
    for (const piece of pieces) {
      piece.x += right
      piece.foot += down
      piece.order += down
    }
  }
}

function shrinkAbout(piece: Placement, { x, y }: { x: number; y: number }, factor: number): void {
  piece.x = x + (piece.x - x) * factor
  piece.foot = y + (piece.foot - y) * factor
  piece.width *= factor
  piece.height *= factor
}
