import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cancelTask } from '../../src/actions/tasks/cancel-task.ts'
import { createTask, type NewReference } from '../../src/actions/tasks/create-task.ts'
import { createKey } from '../../src/actions/keys/create-key.ts'
import type { ApiKey } from '../../src/core/keys/api-key.ts'
import type { EventSettings } from '../../src/core/service-event.ts'
import { checkGeneration } from '../../src/core/tasks/generation-request.ts'
import type { Model, TaskKind } from '../../src/core/tasks/model.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import { catalogOf } from '../../src/engines/catalog.ts'
import { localFiles } from '../../src/files/local.ts'
import type { Credentials } from '../../src/ports/marking.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { Files, Spooled } from '../../src/ports/files.ts'
import type { DescribeClip, ImageFacts, Images } from '../../src/ports/images.ts'
import type { Bell, Clock, GuardedFetch, Log } from '../../src/ports/runtime.ts'
import type { Store } from '../../src/ports/store.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { seatTable } from '../../src/runtime/seat-table.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { watchedClock } from '../../src/runtime/watched-clock.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { quarantinePolicy, openPolicy, type ClaimPolicy } from '../../src/workers/claim-policy.ts'
import { janitor } from '../../src/workers/janitor.ts'
import type { Worker } from '../../src/workers/loop.ts'
import { ownership } from '../../src/workers/ownership.ts'
import { quarantine, type QuarantineProcess } from '../../src/workers/quarantine.ts'
import { stopWorker } from '../../src/workers/stop-worker.ts'
import { taskWorker } from '../../src/workers/task-worker.ts'
import { webhookWorker } from '../../src/workers/webhook-worker.ts'
import { ensureDatabase } from '../support/empty-database.ts'
import { dueChores } from '../support/every-chore.ts'

export type HouseOptions = {
  dataDir: string
  clock: Clock
  /** The clock is the machine's, and held against the last sign of life in the records, as in a service. */
  isWatched?: boolean
  retentionMs?: number
  engines: readonly Engine[]
  models: readonly Model[]
  fetch?: GuardedFetch
  log?: Log
  /** Signs results; without it nobody looks for credentials. */
  credentials?: Credentials
  /** Examines clips; without it they are what the provider says. */
  describeClip?: DescribeClip
  /** Commits are brought to the disk apart from the event loop, as a service does; without it a turn is enough for each. */
  syncsApart?: boolean
  wrapStore?: (store: Store) => Store
  wrapFiles?: (files: Files) => Files
  /** Where records are, if not in an SQLite file in the folder. */
  openStore?: () => Promise<Store>
  /** Where operators are told of events. */
  eventsTo?: EventSettings
  /** Starts the process in which suspects run; without one they run in this one, under a name of their own. */
  openQuarantine?: (owner: string) => QuarantineProcess
}

export type Wish = Partial<{
  kind: TaskKind
  model: string
  prompt: string
  webhookUrl: string
  references: NewReference[]
  idempotencyKey: string
}>

