import type { LeaseWrite } from './store-recorder.ts'

/**
 * Finds writes that were taken though their token was no longer the row's. A claim and an advance carry the row's version,
 * which orders them; a row that ended is never claimed again.
 */
export function staleWrites(leases: readonly LeaseWrite[]): string[] {
  const claims = Map.groupBy(
    leases.filter(({ kind }) => kind === 'claim'),
    ({ id }) => id,
  )
  return leases
    .filter(({ kind, taken }) => kind !== 'claim' && taken)
    .flatMap((write) => {
      const owner = ownerAt(write, claims.get(write.id) ?? [])
      if (owner === undefined || owner.token === write.token) return []
      return [
        `stale write: ${write.kind} of task ${write.id} was taken with a token that process ${owner.pid} had replaced`,
      ]
    })
}

/** The last claim that is known to lie before the write. */
function ownerAt(write: LeaseWrite, claims: readonly LeaseWrite[]): LeaseWrite | undefined {
  const before = claims.filter((claim) => {
    if (write.kind === 'finish') return true
    return Number(claim.version) < Number(write.version)
  })
  return before.reduce<LeaseWrite | undefined>(
    (last, claim) => (last === undefined || Number(claim.version) > Number(last.version) ? claim : last),
    undefined,
  )
}

/** How many writes came too late and were refused: without any, a run has not tried the fence. */
export function refusedWrites(leases: readonly LeaseWrite[]): number {
  return leases.filter(({ taken }) => !taken).length
}
