import type { EventEmitter } from 'node:events'
import { loadPeer } from './peers/install.ts'
import { many, type Contender } from './queue-contenders.ts'

type Boss = {
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  on(event: 'error', listener: () => void): void
  createQueue(name: string): Promise<void>
  send(name: string, data: object): Promise<unknown>
  fetch(name: string, options: { batchSize: number }): Promise<{ id: string }[]>
  complete(name: string, ids: string[]): Promise<unknown>
}
type Graphile = {
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>
    addJob(name: string, payload: object): Promise<unknown>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
  Logger: new (factory: () => () => void) => object
}

/** pg-boss over this database. */
export async function openPgBoss(url: string): Promise<Contender> {
  const { PgBoss } = (await loadPeer('pg-boss')) as { PgBoss: new (options: object) => Boss }
  return pgBoss(new PgBoss({ connectionString: url, max: 20 }))
}

/** graphile-worker over this database. */
export async function openGraphileWorker(url: string): Promise<Contender> {
  const graphile = (await loadPeer('graphile-worker')) as Graphile
  return graphileWorker(graphile, openPool(await loadPeer('pg'), url))
}

/** pg-boss by its own fetch and complete, a batch at a time: its fastest form. */
function pgBoss(boss: Boss): Contender {
  const take = async (batchSize: number): Promise<number> => {
    const jobs = await boss.fetch('q', { batchSize })
    if (jobs.length > 0) {
      await boss.complete(
        'q',
        jobs.map(({ id }) => id),
      )
    }
    return jobs.length
  }
  return {
    name: 'pg-boss, fetch',
    open: async () => {
      boss.on('error', () => undefined)
      await boss.start()
      await boss.createQueue('q')
    },
    fill: (jobs) => many(jobs, () => boss.send('q', { payload: 'x'.repeat(300) })),
    work: async (_, { batch, workers }) => {
      const worker = async (): Promise<void> => {
        while ((await take(batch)) > 0);
      }
      await Promise.all(Array.from({ length: workers }, worker))
    },
    // Its workers poll or listen; called by hand there is no wait to measure.
    pickUp: async () => [],
    close: () => boss.stop({ graceful: false }),
  }
}

type Peers = { connectionString: string; pool: { end(): Promise<void> } }

/** A pool of the peers' own driver: the one that graphile-worker opens by itself cannot be waited for at the end. */
function openPool(driver: unknown, connectionString: string): Peers {
  const { Pool } = (driver as { default: { Pool: new (options: object) => EventEmitter & Peers['pool'] } }).default
  const pool = new Pool({ connectionString, max: 20 })
  pool.on('error', () => undefined)
  return { connectionString, pool }
}

/** graphile-worker with its local queue and batched completion: its fastest form. */
function graphileWorker(graphile: Graphile, { connectionString, pool }: Peers): Contender {
  let utils: Awaited<ReturnType<Graphile['makeWorkerUtils']>> | undefined
  const add = async (): Promise<unknown> => utils?.addJob('job', { payload: 'x'.repeat(300) })
  const logger = new graphile.Logger(() => () => undefined)
  const quiet = { noHandleSignals: true, logger }
  /** Runs a worker until the task has been called this often. */
  const running = async (calls: number, job: () => void, start: () => Promise<void>, concurrency: number) => {
    let left = calls
    const { promise, resolve } = Promise.withResolvers<void>()
    const taskList = {
      job: () => {
        job()
        if (--left === 0) resolve()
      },
    }
    const preset = {
      worker: {
        connectionString,
        concurrentJobs: concurrency,
        maxPoolSize: 2 * concurrency,
        localQueue: { size: concurrency + 1 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    }
    const runner = await graphile.run({ preset, taskList, ...quiet })
    await start()
    await promise
    await runner.stop()
  }
  return {
    name: 'graphile-worker, local queue',
    open: async () => {
      utils = await graphile.makeWorkerUtils({ pgPool: pool, logger })
      await utils.migrate()
    },
    fill: (jobs) => many(jobs, add),
    work: (jobs, { batch }) =>
      running(
        jobs,
        () => undefined,
        async () => undefined,
        batch,
      ),
    pickUp: async (times) => {
      const waits: number[] = []
      let taken: () => void = () => undefined
      const one = async (): Promise<void> => {
        for (let n = 0; n < times; n++) {
          const { promise, resolve } = Promise.withResolvers<void>()
          taken = resolve
          const before = performance.now()
          await Promise.all([add(), promise])
          waits.push(performance.now() - before)
        }
      }
      await running(times, () => taken(), one, 2)
      return waits
    },
    close: async () => {
      await utils?.release()
      await pool.end()
    },
  }
}
