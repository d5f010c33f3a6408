import type { Placement } from '../plan/scene-plan.ts'

export type Box = { left: number; right: number; top: number; bottom: number }

/** The box around placed things. */
export function boxOf(placements: readonly Placement[]): Box {
  return {
    left: Math.min(...placements.map((p) => p.x - p.width / 2)),
    right: Math.max(...placements.map((p) => p.x + p.width / 2)),
    top: Math.min(...placements.map((p) => p.foot - p.height)),
    bottom: Math.max(...placements.map((p) => p.foot)),
  }
}

/** All of them larger or smaller by one factor: the point `from` comes to lie at `to`. */
export function zoomed(
  placements: readonly Placement[],
  factor: number,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Placement[] {
  return placements.map((piece) => ({
    ...piece,
    x: to.x + (piece.x - from.x) * factor,
    foot: to.y + (piece.foot - from.y) * factor,
    width: piece.width * factor,
    height: piece.height * factor,
    order: piece.order * factor,
  }))
}

/** All of them together as large as they fit into a box, standing on its lower edge; never larger than `most` times. */
export function fittedInto(placements: readonly Placement[], box: Box, most = 1): Placement[] {
  if (placements.length === 0) return []
  const now = boxOf(placements)
  const factor = Math.min(
    most,
    (box.right - box.left) / Math.max(1, now.right - now.left),
    (box.bottom - box.top) / Math.max(1, now.bottom - now.top),
  )
  const from = { x: (now.left + now.right) / 2, y: now.bottom }
  return zoomed(placements, factor, from, { x: (box.left + box.right) / 2, y: box.bottom })
}
