import type { Tie } from '../../brief.ts'
import { isLiving, type Thing } from '../things.ts'

const PLACED = /^(on|beside|behind|in-front-of|under|near)$/

// The vessel that was named with what is in it: "a vase with tulips".
function vesselOf(ties: readonly Tie[], { subject, other }: Tie): number | undefined {
  const vessel = ties.find(
    ({ kind, subject: inside, other: around }) => kind === 'in' && inside === subject && around < subject,
  )
  return vessel?.other === other ? undefined : vessel?.other
}

/** "A vase with tulips stands on a stack of books": what is told of a place after its filling is told of the vessel. */
export function vesselStands(ties: readonly Tie[], entities: readonly Thing[]): Tie[] {
  return ties.map((tie) => {
    const filling = entities[tie.subject]
    const vessel = PLACED.test(tie.kind) && filling && !isLiving(filling) ? vesselOf(ties, tie) : undefined
    // What is told of a second place of the same vessel was told before.
    const taken = ties.some(
      ({ kind, subject, other }) => kind === tie.kind && subject === vessel && other === tie.other,
    )
    return vessel === undefined || taken ? tie : { ...tie, subject: vessel }
  })
}
