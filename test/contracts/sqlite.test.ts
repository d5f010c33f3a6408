import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { temporaryPath } from './driver.ts'
import { everyPromise } from './every-promise.ts'
import { atEnd } from '../support/at-end.ts'
import { ensureDatabase } from '../support/empty-database.ts'

everyPromise({
  name: 'sqlite',
  open: async (t) => {
    const path = await temporaryPath(t)
    await ensureDatabase(path)
    const store = sqliteStore(path)
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
