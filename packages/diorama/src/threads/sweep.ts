import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The engine counts a frame's pixels, which lie outside its heap, for next to nothing, and so collects far too late:
// measured, a thread holds 300 MB during a 720p clip without this and 215 MB with it, at under 1 ms a frame.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major'; flavor?: 'last-resort' }) => void

/** Frees the pixels that were just drawn and are done with: they are given back only between two turns of the loop. */
export async function swept(): Promise<void> {
  collect({ type: 'minor' })
  await setImmediate()
}

/** Frees all that is done with, such as the layers of a whole scene. Takes some 30 ms. */
export function sweepAll(): void {
  collect({ type: 'major' })
}

// More than a prompt takes whose words are loaded already.
const LOADED = 8e6
let isRoomOwed = false

const heapSize = (): number => getHeapStatistics().total_heap_size

/** Reads a prompt, and remembers whether a language was loaded for it. */
export function reading<T>(read: () => T): T {
  const before = heapSize()
  const result = read()
  isRoomOwed ||= heapSize() - before > LOADED
  return result
}

/**
 * Gives back the room that loading a language took: half of it is empty pages, which the engine would keep for a rush that
 * never comes. Takes some 100 ms, and nothing where nothing was loaded.
 */
export function shrinkAfterReading(): void {
  if (isRoomOwed) collect({ type: 'major', flavor: 'last-resort' })
  isRoomOwed = false
}
