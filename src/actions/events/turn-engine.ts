import { eventOf, type ServiceEvent } from '../../core/service-event.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type TurnEngineDeps = { store: Pick<Store, 'events' | 'owners'>; clock: Clock }

/** The state of an engine, as a process finds it. */
export type EngineSight = { engine: string; isDown: boolean; reason: string | null; process: string }

/**
 * Raises an event when an engine goes down or comes up, unless that was the last event. Processes may differ, since
 * each sees its own failures: the process that reported it down reports it up, unless that process is gone.
 */
export async function turnEngine({ store, clock }: TurnEngineDeps, sight: EngineSight): Promise<boolean> {
  const { engine, isDown, reason, process } = sight
  const subject = `engine/${engine}`
  const last = await store.events.last(subject)
  const wasDown = last?.event === 'engine.down'
  if (wasDown === isDown) return false
  if (!isDown && last !== undefined && (await isAnothers(store, last, process))) return false
  const event = isDown ? 'engine.down' : 'engine.up'
  const at = clock.now()
  const whose = { subject, keyId: null, project: null }
  const data = isDown ? { engine, reason, process } : { engine, process }
  return store.events.turn(eventOf({ cause: `${engine}/${at}`, event, ...whose, data, createdAt: at }), 'engine.down')
}

async function isAnothers(store: TurnEngineDeps['store'], { data }: ServiceEvent, process: string): Promise<boolean> {
  const by = data['process']
  if (by === process) return false
  return (await store.owners.list()).some(({ id, gone }) => id === by && !gone)
}
