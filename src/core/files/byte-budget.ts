/** Frees what was taken; with a number, all but that many bytes, which stay taken until it is called without one. */
export type FreeBytes = (kept?: number) => void

/** A shared budget of memory: a total, and a maximum per owner. */
export type ByteBudget = {
  /**
   * Waits until that many bytes are free, and returns a function that frees them again. Owners take turns, so that one
   * who wants a lot waits for itself and does not hold up the others. Rejects with the signal's reason when it aborts.
   */
  take(owner: string, bytes: number, signal: AbortSignal): Promise<FreeBytes>
  /** Takes that many bytes only if they are free now and nobody waits for them. */
  takeNow(owner: string, bytes: number): FreeBytes | undefined
}

type Waiter = { bytes: number; enter: () => void }
type Owner = { taken: number; waiting: Waiter[] }

/** Shares `total` bytes, at most `each` of them per owner. */
export function byteBudget({ total, each }: { total: number; each: number }): ByteBudget {
  const owners = new Map<string, Owner>()
  let taken = 0

  const enter = (name: string, owner: Owner, bytes: number): void => {
    owner.taken += bytes
    taken += bytes
    // Moves to the end of the queue: the next time that something is freed, the others come first.
    owners.delete(name)
    owners.set(name, owner)
  }
  const fits = (owner: Owner, bytes: number): boolean => owner.taken + bytes <= each && taken + bytes <= total
  const serve = (): void => {
    let served: boolean
    do {
      served = false
      for (const [name, owner] of Array.from(owners)) {
        const [first] = owner.waiting
        if (first === undefined || !fits(owner, first.bytes)) continue
        owner.waiting.shift()
        enter(name, owner, first.bytes)
        first.enter()
        served = true
      }
    } while (served)
  }
  const leave = (name: string, owner: Owner, bytes: number): void => {
    owner.taken -= bytes
    taken -= bytes
    if (owner.taken === 0 && owner.waiting.length === 0) owners.delete(name)
    serve()
  }

  const ownerOf = (name: string): Owner => {
    const owner = owners.get(name) ?? { taken: 0, waiting: [] }
    owners.set(name, owner)
    return owner
  }
  const freeOnce = (name: string, owner: Owner, bytes: number): FreeBytes => {
    let held: number | undefined = bytes
    return (kept = 0) => {
      if (held === undefined) return
      const left = Math.min(kept, held)
      const freed = held - left
      held = left === 0 ? undefined : left
      leave(name, owner, freed)
    }
  }

  return {
    takeNow(name, bytes) {
      const owner = ownerOf(name)
      const isWanted = [...owners.values()].some(({ waiting }) => waiting.length > 0)
      if (isWanted || !fits(owner, bytes)) {
        if (owner.taken === 0 && owner.waiting.length === 0) owners.delete(name)
        return undefined
      }
      enter(name, owner, bytes)
      return freeOnce(name, owner, bytes)
    },
    async take(name, bytes, signal) {
      signal.throwIfAborted()
      const wanted = Math.min(bytes, each, total)
      const owner = ownerOf(name)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiter: Waiter = { bytes: wanted, enter: resolve }
      const giveUp = (): void => {
        owner.waiting = owner.waiting.filter((other) => other !== waiter)
        reject(signal.reason)
      }
      owner.waiting.push(waiter)
      signal.addEventListener('abort', giveUp, { once: true })
      serve()
      try {
        await promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
      return freeOnce(name, owner, wanted)
    },
  }
}
