import { containerOf } from '../../staging/containers.ts'
import { heldPlace } from '../rig/held.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Binding } from './binding.ts'
import { jointAt } from './joints-of.ts'
import { move, resize, type Troupe } from './troupe.ts'

// Where the stream of a tilted jug ends, in shares of its drawing for who looks right.
const STREAM = { x: 0.93, y: 0.86 }
const [LEAST, MOST] = [0.45, 1.5]

const rimOf = ({ foot, height }: Placement, art: string) => foot - height * (1 - (containerOf(art)?.rim ?? 0.1))

// What is poured into: what stands on the table, or the bucket itself.
function vesselIn(child: Troupe, artOf: Binding['artOf']): { piece: Placement; art: string } {
  const arts = child.pieces.map((piece) => ({ piece, art: artOf({ ...child, own: piece }) }))
  const on = arts.find(({ piece }) => piece.carrier === child.own.subject && piece.part === undefined)
  return on ?? { piece: child.own, art: artOf(child) }
}

/** Brings what is poured into under the stream: as high as that ends, right below it. */
export function poured({ parent, other, children, artOf }: Binding): void {
  const { own } = parent
  const jug = own.held?.find(({ art }) => art.startsWith('pouring-'))
  for (const child of children) {
    const end =
      jug &&
      jointAt(own, other, (joints) => {
        const { x, y } = heldPlace(jug, joints, own.posture ?? 'stand')
        return { x: x + jug.width * STREAM.x, y: y + jug.height * STREAM.y }
      })
    const goal = end ?? { x: own.x - own.width * 0.6, y: own.foot - own.height * 0.4 }
    const before = vesselIn(child, artOf)
    const tall = child.own.foot - rimOf(before.piece, before.art)
    resize(child, Math.max(LEAST, Math.min(MOST, (own.foot - goal.y) / tall)))
    const { piece } = vesselIn(child, artOf)
    move(child, goal.x - piece.x, own.foot, own.order + 0.6)
  }
}
