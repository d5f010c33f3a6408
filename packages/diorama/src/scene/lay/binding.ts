import type { Subject } from '../../brief.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { boundsOfPieces, resize, type Troupe } from './troupe.ts'

/** Several of one bond with the one that they are bound to. `order` grows towards the eye. */
export type Binding = {
  parent: Troupe
  other: Subject
  children: Troupe[]
  bond: Bond
  kindOf: (troupe: Troupe) => string
  artOf: (troupe: Troupe) => string
  subjectOf: (troupe: Troupe) => Subject
}

/** How wide a troupe is with all that is bound to it. */
export const widthOf = ({ pieces }: Troupe): number => boundsOfPieces(pieces).right - boundsOfPieces(pieces).left

/** How far a troupe reaches above its foot. */
export const heightOf = ({ pieces }: Troupe): number => -boundsOfPieces(pieces).top

/** One of several side by side: how far it is to the next, and how far it stands back. */
export type Spaced = { child: Troupe; step: number; back: number }

// So many of one kind stand in so many ranks.
const ranksOf = (count: number) => (count > 5 ? 3 : count > 2 ? 2 : 1)

/** Side by side: two with air between them; more of a kind stand in ranks, closer together, so that all are large. */
export function spacingOf(children: readonly Troupe[]): Spaced[] {
  const mates = ({ own }: Troupe) => children.filter((one) => one.own.subject === own.subject)
  return children.map((child) => {
    const group = mates(child)
    const ranks = ranksOf(group.length)
    const step = widthOf(child) * (ranks === 3 ? 0.5 : ranks === 2 ? 0.72 : 1.12)
    return { child, step, back: (group.indexOf(child) % ranks) * heightOf(child) * 0.17 }
  })
}

/** What is carried moves with its carrier, and stands on no ground. */
export function carriedBy({ parent, children }: Binding, ground: boolean): void {
  for (const child of children)
    for (const piece of child.pieces) {
      piece.carrier ??= parent.own.subject
      if (!ground || child.shape.rest > 0) piece.contact = 'air'
    }
}

/** Side by side, all as much smaller as the room asks for. */
export function row(children: readonly Troupe[], room: number): void {
  const total = children.reduce((sum, child) => sum + widthOf(child), 0) * 1.04
  if (total > room) for (const child of children) resize(child, room / total)
}

/** A longer fence has more pales, not broader ones; a table is one table. */
export function widen({ own, pieces }: Troupe, other: Subject, width: number): void {
  const copies = /^(fence|stone-wall)$/.test(other.art) ? Math.round(width / own.width) : 1
  const share = width / copies
  const middle = own.x
  own.width = share
  own.x = middle - width / 2 + share / 2
  for (let at = 1; at < copies; at++)
    pieces.push({ ...own, index: own.index + 100 + at, x: middle - width / 2 + share * (at + 0.5) })
}
