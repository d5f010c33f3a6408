import { useSyncExternalStore } from 'react'
import { claimTab } from './kept-key.ts'

export type TabStore<T> = {
  get: () => T
  set: (next: T) => void
  /** The value, in a component that follows it. */
  use: () => T
}

type Forms<T> = {
  /** The value when there is none, or when what was kept cannot be read. */
  empty: T
  /** Makes a value of what was kept by this or an earlier version of the page. */
  read: (kept: unknown) => T
  /** Smaller forms of a value, for when the browser has no room for the whole. */
  smaller?: (value: T) => T
  /** How many characters the pictures in a value have, where it has any. */
  pictureLength?: (value: T) => number
}

// The browser's own limit is some five million characters. Trying more takes as long as writing it: with each key that is pressed.
const MOST_CHARACTERS = 5_000_000

/** A value that outlives the page it was made on: other pages of this tab, and a reload. It ends with the tab. */
export function tabStore<T>(place: string, { empty, read, smaller, pictureLength }: Forms<T>): TabStore<T> {
  const listeners = new Set<() => void>()
  let value = kept(place, empty, read)
  const keep = (next: T): boolean => {
    if ((pictureLength?.(next) ?? 0) > MOST_CHARACTERS) return false
    try {
      sessionStorage.setItem(place, JSON.stringify(next))
      return true
    } catch (error) {
      // No room.
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return false
      throw error
    }
  }
  const store: TabStore<T> = {
    get: () => value,
    set: (next) => {
      value = next
      if (!keep(next) && (smaller === undefined || !keep(smaller(next)))) sessionStorage.removeItem(place)
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }, store.get),
  }
  return store
}

function kept<T>(place: string, empty: T, read: (kept: unknown) => T): T {
  claimTab()
  const text = sessionStorage.getItem(place)
  if (text === null) return empty
  try {
    return read(JSON.parse(text))
  } catch {
    // Written by another version of this page: beginning anew is all that can be done with it.
    return empty
  }
}
