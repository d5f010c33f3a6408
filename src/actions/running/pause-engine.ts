import type { ApiKey } from '../../core/keys/api-key.ts'
import { actingKey, type AuditEntry, NO_KEY } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { Pause } from '../../core/tasks/pause.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Bell, Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type KnownPauses = {
  /** Whether nothing new may be begun on this engine; so it is too as long as nobody knows. Asked before every claim. */
  has(engine: string): boolean
  /** As they are, or were a second ago. */
  list(): Promise<readonly Pause[]>
  /** Sees what was just changed; from then on this process heeds it. */
  renew(): Promise<void>
}

// An operator who pauses sees it heeded everywhere within this time, and each process asks this often at most.
const KNOWN_FOR_MS = 1_000

/** Remembers for a moment which engines are paused. A store that does not answer changes nothing about what is known. */
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

/** Lets nothing new begin on an engine, over all processes and restarts, until it is resumed. What has begun goes on. */
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

/** Lets an engine begin again; one that was not paused is left as it is. */
export async function resumeEngine(deps: PauseDeps, operator: ApiKey, engine: string): Promise<void> {
  checkEngine(deps.catalog, engine)
  const changes = [{ field: 'engine', from: engine, to: null }]
  await deps.store.pauses.clear(engine, entryOf(deps, operator, { action: 'resume engine', changes }))
  await deps.pauses.renew()
  deps.bell.ring(`work:${engine}`)
}

/** Whoever waits for a result in the same request is told at once that none will come soon. */
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
  // A process that opens no engines takes the operator's word for the name of a server.
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
