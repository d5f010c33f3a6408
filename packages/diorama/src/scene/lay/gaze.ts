import type { Brief } from '../../brief.ts'
import type { Gaze, StagePlan } from '../../staging/stage-plan.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { facesRight, mayFlip } from '../plan/stance.ts'
import { boundsOfPieces, mirror } from './troupe.ts'

type Found = { piece: Placement; cluster: Cluster }

function placed(clusters: readonly Cluster[], { roles }: StagePlan, at: number): Found | undefined {
  const role = roles[at]
  for (const cluster of clusters) {
    const piece = cluster.pieces.find(
      ({ subject, index, part }) => subject === role?.entity && index === role.index && part === undefined,
    )
    if (piece) return { piece, cluster }
  }
  return undefined
}

// Who has company turns round with it, about the middle of all.
function turn({ piece, cluster: { pieces } }: Found): void {
  if (pieces.length === 1) {
    piece.flip = !piece.flip
    return
  }
  const box = boundsOfPieces(pieces)
  const middle = (box.left + box.right) / 2
  for (const one of pieces) one.x -= middle
  mirror(pieces)
  for (const one of pieces) one.x += middle
}

// Two on one bridge, boat or roof: each turns alone, unless it has somebody on it.
const isBeside = ({ piece, cluster }: Found, other: Found): boolean =>
  cluster === other.cluster &&
  piece.carrier !== undefined &&
  piece.carrier === other.piece.carrier &&
  !cluster.pieces.some(({ carrier, subject }) => carrier === piece.subject && subject !== piece.subject)

const looksRight = ({ flip }: Placement, art: string) => flip !== facesRight(art)

/** Turns whoever looks at somebody that stands elsewhere in the picture or beside them on the same thing. Others of one troupe were turned when it was laid. */
export function turnToEachOther(clusters: readonly Cluster[], brief: Brief, plan: StagePlan): void {
  const turned = new Set<Cluster>()
  const see = ({ from, to }: Gaze) => {
    const [one, other] = [placed(clusters, plan, from), placed(clusters, plan, to)]
    if (!one || !other) return
    const subject = brief.subjects[one.piece.subject]
    if (!subject || !mayFlip(subject)) return
    const isTurnedAway = looksRight(one.piece, subject.art) !== other.piece.x > one.piece.x
    if (isBeside(one, other)) one.piece.flip = one.piece.flip !== isTurnedAway
    if (one.cluster === other.cluster || turned.has(one.cluster)) return
    turned.add(one.cluster)
    if (isTurnedAway) turn(one)
  }
  for (const gaze of plan.gazes) see(gaze)
}
