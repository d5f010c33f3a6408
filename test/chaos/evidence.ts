import { createHash } from 'node:crypto'
import type { Files } from '../../src/ports/files.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import type { Clock, Log } from '../../src/ports/runtime.ts'
import { keptIds } from '../reliability/kept-ids.ts'
import { everyChore } from '../support/every-chore.ts'
import type { Traces } from './evidence-paths.ts'
import type { HistoryEntry } from './history.ts'
import { readJournal } from './journal.ts'
import type { Arrival } from './outside.ts'
import type { ProcessEnd } from './process-ends.ts'
import type { ProviderCall } from './provider.ts'
import type { SceneClock } from './quick-clock.ts'
import { sqliteStorage, type Rows, type Storage } from './storage.ts'
import type { LeaseWrite } from './store-recorder.ts'

/** Everything that is known after a run: what clients saw, what the provider counted, what is in the database and on disk. */
export type Evidence = Rows & {
  history: HistoryEntry[]
  calls: ProviderCall[]
  leases: LeaseWrite[]
  arrivals: Arrival[]
  /** How processes ended, where a run writes it down. */
  ends: ProcessEnd[]
  /** How the clock of the service went, where a run writes it down. */
  clock: SceneClock | null
  /** Checksums of kept bytes by id, before the sweep and after it. */
  kept: Map<string, string>
  keptAfterSweep: Set<string>
  spooledAfterSweep: number
}

/** Gathers the evidence of a run whose processes have all ended, and sweeps as the janitor would two days later. */
export async function gather(traces: Traces, storage: Storage = sqliteStorage(traces.dataDir)): Promise<Evidence> {
  const kept = new Map<string, string>()
  const places = await storage.openFiles()
  const [files] = places
  if (files === undefined) throw new Error('bytes are kept somewhere')
  for (const id of await keptIds(files)) kept.set(id, await checksum(files, id))
  await sweep(storage, places)
  return {
    history: readJournal(traces.history),
    calls: readJournal(traces.calls),
    leases: readJournal(traces.leases),
    arrivals: readJournal(traces.arrivals),
    ends: readJournal(traces.ends),
    clock: readJournal<SceneClock>(traces.clock)[0] ?? null,
    ...(await storage.rows()),
    kept,
    keptAfterSweep: new Set(await keptIds(files)),
    spooledAfterSweep: await storage.spooled(),
  }
}

async function checksum(files: Files, id: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await files.open(id)) ?? []) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

const TWO_DAYS_MS = 48 * 60 * 60 * 1000
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

async function sweep(storage: Storage, places: readonly Files[]): Promise<void> {
  const store = await storage.openStore()
  // Bytes are as old as the machine says. Where the service's clock was moved, that would be in a time when nobody was there.
  const gap = await store.chores.watch(1)
  if (gap !== undefined) await store.chores.passOver(gap, 'set')
  const clock: Clock = { now: () => Date.now() + TWO_DAYS_MS, elapsed: () => performance.now(), sleep: async () => {} }
  const bell = inProcessBell(clock)
  const catalog = { list: () => [], all: () => [] }
  for (const files of places) await everyChore({ store, files, clock, log: quiet, bell, catalog, retentionMs: null })
  await store.close()
}
