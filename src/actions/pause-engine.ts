import type { ApiKey } from '../core/api-key.ts'
import { actingKey, NO_KEY, type AuditEntry } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import type { Pause } from '../core/pause.ts'
import type { Catalog } from '../ports/engine.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { KnownPauses } from './known-pauses.ts'

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
  const known = [...new Set(catalog.all().map((model) => model.engine))].toSorted()
  if (known.includes(engine)) return
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
