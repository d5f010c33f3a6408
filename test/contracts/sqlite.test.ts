import { openDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore, storeOn } from '../../src/store/sqlite/store.ts'
import { temporaryPath } from './driver.ts'
import { everyPromise } from './every-promise.ts'
import { noting, planTests } from './sqlite-plans.ts'
import { atEnd } from '../support/at-end.ts'
import { ensureDatabase } from '../support/empty-database.ts'

const asked = new Set<string>()

everyPromise({
  name: 'sqlite',
  open: async (t) => {
    const path = await temporaryPath(t)
    await ensureDatabase(path)
    const store = storeOn(noting(openDatabase(path, migrate), asked), `${path}.owners`)
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

planTests(asked)
