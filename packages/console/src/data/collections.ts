import type { ListedTask } from '@mediagen/client'
import { useSyncExternalStore } from 'react'

/** Tasks that belong together, and when each was asked for. */
export type Kept = ReadonlyMap<string, number>
export type Collections = ReadonlyMap<string, Kept>

export const LONGEST_NAME = 60

// Some fifty kilobytes for each: the oldest ones make room.
const MOST_TASKS = 2_000

type Some = Pick<ListedTask, 'id' | 'created'>
type Pairs = readonly (readonly [string, number])[]

// This browser keeps both: the service has no place for them.
const favourites = browserValue<Kept>('mediagen.favourites', (kept) => new Map(kept as Pairs), pairsOf)
const collections = browserValue<Collections>(
  'mediagen.collections',
  (kept) => new Map((kept as [string, Pairs][]).map(([name, tasks]) => [name, new Map(tasks)])),
  (next) => [...next].map(([name, tasks]) => [name, pairsOf(tasks)]),
)

export const useFavourites = (): Kept => favourites.use()
export const useCollections = (): Collections => collections.use()

/** Gives a star, or takes it away. */
export function toggleFavourite({ id, created }: Some): void {
  const next = new Map(favourites.get())
  if (!next.delete(id)) next.set(id, created)
  favourites.set(next)
}

/** The star of one task; nothing happens to it while nobody knows when it was asked for. */
export function useStar(id: string, created: number | undefined): { isStarred: boolean; toggle: () => void } {
  const isStarred = useFavourites().has(id)
  return { isStarred, toggle: () => created !== undefined && toggleFavourite({ id, created }) }
}

/** Adds tasks to a collection, which begins with its first ones. */
export function collect(name: string, tasks: readonly Some[]): void {
  const added = tasks.map(({ id, created }) => [id, created] as const)
  changeCollection(name, new Map([...(collections.get().get(name) ?? []), ...added]))
}

export function uncollect(name: string, ids: readonly string[]): void {
  changeCollection(name, new Map([...(collections.get().get(name) ?? [])].filter(([id]) => !ids.includes(id))))
}

/** Forgets a collection, not its results; gives back how to undo that. */
export function removeCollection(name: string): () => void {
  const before = collections.get()
  collections.set(new Map([...before].filter(([each]) => each !== name)))
  return () => changeCollection(name, before.get(name) ?? new Map())
}

/** The time of the oldest; undefined where there is none. */
export function oldestOf(kept: Kept): number | undefined {
  return kept.size === 0 ? undefined : Math.min(...kept.values())
}

function changeCollection(name: string, tasks: Kept): void {
  collections.set(new Map(collections.get()).set(name, tasks))
}

function pairsOf(tasks: Kept): Pairs {
  return [...tasks].slice(-MOST_TASKS)
}

/** A value that this browser keeps, the same in all of its tabs. */
function browserValue<T>(place: string, read: (kept: unknown) => T, write: (value: T) => unknown) {
  const load = (): T => {
    try {
      return read(JSON.parse(localStorage.getItem(place) ?? '[]'))
    } catch {
      // Written by something else: there is nothing to go by.
      return read([])
    }
  }
  let value = load()
  const listeners = new Set<() => void>()
  const take = (next: T): void => {
    value = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', ({ key }) => {
    if (key === place || key === null) take(load())
  })
  const get = (): T => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next: T): void => {
      localStorage.setItem(place, JSON.stringify(write(next)))
      take(next)
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
