import type { Pause } from '../core/pause.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type KnownPauses = {
  /** Whether nothing new may be begun on this engine; so it is too as long as nobody knows. Asked before every claim. */
  has(engine: string): boolean
  /** As they are, or were a second ago. */
  list(): Promise<readonly Pause[]>
  /** Sees what was just changed; from then on this process heeds it. */
  renew(): Promise<void>
}

// An operator who pauses sees it heeded everywhere within this time, and each process asks this often at most.
const KNOWN_FOR_MS = 1_000

/** Remembers for a moment which engines are paused. A store that does not answer changes nothing about what is known. */
export function knownPauses(deps: { store: Pick<Store, 'pauses'>; clock: Clock; log: Log }): KnownPauses {
  let known: readonly Pause[] | undefined
  let looked: { at: number; done: Promise<readonly Pause[]> } | undefined
  const look = async (): Promise<readonly Pause[]> => (known = await deps.store.pauses.list())
  const list = (): Promise<readonly Pause[]> => {
    const at = deps.clock.elapsed()
    if (looked === undefined || at - looked.at >= KNOWN_FOR_MS) looked = { at, done: look() }
    return looked.done
  }
  return {
    has: (engine) => {
      list().catch((error: unknown) => deps.log.warn('nobody could be asked which engines are paused', { error }))
      return known === undefined || known.some((pause) => pause.engine === engine)
    },
    list,
    renew: async () => {
      looked = undefined
      await list()
    },
  }
}
