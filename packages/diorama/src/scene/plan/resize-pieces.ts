import type { Placement } from './scene-plan.ts'

/** Makes pieces larger or smaller about the point that they are laid from. */
export function resizePieces(pieces: readonly Placement[], factor: number): void {
  for (const piece of pieces) {
    piece.x *= factor
    piece.foot *= factor
    piece.width *= factor
    piece.height *= factor
    piece.order *= factor
  }
}