/** Everything between HTTP and the engines, without either: actions, workers, SQLite and files on the given folder. */
export async function openHouse(options: HouseOptions) {
  const same = <T>(part: T): T => part
  const { syncsApart = false } = options
  const path = join(options.dataDir, 'mediagen.db')
  if (options.openStore === undefined) await ensureDatabase(path)
  const opened = await (options.openStore?.() ?? sqliteStore(path, { syncsApart }))
  const store = (options.wrapStore ?? same)(opened)
  const log = options.log ?? quietLog
  const watched =
    options.isWatched === true ? await watchedClock({ own: options.clock, chores: store.chores, log }) : undefined
  const clock = watched ?? options.clock
  const files = (options.wrapFiles ?? same)(await localFiles(options.dataDir, systemRandom))
  const bell = inProcessBell(clock)
  const catalog = catalogOf(options.models, options.engines, clock)
  const deps = {
    store,
    files,
    images: headerImages,
    catalog,
    fetch: options.fetch ?? noFetch,
    clock,
    random: systemRandom,
    bell,
    seats: seatTable(),
    log,
    credentials: options.credentials,
    ...(options.describeClip && { describeClip: options.describeClip }),
    publicUrl: () => 'http://127.0.0.1',
    limits: {
      maxImages: 10,
      maxImageBytes: 2 ** 20,
      maxImagePixels: 1e6,
      maxBodyBytes: 2 ** 22,
      uploadMs: 3_600_000,
      maxUploadBytes: 2 ** 22,
    },
    maxOutputBytes: 2 ** 22,
    eventsTo: options.eventsTo,
    retentionMs: options.retentionMs ?? null,
  }
  const workers: Worker[] = []
  let isClosed = false
  const withTasks = (policy: ClaimPolicy, name?: string): Worker => {
    const onFreed = (): void => {
      for (const { id } of catalog.engines()) bell.ring(`work:${id}`)
    }
    const holder = ownership(deps, { onFreed, ...(name === undefined ? {} : { name }) })
    const tasks = catalog.engines().map((engine) => {
      const worker = taskWorker(deps, engine, { ownership: holder, policy })
      if (policy.isOpen()) deps.seats.put(engine.id, (kind) => worker.offer(kind))
      return worker
    })
    return {
      start() {
        holder.start()
        for (const worker of tasks) worker.start()
      },
      async stop(graceMs) {
        await Promise.all(tasks.map((worker) => worker.stop(graceMs)))
        await holder.stop(graceMs)
      },
    }
  }
  const cellHere = (owner: string): QuarantineProcess => {
    const cell = withTasks(quarantinePolicy(deps), owner)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    cell.start()
    return { ended, stop: () => void cell.stop(0).then(resolve) }
  }
  return {
    deps,
    store,
    files,
    bell: bell satisfies Bell,
    /** Starts a worker for each engine and the one that stops jobs; with `all`, also the one for webhooks and the janitor. */
    start(all = false): void {
      workers.push(withTasks(openPolicy), stopWorker(deps), quarantine(deps, options.openQuarantine ?? cellHere))
      if (all) workers.push(webhookWorker(deps), janitor(deps))
      for (const worker of workers) worker.start()
    },
    /** Runs suspects under the given name, as a process of their own does, until none has come for a while. */
    async runCell(owner: string, emptyForMs: number): Promise<void> {
      const policy = quarantinePolicy(deps)
      const cell = withTasks(policy, owner)
      cell.start()
      while (policy.idleMs() < emptyForMs) await clock.sleep(emptyForMs / 10)
      await cell.stop(0)
    },
    async stop(graceMs = 0): Promise<void> {
      await Promise.all(workers.splice(0).map((worker) => worker.stop(graceMs)))
    },
    /** Does every chore that is due. */
    chores: () => dueChores(deps),
    /** Lets go of the records, as a process does that ends. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      await watched?.close()
      await store.close()
    },
    key: async (): Promise<ApiKey> => (await store.keys.list())[0] ?? (await createKey(deps, { name: 'test' })).key,
    async submit(caller: ApiKey, wish: Wish = {}): Promise<Task> {
      const { kind = 'video', model = 'test', prompt = 'a fox', webhookUrl } = wish
      const request = checkGeneration(kind, {
        model: [{ name: 'model', value: model }],
        prompt: [{ name: 'prompt', value: prompt }],
        webhookUrl: [{ name: 'webhookUrl', value: webhookUrl }],
      })
      const { references = [], idempotencyKey = null } = wish
      return createTask(deps, { caller, request, references, idempotencyKey })
    },
    cancel: (caller: ApiKey, id: string): Promise<Task> => cancelTask(deps, caller, id),
    async row(id: string): Promise<Task> {
      const task = await store.tasks.find(id)
      if (task === undefined) throw new Error(`task ${id} is lost`)
      return task
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** A model of one engine, which takes any size and up to two references. */
export function aModel(engine: string, wish: Partial<Model> = {}): Model {
  const sizes = { form: 'free', minSide: 1, maxSide: 4096, maxArea: 2 ** 24, multipleOf: 1 } as const
  return {
    id: 'test',
    kind: 'video',
    engine,
    engineModel: 'test',
    description: 'for tests',
    sizes: { ...sizes, defaultSize: { width: 16, height: 16 } },
    maxReferences: 2,
    referenceRoles: ['reference'],
    seed: 'none',
    queueTimeoutMs: 3_600_000,
    runTimeoutMs: 1_800_000,
    ...wish,
  }
}

/** A clip of one second and 16 by 16 pixels. */
export const CLIP = readFileSync(new URL('../fixtures/tiny.mp4', import.meta.url))

/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Reads a PNG's own header: loading a real decoder would take longer than most of these tests. */
const readHeader = async ({ head }: Spooled): Promise<ImageFacts> => {
  const view = new DataView(head.buffer, head.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20), mediaType: 'image/png', extension: 'png' }
}

const headerImages: Images = {
  inspect: readHeader,
  describe: readHeader,
  decode: async () => ({ width: 1, height: 1, rgba: new Uint8Array(4) }),
}

const noFetch: GuardedFetch = {
  mayTry: () => true,
  request: async () => ({ ok: false, detail: 'there is no network in this test' }),
}

const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
