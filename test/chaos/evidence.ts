import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cleanUp } from '../../src/actions/clean-up.ts'
import { catalogOf } from '../../src/engines/catalog.ts'
import { localFiles } from '../../src/files/local.ts'
import type { Clock, Log } from '../../src/ports/runtime.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { keptIds } from '../reliability/kept-ids.ts'
import type { Traces } from './evidence-paths.ts'
import type { HistoryEntry } from './history.ts'
import { readJournal } from './journal.ts'
import type { Arrival } from './outside.ts'
import type { ProviderCall } from './provider.ts'
import type { LeaseWrite } from './store-recorder.ts'

export type TaskRow = {
  id: string
  engine: string
  status: string
  error_code: string | null
  start_key: string | null
  webhook_url: string | null
  attempts: number
  finished_at: number | null
  lease_token: string | null
}
export type FileRow = { id: string; task_id: string; bytes: number; sha256: string }
export type DeliveryRow = { id: string; task_id: string; status: string; body: string }

/** Everything that is known after a run: what clients saw, what the provider counted, what is in the database and on disk. */
export type Evidence = {
  history: HistoryEntry[]
  calls: ProviderCall[]
  leases: LeaseWrite[]
  arrivals: Arrival[]
  tasks: TaskRow[]
  files: FileRow[]
  deliveries: DeliveryRow[]
  usage: { task_id: string; status: string }[]
  /** Checksums of kept bytes by id, before the sweep and after it. */
  kept: Map<string, string>
  keptAfterSweep: Set<string>
  spooledAfterSweep: number
}

/** Gathers the evidence of a run whose processes have all ended, and sweeps as the janitor would two days later. */
export async function gather(traces: Traces): Promise<Evidence> {
  const kept = new Map<string, string>()
  const files = await localFiles(traces.dataDir, systemRandom)
  for (const id of await keptIds(files)) {
    const path = join(traces.dataDir, 'files', id.slice(0, 2), id.slice(2, 4), id)
    kept.set(id, createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  await sweep(traces)
  return {
    history: readJournal(traces.history),
    calls: readJournal(traces.calls),
    leases: readJournal(traces.leases),
    arrivals: readJournal(traces.arrivals),
    ...readRows(traces.dataDir),
    kept,
    keptAfterSweep: new Set(await keptIds(files)),
    spooledAfterSweep: (await readdir(join(traces.dataDir, 'spool'))).length,
  }
}

function readRows(dataDir: string): Pick<Evidence, 'tasks' | 'files' | 'deliveries' | 'usage'> {
  const db = new DatabaseSync(join(dataDir, 'mediagen.db'), { readOnly: true })
  try {
    const all = <Row>(sql: string): Row[] => db.prepare(sql).all() as Row[]
    return {
      tasks: all('SELECT * FROM tasks'),
      files: all('SELECT id, task_id, bytes, sha256 FROM files'),
      deliveries: all('SELECT id, task_id, status, body FROM deliveries'),
      usage: all('SELECT task_id, status FROM usage'),
    }
  } finally {
    db.close()
  }
}

const TWO_DAYS_MS = 48 * 60 * 60 * 1000
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

async function sweep({ dataDir }: Traces): Promise<void> {
  const store = sqliteStore(join(dataDir, 'mediagen.db'))
  const clock: Clock = { now: () => Date.now() + TWO_DAYS_MS, sleep: async () => {} }
  const files = await localFiles(dataDir, systemRandom)
  const bell = inProcessBell(clock)
  const publicUrl = (): string => 'http://127.0.0.1'
  const catalog = catalogOf([], [])
  await cleanUp({ store, files, bell, clock, catalog, log: quiet, random: systemRandom, publicUrl, retentionMs: null })
  await store.close()
}
