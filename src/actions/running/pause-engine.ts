import type { ApiKey } from '../../core/keys/api-key.ts'
import { actingKey, type AuditEntry, NO_KEY } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { Pause } from '../../core/tasks/pause.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Bell, Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type KnownPauses = {
  /** Whether this engine is paused; also true while that is unknown. Asked before every claim. */
  has(engine: string): boolean
  /** The current pauses, at most a second old. */
  list(): Promise<readonly Pause[]>
  /** Takes a change into account at once in this process. */
  renew(): Promise<void>
}

// A pause takes effect everywhere within this time, and each process queries it at most this often.
const KNOWN_FOR_MS = 1_000

/** Caches for a moment which engines are paused. If the store does not respond, the cached state stays. */
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
      list().catch((error: unknown) => deps.log.warn('the paused engines could not be read', { error }))
      return known === undefined || known.some((pause) => pause.engine === engine)
    },
    list,
    renew: async () => {
      looked = undefined
      await list()
    },
  }
}

export type PauseDeps = {
  store: Pick<Store, 'pauses'>
  catalog: Catalog
  clock: Clock
  bell: Bell
  pauses: KnownPauses
}

/** Pauses an engine in all processes, across restarts, until it is resumed. Running tasks continue. */
export async function pauseEngine(
  deps: PauseDeps,
  operator: ApiKey,
  { engine, reason }: { engine: string; reason: string },
): Promise<Pause> {
  checkEngine(deps.catalog, engine)
  const pause = { engine, reason, pausedAt: deps.clock.now(), pausedBy: operator.name }
  const changes = [
    { field: 'engine', from: null, to: engine },
    { field: 'reason', from: null, to: reason },
  ]
  await deps.store.pauses.set(pause, entryOf(deps, operator, { action: 'pause engine', changes }))
  await deps.pauses.renew()
  return pause
}

/** Resumes an engine; has no effect if it was not paused. */
export async function resumeEngine(deps: PauseDeps, operator: ApiKey, engine: string): Promise<void> {
  checkEngine(deps.catalog, engine)
  const changes = [{ field: 'engine', from: engine, to: null }]
  await deps.store.pauses.clear(engine, entryOf(deps, operator, { action: 'resume engine', changes }))
  await deps.pauses.renew()
  deps.bell.ring(`work:${engine}`)
}

/** A synchronous request is told at once that no result will come soon. */
export async function refuseWhilePaused(
  pauses: KnownPauses,
  { engine, id }: { engine: string; id: string },
): Promise<void> {
  if (!(await pauses.list()).some((pause) => pause.engine === engine)) return
  const advice = 'Try again later, or choose another model.'
  throw new AppError('provider_unavailable', `The operator has paused the model '${id}'. ${advice}`, { param: 'model' })
}

function checkEngine(catalog: Catalog, engine: string): void {
  const engines = [...new Set(catalog.all().map((model) => model.engine))].toSorted()
  // A process without engines accepts the operator's name for a server.
  const servers = (id: string): string[] => (catalog.engine(id)?.servers?.() ?? []).map((server) => server.id)
  const known = [...engines, ...engines.flatMap(servers)]
  const [host = ''] = engine.split('@')
  const isBelieved = host !== engine && engines.includes(host) && catalog.engine(host) === undefined
  if (known.includes(engine) || isBelieved) return
  const message = `There is no engine '${engine.slice(0, 80)}'. Known: ${known.join(', ')}.`
  throw new AppError('engine_not_found', message)
}

function entryOf(
  { clock }: PauseDeps,
  operator: ApiKey,
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
): AuditEntry {
  return { at: clock.now(), actor: actingKey(operator), action, keyId: NO_KEY, changes }
}
