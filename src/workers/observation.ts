import type { Clock } from '../ports/runtime.ts'
import type { DeadOwner, Owner } from '../ports/store/owners.ts'

// Three missed beats. Shorter, and a long garbage collection loses a live task to a second worker, which then pays the
// provider twice; longer, and a crashed process holds its tasks that much more.
export const DEAD_AFTER_MS = 6_000
// Looks come each second. A process that missed some cannot tell whether the others missed their beats for the same
// reason, such as a database that was away or a machine that stood still.
const LONGEST_GAP_MS = 2_500

/** Tells the dead from the living by their beats alone, measured by the clock of the one who watches. */
export function observation(clock: Pick<Clock, 'elapsed'>): {
  /** Owners whose beat stood still for too long while we were watching, or that are known to be gone. Never ourselves. */
  dead(owners: readonly Owner[], self: string | undefined): DeadOwner[]
} {
  const seen = new Map<string, { beat: number; since: number }>()
  let lastLook = Number.NEGATIVE_INFINITY
  return {
    dead(owners, self) {
      const now = clock.elapsed()
      if (now - lastLook > LONGEST_GAP_MS) seen.clear()
      lastLook = now
      for (const id of seen.keys()) if (!owners.some((owner) => owner.id === id)) seen.delete(id)
      return owners.filter(({ id, beat, gone }) => {
        if (id === self) return false
        const known = seen.get(id)
        if (known?.beat !== beat) seen.set(id, { beat, since: now })
        return gone || (known?.beat === beat && now - known.since >= DEAD_AFTER_MS)
      })
    },
  }
}
