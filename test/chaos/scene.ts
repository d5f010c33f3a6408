import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clients, PATIENCE_MS } from './clients.ts'
import { startsUnderWay } from './check-jobs.ts'
import { tracesIn } from './evidence-paths.ts'
import { openHistory } from './history.ts'
import { machineMs, openJournal, readJournal } from './journal.ts'
import { openOutside, type OutsideAddresses } from './outside.ts'
import type { ProcessEnd } from './process-ends.ts'
import type { ProviderCall } from './provider.ts'
import type { SceneClock } from './quick-clock.ts'
import { seeded, type Seeded } from './seeded-random.ts'
import { hireServer, type ServerProcess, type Waiting } from './server-process.ts'
import type { Orders } from './server-parts.ts'
import { sqliteStorage, type Storage } from './storage.ts'

export type SceneOptions = {
  folder: string
  seed: number
  /** How much faster than the machine's the service's clock runs; 1 is the real one. */
  speed: number
  /** False only to prove that the checker notices. */
  fence: boolean
  /** The same. */
  caps?: boolean
  inFlight: number
  /** The longest that a start takes at the provider, in the machine's time. */
  startMs: number
  /** How long callers wait for an answer. */
  patienceMs?: number
  /** Where rows and bytes go; SQLite and files in the folder of the run otherwise. */
  storage?: Storage
}

const LOOK_MS = 100
// Between the answer to a start and the entry of its job among those to be stopped lies a write to the database.
export const STILL_LOOKS = 5

const API_KEY = 'chaos-key-of-a-test-scene'

/** All that a run needs besides the processes: the outside world, the clients, and a look into the database. */
export async function openScene(options: SceneOptions) {
  const traces = tracesIn(options.folder)
  await mkdir(traces.dataDir, { recursive: true })
  const random = seeded(options.seed)
  const outside = await openOutside(traces.arrivals)
  const history = openHistory(traces.history)
  const clock: SceneClock = { speed: options.speed, from: Date.now(), machineFrom: machineMs() }
  const clocks = openJournal<SceneClock>(traces.clock)
  clocks.add(clock)
  clocks.close()
  const storage = options.storage ?? sqliteStorage(traces.dataDir)
  // That of all tests, where there is one: nothing is in a new one yet.
  const cacheFolder = process.env['NODE_COMPILE_CACHE'] ?? join(options.folder, 'compile-cache')
  const ends = openJournal<ProcessEnd>(traces.ends)
  const noteKill = (pid: number): void => ends.add({ pid, name: 'killed', at: machineMs(), by: 'us', how: 'SIGKILL' })
  /** What has not come to its end: rows, and starts whose answers may leave a job to be stopped. */
  const left = async (): Promise<number> => {
    const calls = readJournal<ProviderCall>(traces.calls)
    return (await storage.left()) + startsUnderWay({ calls, ends: readJournal(traces.ends) })
  }
  const orders: Orders = {
    env: {
      PORT: '0',
      MEDIAGEN_API_KEY: API_KEY,
      MEDIAGEN_FFMPEG: 'off',
      MEDIAGEN_LOG_LEVEL: 'silent',
      MEDIAGEN_RENDER_THREADS: '1',
      MEDIAGEN_DRAIN_SECONDS: '10',
      ...storage.env,
    },
    callsFile: traces.calls,
    leasesFile: traces.leases,
    clock: options.speed === 1 ? null : clock,
    role: 'all',
    fence: options.fence,
    caps: options.caps ?? true,
  }
  return {
    traces,
    storage,
    random,
    outside,
    orders,
    clientsOf: (url: () => Promise<string>, choices: Seeded = random, reached: OutsideAddresses = outside) => {
      const { startMs, patienceMs = PATIENCE_MS } = options
      return clients({ url, apiKey: API_KEY, history, outside: reached, random: choices, startMs, patienceMs })
    },
    /** A request with the key of the run. */
    async post(base: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const authorization = `Bearer ${API_KEY}`
      const reply = await fetch(new URL(path, base), {
        method: 'POST',
        headers: body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body) ?? null,
        // The connection may be one that fell silent while it was idle.
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as Record<string, unknown>
    },
    /** Most processes here are killed young: they load from a cache, except where loading is what is measured. */
    hire: (cached = true): Waiting => hireServer(cached ? cacheFolder : undefined, noteKill),
    left,
    /** Waits until every task has ended, every announcement has come through and every job is stopped. */
    async quiet(server: ServerProcess): Promise<void> {
      for (let still = 0; still < STILL_LOOKS;) {
        if (!server.alive()) throw new Error('the server ended by itself')
        still = (await left()) === 0 ? still + 1 : 0
        await pause(LOOK_MS)
      }
    },
    async close(): Promise<void> {
      await outside.close()
      history.close()
      ends.close()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
