import type { Model } from '../../core/tasks/model.ts'
import type { Operation } from '../../core/tasks/task.ts'
import type {
  CancelOutcome,
  Engine,
  EngineFailure,
  EngineJob,
  EngineState,
  EngineWatch,
  Probe,
} from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { noRoom } from '../resilient.ts'
import { poolServers, type PoolServer, type ServersOptions } from './servers.ts'

export type ServerPoolOptions = Pick<ServersOptions, 'id' | 'baseURLs' | 'dns' | 'open' | 'resolve'> & {
  /** Concurrent calls of this process to all servers together. */
  concurrency: number
  /** Concurrent jobs of one server, over every process. */
  perServer: number
  clock: Clock
  log: Log
}

/** A job on one of the servers, with everything that another process needs to continue. */
type PoolOperation = {
  /** Absent if the job began before the engine had several servers. */
  server?: string
  operation: Operation
  /** Since when its server does not respond. */
  awaySince?: number
  /** Where the job was before: if that server comes back, it is told to stop. */
  left?: Left
}

type Left = readonly { server: string; operation: Operation }[]

// A server that restarts is back by then; one that is gone keeps nobody waiting for long.
const MOVE_AFTER_MS = 60_000
const AWAY_CHECK_MS = 5_000
// Longer than the time between two polls of a job, so that a server that is gone stays excluded.
const SILENT_MS = 15_000

/**
 * Several servers as one engine. Each has its own limit, counted in the store over every process. A job goes to a
 * server with room, first to the one that last made something with the same model; it stays there. If that server is
 * gone, the job is made again elsewhere if a second start is harmless, and otherwise waits.
 */
