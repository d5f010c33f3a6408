import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { clients } from './clients.ts'
import { tracesIn } from './evidence-paths.ts'
import { openHistory } from './history.ts'
import { openOutside } from './outside.ts'
import type { ClockSpeed } from './quick-clock.ts'
import { seeded, type Seeded } from './seeded-random.ts'
import { hireServer, type ServerProcess, type Waiting } from './server-process.ts'
import type { Orders } from './server-program.ts'

export type SceneOptions = {
  folder: string
  seed: number
  /** How much faster than the machine's the service's clock runs; 1 is the real one. */
  speed: number
  /** False only to prove that the checker notices. */
  fence: boolean
  inFlight: number
  /** The longest that a start takes at the provider, in the machine's time. */
  startMs: number
}

const API_KEY = 'chaos-key-of-a-test'

/** All that a run needs besides the processes: the outside world, the clients, and a look into the database. */
export async function openScene(options: SceneOptions) {
  const traces = tracesIn(options.folder)
  await mkdir(traces.dataDir, { recursive: true })
  const random = seeded(options.seed)
  const outside = await openOutside(traces.arrivals)
  const history = openHistory(traces.history)
  const from = Date.now()
  const clock: ClockSpeed | null = options.speed === 1 ? null : { speed: options.speed, from }
  const orders: Orders = {
    env: {
      PORT: '0',
      MEDIAGEN_DATA_DIR: traces.dataDir,
      MEDIAGEN_API_KEY: API_KEY,
      MEDIAGEN_FFMPEG: 'off',
      MEDIAGEN_LOG_LEVEL: 'silent',
      MEDIAGEN_RENDER_THREADS: '1',
      MEDIAGEN_DRAIN_SECONDS: '10',
    },
    callsFile: traces.calls,
    leasesFile: traces.leases,
    clock,
    fence: options.fence,
  }
  return {
    traces,
    random,
    orders,
    clientsOf: (url: () => Promise<string>, choices: Seeded = random) =>
      clients({ url, apiKey: API_KEY, history, outside, random: choices, startMs: options.startMs }),
    /** Most processes here are killed young: they load from a cache, except where loading is what is measured. */
    hire: (cached = true): Waiting => hireServer(cached ? join(options.folder, 'compile-cache') : undefined),
    /** Waits until every task has ended and every announcement has come through. */
    async quiet(server: ServerProcess): Promise<void> {
      const db = new DatabaseSync(join(traces.dataDir, 'mediagen.db'), { readOnly: true })
      const left = db.prepare(`SELECT (SELECT count(*) FROM tasks WHERE finished_at IS NULL)
        + (SELECT count(*) FROM deliveries WHERE status = 'pending') AS count`)
      try {
        while (Number(left.get()?.['count']) > 0) {
          if (!server.alive()) throw new Error('the server ended by itself')
          await pause(100)
        }
      } finally {
        db.close()
      }
    },
    async close(): Promise<void> {
      await outside.close()
      history.close()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
