import type { Subject } from '../../brief.ts'
import type { Placement } from './scene-plan.ts'

export type Size = { width: number; height: number }
/** A placement with what carries it, by itself rather than by its place in a list that changes. */
export type Piece = Placement & { subjectOf: Subject; on: Piece | undefined }

/** Makes a piece larger or smaller about a point, and takes it to another. */
export function scaledAbout(
  piece: Piece,
  from: { x: number; foot: number },
  to: { x: number; foot: number },
  by: number,
): void {
  piece.x = to.x + (piece.x - from.x) * by
  piece.foot = to.foot + (piece.foot - from.foot) * by
  piece.width *= by
  piece.height *= by
}
