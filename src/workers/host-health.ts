// A host that failed this often in a row is probed one attempt at a time until one comes through.
const TROUBLE_AFTER = 5
// Hosts come from callers; what we remember of them must not grow without end.
const MAX_FAILING = 1_000
const MAX_PROVEN = 200

/** What one process knows of the hosts that it sends to: which are in trouble, and which took the last event. */
export type HostHealth = {
  note(host: string, well: boolean): void
  /**
   * Hosts that have a number of attempts at a time of their own. While slots are scarce, those in trouble get none, and
   * those that answer keep theirs; nobody else needs to be named.
   */
  rooms(scarce: boolean, perHost: number): Record<string, number>
}

export function hostHealth(): HostHealth {
  const failing = new Map<string, number>()
  const proven = new Set<string>()
  return {
    note(host, well) {
      // Taken out and put back, so that the one that was heard of longest ago comes first.
      const failures = failing.get(host) ?? 0
      failing.delete(host)
      proven.delete(host)
      if (well) proven.add(host)
      else failing.set(host, failures + 1)
      forgetOldest(failing, MAX_FAILING)
      forgetOldest(proven, MAX_PROVEN)
    },
    rooms(scarce, perHost) {
      const rooms = new Map<string, number>()
      for (const [host, failures] of failing) if (failures >= TROUBLE_AFTER) rooms.set(host, scarce ? 0 : 1)
      if (scarce) for (const host of proven) rooms.set(host, perHost)
      return Object.fromEntries(rooms)
    },
  }
}

function forgetOldest(memory: Map<string, unknown> | Set<string>, most: number): void {
  const oldest = memory.keys().next().value
  if (memory.size > most && oldest !== undefined) memory.delete(oldest)
}
