import type { TaskStatus } from '../src/core/tasks/task.ts'
import type { Store } from '../src/ports/store.ts'
import type { TaskFilter } from '../src/ports/store/task-reader.ts'
import type { Seeded } from '../test/chaos/seeded-random.ts'
import { filledCreatedAt, filledId, HEAVY_KEY, SMALL_KEY, type Size } from './scale-fill.ts'

/** One of the two stores that are compared. */
export type Side = { store: Store; size: Size; random: Seeded; ticks: number }

/** Something to measure: `run` alone is timed and tells how many rows it got, which must be the same on both sides. */
export type Operation = {
  name: string
  trial: (side: Side) => Promise<{ run: () => Promise<number>; after?: () => Promise<unknown> }>
}

const PAGE = 20

export function read(name: string, ask: (side: Side) => () => Promise<number>): Operation {
  return { name, trial: async (side) => ({ run: ask(side) }) }
}

function list(name: string, filter: Partial<TaskFilter> & { keyId: string }, deep = false): Operation {
  return read(`list: ${name}`, ({ store, size }) => {
    const middle = Math.floor(size.finished / 2)
    const after = deep ? { after: { createdAt: filledCreatedAt(middle, size), id: filledId(middle) } } : {}
    return async () => (await store.tasks.list({ limit: PAGE, ...filter, ...after })).length
  })
}

const STATUSES: readonly TaskStatus[] = ['success', 'failed', 'processing', 'pending']

const OF_BOTH: Operation[] = [HEAVY_KEY, SMALL_KEY].flatMap((keyId) => {
  const who = keyId === HEAVY_KEY ? 'heavy key' : 'small key'
  return [
    list(who, { keyId }),
    list(`${who}, from the middle`, { keyId }, true),
    ...STATUSES.map((status) => list(`${who}, ${status}`, { keyId, statuses: [status] })),
    list(`${who}, failed, from the middle`, { keyId, statuses: ['failed'] }, true),
    list(`${who}, model`, { keyId, models: ['m3'] }),
    list(`${who}, model, from the middle`, { keyId, models: ['m3'] }, true),
    list(`${who}, model never used`, { keyId, models: ['never'] }),
    list(`${who}, kind`, { keyId, kind: 'video' }),
    list(`${who}, failed, model`, { keyId, statuses: ['failed'], models: ['m3'], limit: 5 }),
  ]
})

/** Lists of a key with a fifth of everything and of one with little, by everything that can be asked for. */
export const LISTS: readonly Operation[] = [
  ...OF_BOTH,
  list('heavy key, rare model', { keyId: HEAVY_KEY, models: ['rare'] }),
  list('heavy key, rare kind', { keyId: HEAVY_KEY, kind: 'image' }),
]
