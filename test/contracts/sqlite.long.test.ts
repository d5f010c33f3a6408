// The short run asks the same of one connection, and of two of which one syncs apart, as the service and its workers do.
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { temporaryPath } from './driver.ts'
import { everyPromise } from './every-promise.ts'
import { storesElsewhere } from './other-process.ts'
import { atEnd } from '../support/at-end.ts'

const elsewhere = storesElsewhere()

everyPromise({
  name: 'sqlite, two connections',
  open: async (t) => {
    const path = await temporaryPath(t)
    const pair = { a: sqliteStore(path), b: sqliteStore(path) }
    atEnd(t, () => Promise.all([pair.a.close(), pair.b.close()]))
    return pair
  },
})

everyPromise({
  name: 'sqlite, two processes',
  open: async (t) => {
    const path = await temporaryPath(t)
    const pair = { a: sqliteStore(path), b: await elsewhere.open(path) }
    atEnd(t, () => Promise.all([pair.a.close(), pair.b.close()]))
    return pair
  },
})
