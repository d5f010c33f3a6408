import type { EventNames, ServiceEvent } from '../../core/service-event.ts'
import type { Store } from '../../ports/store.ts'
import type { EventPlace, ListedEvent } from '../../ports/store/events.ts'

export type ReadEventsDeps = { store: Pick<Store, 'events' | 'keys' | 'projects'> }

/** A page of events, newest first, and the cursor of the next page. */
export async function readEvents(
  { store }: ReadEventsDeps,
  { after, limit }: { after: EventPlace | null; limit: number },
): Promise<{ events: (ListedEvent & { names: EventNames })[]; next: EventPlace | null }> {
  const found = await store.events.list(after, limit + 1)
  const page = found.slice(0, limit)
  const events = await Promise.all(page.map(async (event) => ({ ...event, names: await namesOf(store, event) })))
  return { events, next: found.length > limit ? (page.at(-1) ?? null) : null }
}

/** The current names of the event's key and project; null if there is none. */
export async function namesOf(
  store: Pick<Store, 'keys' | 'projects'>,
  { keyId, project }: Pick<ServiceEvent, 'keyId' | 'project'>,
): Promise<EventNames> {
  const [key, found] = await Promise.all([
    keyId === null ? undefined : store.keys.find(keyId),
    project === null ? undefined : store.projects.find(project),
  ])
  return { key: key?.name ?? null, project: found?.name ?? null }
}
