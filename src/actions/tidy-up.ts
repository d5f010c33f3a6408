import type { Store } from '../ports/store.ts'
import { ORPHAN_AGE_MS, removeOrphans, type RemoveOrphansDeps } from './remove-orphans.ts'
import { removeOutdated, type RemoveOutdatedDeps } from './remove-outdated.ts'

export type TidyUpDeps = RemoveOutdatedDeps & RemoveOrphansDeps & { store: Pick<Store, 'chores'> }

const HOUR_MS = 60 * 60 * 1000
// Nobody writes to a temporary file this long without a pause.
const SPOOL_AGE_MS = HOUR_MS

/** What one process does for all of them. A bucket asks money for being listed, and a second sweeper finds nothing. */
const CHORES: readonly { name: string; everyMs: number; run: (deps: TidyUpDeps) => Promise<void> }[] = [
  { name: 'outdated records', everyMs: HOUR_MS, run: removeOutdated },
  { name: 'orphaned files', everyMs: ORPHAN_AGE_MS, run: removeOrphans },
]

/** Removes what has outlived its use: what this process left behind, and what is everybody's where it is due. */
export async function tidyUp(deps: TidyUpDeps): Promise<void> {
  await deps.files.sweepSpool(deps.clock.now() - SPOOL_AGE_MS)
  for (const { name, everyMs, run } of CHORES)
    if (await deps.store.chores.take(name, deps.clock.now(), everyMs)) await run(deps)
}
