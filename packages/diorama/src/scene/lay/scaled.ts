import type { Cluster } from '../plan/cluster.ts'
import { resizePieces } from '../plan/resize-pieces.ts'
import { boundsOfPieces } from './troupe.ts'

type Frame = { width: number; height: number }
/** How the scene is seen: from near, with something tall behind, or as a room with nothing in it but furniture. */
type View = { isCloseUp: boolean; backdrop: boolean; furniture: boolean }

// In a room where nobody is, furniture is as large as the room lets it be: a door would reach over the half of the wall.
const PER_METRE = 0.4
// What is small on a chair or a shelf is what one looks at, from nearer.
const PER_METRE_NEAR = 0.62
const SMALL = 0.62

function perMetre(clusters: readonly Cluster[]): number {
  const pieces = clusters.flatMap((cluster) => cluster.pieces)
  const small = pieces.some(({ width, height, carrier }) => carrier !== undefined && Math.max(width, height) < SMALL)
  return small ? PER_METRE_NEAR : PER_METRE
}

/** Brings clusters from metres to pixels, as large as width and height let them be. */
export function scaled(clusters: readonly Cluster[], frame: Frame, { isCloseUp, backdrop, furniture }: View): void {
  const ground = clusters.filter(({ airborne, row }) => !airborne && row === undefined)
  const measured = ground.length > 0 ? ground : clusters
  const boxes = measured.map(({ pieces }) => boundsOfPieces(pieces))
  const wide = boxes.reduce((sum, box) => sum + box.right - box.left, 0)
  const tall = Math.max(...boxes.map((box) => box.bottom - box.top))
  // A mouse alone needs no whole field, nor should it fill one; two make a picture of their own.
  const alone = clusters.length === 1 && measured[0]?.pieces.length === 1
  const small = Math.min(1, Math.max(alone ? 0.62 : 0.74, (tall / 1.5) ** 0.35))
  const share = isCloseUp ? 0.62 : backdrop ? 0.78 : 0.66 * small
  const factor = Math.min(
    (frame.width * (alone ? 0.46 : 0.84)) / wide,
    (frame.height * share) / tall,
    furniture ? frame.height * perMetre(measured) : Infinity,
  )
  for (const { pieces } of clusters) resizePieces(pieces, factor)
}
