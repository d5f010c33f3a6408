import type { Pause } from '../../core/tasks/pause.ts'
import type { Catalog, EngineServer } from '../../ports/engine.ts'
import type { Files, Room } from '../../ports/files.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { AboutStore } from '../../ports/store/about.ts'
import type { Census, EngineCensus } from '../../ports/store/census.ts'
import type { KnownPauses } from '../running/pause-engine.ts'

export type SystemDeps = {
  store: Pick<Store, 'census' | 'owners' | 'queue' | 'about'>
  files: Pick<Files, 'room'>
  catalog: Catalog
  clock: Clock
  pauses: KnownPauses
}

export type EngineReport = EngineCensus & {
  models: { kind: string; id: string }[]
  /**
   * The concurrency in this process and over all processes; null if this process has no engines, or there is no such
   * limit.
   */
  concurrency: number | null
  fleetConcurrency: number | null
  /** Whether a start would be tried now; null if this process has no engines. */
  ready: boolean | null
  pause: Pause | null
  /** The servers behind it, if there are several and this process knows them. */
  servers: ServerReport[]
}

export type ServerReport = { id: string; inWork: number; ready: boolean; pause: Pause | null }

export type SystemReport = Omit<Census, 'engines'> & {
  at: number
  engines: EngineReport[]
  workers: { id: string; beat: number; gone: boolean; tasks: number }[]
  database: AboutStore
  /** Null if the storage does not report it. */
  files: Room | null
}

/** Nobody reads more than this, so counting stops here. */
export const COUNTED_UP_TO = 10_000

/** The state of the whole service over all processes, according to the records. */
export async function readSystem(deps: SystemDeps): Promise<SystemReport> {
  const { store, catalog } = deps
  const at = deps.clock.now()
  const engines = [...new Set(catalog.all().map(({ engine }) => engine))].toSorted()
  const serversOf = (engine: string): readonly EngineServer[] => catalog.engine(engine)?.servers?.() ?? []
  const servers = engines.flatMap(serversOf).map(({ id }) => id)
  const [census, workers, database, files, pauses] = await Promise.all([
    store.census.take({ engines: [...engines, ...servers], now: at, most: COUNTED_UP_TO }),
    workersOf(deps),
    store.about(),
    deps.files.room?.() ?? null,
    deps.pauses.list(),
  ])
  const pauseOf = (id: string): Pause | null => pauses.find((pause) => pause.engine === id) ?? null
  const reports = census.engines.slice(0, engines.length).map((counted): EngineReport => {
    const engine = catalog.engine(counted.engine)
    return {
      ...counted,
      models: catalog
        .all()
        .filter((model) => model.engine === counted.engine)
        .map(({ kind, id }) => ({ kind, id })),
      concurrency: engine?.concurrency ?? null,
      fleetConcurrency: engine?.fleetConcurrency ?? null,
      ready: engine === undefined ? null : engine.ready?.() !== false,
      pause: pauseOf(counted.engine),
      servers: serversOf(counted.engine).map(({ id, isReady }) => ({
        id,
        inWork: census.engines.find((each) => each.engine === id)?.inWork ?? 0,
        ready: isReady,
        pause: pauseOf(id),
      })),
    }
  })
  return { ...census, at, engines: reports, workers, database, files }
}

async function workersOf({ store }: SystemDeps): Promise<SystemReport['workers']> {
  const owners = await store.owners.list()
  return Promise.all(
    owners.map(async ({ id, beat, gone }) => ({ id, beat, gone, tasks: (await store.queue.heldBy(id)).length })),
  )
}