export function poolEngine(options: ServerPoolOptions): Engine {
  const { clock, log, perServer } = options
  const servers = poolServers(options)
  const lastModel = new Map<string, string>()
  const usedAt = new Map<string, number>()
  const [first] = servers.opened()
  // All are of one kind.
  const safeToRestart = first?.engine.safeToRestart === true

  const silentUntil = new Map<string, number>()
  const isReady = ({ id, engine }: PoolServer): boolean =>
    engine.ready?.() !== false && (silentUntil.get(id) ?? 0) <= clock.elapsed()
  /** A server that does not respond gets no work for a moment, whatever the request was. */
  const heard = ({ id }: PoolServer, isAway: boolean): void => {
    if (isAway) silentUntil.set(id, clock.elapsed() + SILENT_MS)
    else silentUntil.delete(id)
  }

  /**
   * First servers that have the model loaded, then those with nothing loaded, then the one that was idle for longest. A
   * server that the job has left comes last: it may still be stopping it.
   */
  const inOrder = (
    all: readonly PoolServer[],
    { model }: EngineJob,
    { placedAt, left }: { placedAt: string | undefined; left: Left },
  ): PoolServer[] => {
    const rank = ({ id }: PoolServer): number => {
      if (id === placedAt) return 0
      if (left.some(({ server }) => server === id)) return 4
      const last = lastModel.get(id)
      return last === nameOf(model) ? 1 : last === undefined ? 2 : 3
    }
    return all.toSorted((a, b) => rank(a) - rank(b) || (usedAt.get(a.id) ?? 0) - (usedAt.get(b.id) ?? 0))
  }

  const mayHaveStarted = (state: EngineState): boolean =>
    safeToRestart && state.kind === 'failed' && !state.final && state.notStarted !== true

  /** The same start again if its outcome is unknown: it adopts the job, if there is one. */
  const startOrAdopt = async ({ engine }: PoolServer, job: EngineJob, watch: EngineWatch): Promise<EngineState> => {
    const state = await engine.start(job, watch)
    if (!mayHaveStarted(state)) return state
    const again = await unlessThrown(job, engine.start(job, watch))
    return again === undefined || (again.kind === 'failed' && again.notStarted === true) ? state : again
  }

  /** What throws after a start whose outcome is unknown, such as a reference that cannot be read, must not hide that start. */
  const unlessThrown = <T>({ taskId }: EngineJob, starting: Promise<T>): Promise<T | undefined> =>
    starting.catch((error: unknown) => {
      log.warn('a start of unknown outcome could not be repeated', { taskId, engine: options.id, error })
      return undefined
    })

  /** Undefined if the server has no room. */
  const startAt = async (server: PoolServer, job: EngineJob, watch: EngineWatch): Promise<EngineState | undefined> => {
    if (!isReady(server)) return undefined
    if ((await watch.placeAt?.({ id: server.id, fleetConcurrency: perServer })) === false) return undefined
    usedAt.set(server.id, clock.elapsed())
    const state = await startOrAdopt(server, job, watch)
    heard(server, state.kind === 'failed' && state.reason === 'away')
    if (state.kind === 'running') lastModel.set(server.id, nameOf(job.model))
    return state
  }

  /** The job that a start at this server led to, if it led to one. */
  const possibly = (server: string | undefined, { startKey, model }: EngineJob): Left => {
    const operation = first?.engine.find?.(startKey, model)
    return server === undefined || operation === undefined ? [] : [{ server, operation }]
  }

  const startSomewhere = async (
    job: EngineJob,
    watch: EngineWatch,
    { before, except }: { before: Left; except?: string | undefined },
  ): Promise<{ state: EngineState; left: Left }> => {
    const all = (await servers.look()).filter(({ id }) => id !== except && watch.isPaused?.(id) !== true)
    let left = before
    let last: EngineFailure | undefined
    for (const server of inOrder(all, job, { placedAt: watch.placedAt, left: before })) {
      const isUnclear = last !== undefined && mayHaveStarted(last)
      const starting = startAt(server, job, watch)
      const state = await (isUnclear ? unlessThrown(job, starting) : starting)
      if (state === undefined) continue
      const others = left.filter((each) => each.server !== server.id)
      if (!mayGoOn(state)) return { state: at(server.id, withLeft(state, others)), left: others }
      if (mayHaveStarted(state)) left = [...others, ...possibly(server.id, job)]
      // If one of them may have the job, no fallback may be asked.
      if (!isUnclear) last = state
    }
    if (last === undefined) return { state: noRoom(), left }
    await keepSlot(before.at(-1) ?? left[0], watch)
    return { state: last, left }
  }

  /** The job may be there, so it keeps its slot there. */
  const keepSlot = async (home: Left[number] | undefined, watch: EngineWatch): Promise<void> => {
    if (home !== undefined) await watch.placeAt?.({ id: home.server, fleetConcurrency: perServer })
  }

  /** Whether another server may be asked: the problem is on this server, and nothing was started or that does no harm. */
  const mayGoOn = (state: EngineState): state is EngineFailure =>
    state.kind === 'failed' && !state.final && (state.notStarted === true || safeToRestart)

  /** Its server does not respond, or is no longer one of ours. */
  const whileAway = async (stored: PoolOperation, job: EngineJob, watch: EngineWatch): Promise<EngineState> => {
    const { server, operation, awaySince = clock.now(), left = [] } = stored
    const waits = { kind: 'running', checkAgainMs: AWAY_CHECK_MS, isAway: true } as const
    const waiting = (others: Left): EngineState => ({
      ...waits,
      operation: { pool: true, ...stored, awaySince, ...(others.length === 0 ? {} : { left: others }) },
    })
    const mayMove = safeToRestart && clock.now() - awaySince >= MOVE_AFTER_MS
    // Where it may move to, nothing is stopped meanwhile.
    if (!mayMove) {
      stopLeft(left, job.model)
      return waiting(left)
    }
    const before = server === undefined ? left : [...left, { server, operation }]
    const { state: moved, left: tried } = await startSomewhere(job, watch, { before, except: server })
    // A server that may have taken it is told to stop once this one is back.
    if (moved.kind === 'failed' && !moved.final) return waiting(tried.filter((each) => each.server !== server))
    log.warn('a server is not responding; its job runs elsewhere', { taskId: job.taskId, server })
    return moved
  }

  const serverOf = ({ server }: PoolOperation): PoolServer | undefined =>
    server === undefined ? servers.opened()[0] : servers.at(server)

  /** Nobody waits for them: each poll of the job that replaced them tries once more. */
  const stopLeft = (left: Left | undefined, model: Model): void => {
    for (const { server, operation } of left ?? [])
      void servers
        .at(server)
        ?.engine.cancel(operation, model)
        .catch((error: unknown) => log.debug('an abandoned job could not be stopped', { server, error }))
  }

  const cancelAt = async (server: PoolServer, operation: Operation, model: Model): Promise<CancelOutcome> =>
    (await server.engine.cancel(operation, model)) ?? 'stopped'

  return {
    id: options.id,
    safeToRestart,
    givesPreviews: first?.engine.givesPreviews === true,
    concurrency: options.concurrency,
    // An earlier start at that server was interrupted, or its outcome was unclear.
    start: async (job, watch) => (await startSomewhere(job, watch, { before: possibly(watch.placedAt, job) })).state,
    async status(stored, job, watch) {
      const known = asPoolOperation(stored)
      const server = serverOf(known)
      if (server === undefined) return whileAway(known, job, watch)
      const state = await server.engine.status(known.operation, job, watch)
      const isAway = state.kind === 'running' && state.isAway === true
      heard(server, isAway)
      if (isAway) return whileAway(known, job, watch)
      stopLeft(known.left, job.model)
      return at(server.id, withLeft(state, known.left))
    },
    async cancel(stored, model) {
      const known = asPoolOperation(stored)
      stopLeft(known.left, model)
      const server = serverOf(known)
      if (known.server !== undefined)
        return server === undefined ? 'already over' : cancelAt(server, known.operation, model)
      // Its start was interrupted: any of them may have it, and one that is gone does not matter if another had it.
      const asked = servers.opened().map((each) => cancelAt(each, known.operation, model))
      for (const said of await Promise.allSettled(asked))
        if (said.status === 'fulfilled' && said.value !== 'already over') return said.value
      await Promise.all(asked)
      return 'already over'
    },
    find(startKey, model) {
      const operation = first?.engine.find?.(startKey, model)
      return operation === undefined ? undefined : { pool: true, operation }
    },
    ready: () => servers.listed().some(isReady),
    servers: () => servers.listed().map((server) => ({ id: server.id, isReady: isReady(server), room: perServer })),
    fleetRoom: (isPaused) =>
      perServer * servers.listed().filter((server) => isReady(server) && !isPaused(server.id)).length,
    async probe(signal) {
      const all = await servers.look()
      const probeOf = async ({ id, engine }: PoolServer): Promise<{ id: string; found: Probe }> => ({
        id,
        found: (await engine.probe?.(signal)) ?? { ok: true, detail: 'not checked' },
      })
      const probes = await Promise.all(all.map(probeOf))
      const well = probes.filter(({ found }) => found.ok).length
      return {
        ok: probes.length > 0 && well === probes.length,
        detail: probes.length === 0 ? 'no server was found' : `${well} of ${probes.length} servers respond`,
        more: probes.flatMap(({ id, found: { ok, detail, more = [] } }) => [
          { what: id, ok, detail },
          ...more.map((line) => ({ ...line, what: `${id} ${line.what}` })),
        ]),
      }
    },
    close: async () => void (await Promise.all(servers.opened().map(({ engine }) => engine.close()))),
  }
}

