import type { Placement } from '../plan/scene-plan.ts'
import type { RoleShape } from './role-shape.ts'

/** One role with all that is bound to it: its own piece, and others around it, in metres about its foot. */
export type Troupe = { own: Placement; shape: RoleShape; pieces: Placement[] }

/** The box around placed things. */
export function boundsOfPieces(pieces: readonly Placement[]): {
  left: number
  right: number
  top: number
  bottom: number
} {
  return {
    left: Math.min(...pieces.map((p) => p.x - p.width / 2)),
    right: Math.max(...pieces.map((p) => p.x + p.width / 2)),
    top: Math.min(...pieces.map((p) => p.foot - p.height)),
    bottom: Math.max(...pieces.map((p) => p.foot)),
  }
}

/** Moves a troupe, in place and in the order of drawing. */
export function move({ pieces }: Troupe, x: number, y: number, order: number): void {
  for (const piece of pieces) {
    piece.x += x
    piece.foot += y
    piece.order += order
  }
}

/** Makes a troupe smaller or larger about its foot. */
export function resize(troupe: Troupe, factor: number): void {
  for (const piece of troupe.pieces) {
    piece.x *= factor
    piece.foot *= factor
    piece.width *= factor
    piece.height *= factor
  }
  troupe.shape.width *= factor
  troupe.shape.height *= factor
  troupe.shape.rest *= factor
}

/** Turns a troupe to look the other way. */
export function mirror(pieces: readonly Placement[]): void {
  for (const piece of pieces) {
    piece.x = -piece.x
    piece.flip = !piece.flip
  }
}
