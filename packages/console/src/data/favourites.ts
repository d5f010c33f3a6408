import type { ListedTask } from '@mediagen/client'
import { useSyncExternalStore } from 'react'

const PLACE = 'mediagen.favourites'
// Some fifty kilobytes: the oldest ones make room.
const MOST = 2_000

/** The tasks with a star, and when each was asked for. This browser keeps them: the service has no place for them. */
export type Favourites = ReadonlyMap<string, number>

let known = read()
const listeners = new Set<() => void>()
addEventListener('storage', ({ key }) => {
  if (key === PLACE || key === null) tell(read())
})

export function useFavourites(): Favourites {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => known,
  )
}

/** Gives a star, or takes it away. */
export function toggleFavourite({ id, created }: Pick<ListedTask, 'id' | 'created'>): void {
  const next = new Map(known)
  if (!next.delete(id)) next.set(id, created)
  const kept = [...next].slice(-MOST)
  localStorage.setItem(PLACE, JSON.stringify(kept))
  tell(new Map(kept))
}

/** The star of one task; nothing happens to it while nobody knows when it was asked for. */
export function useStar(id: string, created: number | undefined): { isStarred: boolean; toggle: () => void } {
  const isStarred = useFavourites().has(id)
  return { isStarred, toggle: () => created !== undefined && toggleFavourite({ id, created }) }
}

/** The time of the oldest; undefined where there is none. */
export function oldestOf(favourites: Favourites): number | undefined {
  return favourites.size === 0 ? undefined : Math.min(...favourites.values())
}

function tell(next: Favourites): void {
  known = next
  for (const listener of listeners) listener()
}

function read(): Favourites {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return new Map(Array.isArray(kept) ? (kept as [string, number][]) : [])
  } catch {
    // Written by something else: there is nothing to go by.
    return new Map()
  }
}
