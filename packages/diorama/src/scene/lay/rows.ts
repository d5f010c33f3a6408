import { resizePieces } from '../plan/resize-pieces.ts'
import type { Format } from '../../archetype-traits.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { boundsOfPieces } from './troupe.ts'

type Frame = { width: number; height: number; format: Format }
type Box = ReturnType<typeof boundsOfPieces>

const wideOf = ({ pieces }: Cluster) => boundsOfPieces(pieces).right - boundsOfPieces(pieces).left
const tallOf = ({ pieces }: Cluster) => boundsOfPieces(pieces).bottom - boundsOfPieces(pieces).top

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return wide > 0 && high > 0 ? wide * high : 0
}

const COLUMNS = 24

// The place along its line where a cluster is covered least and covers least, with a whole margin at each side.
function freeColumn(box: Box, foot: number, placed: readonly Placement[], width: number): number {
  const wide = box.right - box.left
  let best = { x: width / 2, cost: Infinity }
  for (let column = 0; column <= COLUMNS; column++) {
    const x = width * 0.04 + wide / 2 + (column / COLUMNS) * Math.max(0, width * 0.92 - wide)
    const here = { left: x - wide / 2, right: x + wide / 2, top: foot + box.top - box.bottom, bottom: foot }
    const covered = placed.reduce((total, piece) => total + overlap(here, boundsOfPieces([piece])), 0)
    const cost = covered / (wide * (box.bottom - box.top)) + Math.abs(x / width - 0.5) * 0.02
    if (cost < best.cost) best = { x, cost }
  }
  return best.x
}

// How long what is far away is shown, in heights of the picture: houses and trees larger than whoever goes there.
function farLength(metres: number): number {
  return metres > 4 ? 0.32 : metres > 2 ? 0.22 : 0.15
}

// Where land ends before the horizon, whatever does not swim stands on the shore.
const ON_SHORE = 0.8

/** Sets the back row and what is far away on lines behind the front row, each where it is seen best. */
export function standBehind(
  clusters: readonly Cluster[],
  { width, height, format, shore }: Frame & { shore: boolean },
): void {
  const placed = clusters.filter(({ row }) => row === undefined).flatMap(({ pieces }) => pieces)
  const depth = format.floor - format.horizon
  for (const cluster of clusters.filter(({ row }) => row !== undefined)) {
    const { pieces, row } = cluster
    const far = row === 'far'
    const ashore = shore && pieces[0]?.contact !== 'water'
    const foot = (format.horizon + depth * (ashore ? ON_SHORE : far ? 0.14 : 0.48)) * height
    const length = Math.max(tallOf(cluster), wideOf(cluster))
    const most = (width * 0.4) / wideOf(cluster)
    resizePieces(pieces, Math.min(most, far ? (farLength(length) * height * (ashore ? 1.3 : 1)) / length : 0.86))
    const box = boundsOfPieces(pieces)
    const x = freeColumn(box, foot, placed, width)
    for (const piece of pieces) {
      piece.x += x - (box.left + box.right) / 2
      piece.foot += foot
      piece.order += foot
    }
    placed.push(...pieces)
  }
}
