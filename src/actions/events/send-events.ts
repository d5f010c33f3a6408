import { eventBody, type EventSettings, type ServiceEvent } from '../../core/service-event.ts'
import type { Bell, Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { namesOf } from './read-events.ts'

export type SendEventsDeps = {
  store: Pick<Store, 'events' | 'keys' | 'projects'>
  clock: Clock
  bell: Pick<Bell, 'ring'>
  log: Log
  /** Where events are sent; without it, they are only shown. */
  eventsTo?: EventSettings | undefined
}

const BATCH = 100

/**
 * Queues the webhooks of new events. If a process dies before that, another one does it; if two do it at once, one
 * wins.
 */
export async function sendEvents(deps: SendEventsDeps, signal: AbortSignal): Promise<void> {
  let batch: ServiceEvent[]
  do {
    batch = await deps.store.events.unsent(BATCH)
    for (const event of batch) await sendEvent(deps, event)
    if (batch.length > 0 && deps.eventsTo !== undefined) deps.bell.ring('deliveries')
  } while (batch.length === BATCH && !signal.aborted)
}

async function sendEvent({ store, clock, log, eventsTo }: SendEventsDeps, event: ServiceEvent): Promise<void> {
  const url = eventsTo?.url
  const names = await namesOf(store, event)
  const body = eventBody(event, names)
  const message = url === undefined ? null : { url, host: new URL(url).host, body }
  if (await store.events.send(event.id, message, clock.now()))
    log.info('event', { event: event.event, subject: event.subject, sent: message !== null })
}
