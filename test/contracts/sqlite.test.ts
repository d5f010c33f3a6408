import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/ports/store.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore, storeOn } from '../../src/store/sqlite/store.ts'
import { temporaryPath } from './driver.ts'
import { everyPromise } from './every-promise.ts'
import { noting, planTests } from './sqlite-plans.ts'
import { atEnd } from '../support/at-end.ts'
import { ensureDatabase } from '../support/empty-database.ts'

const statements = new Set<string>()
const methods = new Map<string, boolean>()

/** The store, with what is called of it on record. */
function watched(store: Store): Store {
  const rooms = Object.entries(store).map(([room, part]: [string, unknown]) => {
    // A file has no replica: what would answer is the same methods once more.
    if (typeof part !== 'object' || part === null || room === 'replica') return [room, part]
    const calls = Object.entries(part).map(([name, call]: [string, (...given: unknown[]) => unknown]) => {
      const method = `${room}.${name}`
      methods.set(method, methods.get(method) ?? false)
      return [name, (...given: unknown[]) => (methods.set(method, true), call(...given))]
    })
    return [room, Object.fromEntries(calls)]
  })
  return Object.fromEntries(rooms) as Store
}

everyPromise({
  name: 'sqlite',
  open: async (t) => {
    const path = await temporaryPath(t)
    await ensureDatabase(path)
    const store = watched(storeOn(noting(openDatabase(path, migrate), statements), `${path}.owners`))
    atEnd(t, () => store.close())
    return { a: store, b: store }
  },
})

everyPromise({
  name: 'sqlite, synced apart',
  open: async (t) => {
    const path = await temporaryPath(t)
    await ensureDatabase(path)
    const pair = { a: sqliteStore(path, { syncsApart: true }), b: sqliteStore(path) }
    atEnd(t, () => Promise.all([pair.a.close(), pair.b.close()]))
    return pair
  },
})

planTests(statements)

test('everything that the store can be asked has a promise', () => {
  assert.deepEqual(
    [...methods].filter(([, isCalled]) => !isCalled).map(([method]) => method),
    [],
  )
})