const nameOf = ({ kind, id }: Model): string => `${kind} ${id}`

/** A server's answer, in terms of the pool's job. */
function at(server: string, state: EngineState): EngineState {
  if (state.kind !== 'running') return state
  const { left, ...operation } = state.operation as Operation & Pick<PoolOperation, 'left'>
  return { ...state, operation: { pool: true, server, operation, ...(left === undefined ? {} : { left }) } }
}

const MADE_AGAIN = 'The server that had the task failed or stopped responding, so another server ran it again.'

function withLeft(state: EngineState, left: Left = []): EngineState {
  if (left.length === 0) return state
  if (state.kind === 'running') return { ...state, operation: { ...state.operation, left } }
  // Nothing says that the servers before have no job, so a failure is followed by a stop.
  if (state.kind === 'failed') return { ...state, ourOwn: true }
  return { ...state, warnings: [...(state.warnings ?? []), MADE_AGAIN] }
}

function asPoolOperation(stored: Operation): PoolOperation {
  if (stored['pool'] !== true) return { operation: stored }
  const { server, operation, awaySince, left } = stored as unknown as PoolOperation
  return {
    operation,
    ...(server === undefined ? {} : { server }),
    ...(awaySince === undefined ? {} : { awaySince }),
    ...(left === undefined ? {} : { left }),
  }
}
