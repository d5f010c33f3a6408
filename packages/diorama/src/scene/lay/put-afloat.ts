import type { Cluster } from '../plan/cluster.ts'

/** Moves what swims out to the water, where its company stands on the shore: ducks that somebody feeds. */
export function putAfloat(clusters: readonly Cluster[], surface: number): void {
  for (const { pieces } of clusters) {
    const [root] = pieces
    if (root?.contact !== 'ground') continue
    for (const piece of pieces) {
      if (piece.contact !== 'water' || piece.carrier !== undefined || piece.foot <= surface) continue
      piece.order -= piece.foot - surface
      // Further out than those on the shore, and beside them, so that nobody is covered.
      piece.x += Math.sign(piece.x - root.x) * piece.width * 0.25
      piece.foot = surface
    }
  }
}
