import type { Subject } from '../../brief.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { boundsOfPieces, type Troupe } from './troupe.ts'

/** Several of one bond with the one that they are bound to. `order` grows towards the eye. */
export type Binding = {
  parent: Troupe
  other: Subject
  children: Troupe[]
  bond: Bond
  kindOf: (troupe: Troupe) => string
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
