import type { Brief } from '../../brief.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'

type Frame = { width: number; height: number; horizon: number }

// Where the middle of something that hangs on a wall or grows from a trunk is, as a share of the height above the ground.
const MOUNTED: Readonly<Record<string, number>> = { branch: 0.47, shelf: 0.44, windowsill: 0.42 }

function raise(pieces: readonly Placement[], by: number): void {
  for (const piece of pieces) {
    piece.foot -= by
    piece.order -= by
  }
}

// A branch comes from a tree outside the picture, on the side where nobody stands before it.
function reachEdge(branch: Placement, { width }: Frame, others: readonly Placement[]): void {
  const [left, right] = [branch.x - branch.width / 2, branch.x + branch.width / 2]
  const before = others.reduce((sum, other) => sum + Math.sign(other.x - branch.x), 0)
  const atLeft = before === 0 ? branch.x < width / 2 : before > 0
  const [from, to] = atLeft ? [-width * 0.08, right] : [left, width * 1.08]
  branch.x = (from + to) / 2
  branch.width = to - from
}

/** A thing with all that it carries, and what that carries. */
export function withCarried(own: Placement, pieces: readonly Placement[]): Placement[] {
  const group = [own]
  for (const one of group)
    for (const piece of pieces) if (piece.carrier === one.subject && !group.includes(piece)) group.push(piece)
  return group
}

// A vine hangs down from above the picture, with whoever is on it.
function fromAbove(vine: Placement, pieces: readonly Placement[], height: number): void {
  raise(pieces, vine.foot - height * 0.72)
  vine.height = vine.foot + height * 0.02
  vine.contact = 'air'
}

/** Lifts what hangs on walls and grows from trees off the ground, with all that is on it. */
export function mount(clusters: readonly Cluster[], brief: Brief, frame: Frame): void {
  const { height, horizon } = frame
  const all = clusters.flatMap(({ pieces }) => pieces)
  for (const own of all) {
    const art = brief.subjects[own.subject]?.art
    if (art === 'hanging-vine') fromAbove(own, withCarried(own, all), height)
    const share = art === undefined ? undefined : MOUNTED[art]
    if (share === undefined) continue
    const pieces = withCarried(own, all)
    const middle = own.foot - own.height / 2
    const top = Math.min(...pieces.map((piece) => piece.foot - piece.height))
    // Never out of the picture at the top, and a window never below the wall that it is in.
    const wanted = Math.min(middle - (1 - share) * height, top - height * 0.06)
    raise(pieces, Math.max(0, wanted, art === 'windowsill' ? own.foot - horizon : 0))
    own.contact = 'air'
    if (art === 'branch')
      reachEdge(
        own,
        frame,
        all.filter((piece) => !pieces.includes(piece)),
      )
  }
}
