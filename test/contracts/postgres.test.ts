import { after } from 'node:test'
import { emptyPostgres } from './empty-postgres.ts'
import { everyPromise } from './every-promise.ts'

const stores = emptyPostgres(2)
after(() => stores.close())

everyPromise({
  name: 'postgres',
  open: async () => {
    const [a, b] = await stores.emptied()
    if (a === undefined || b === undefined) throw new Error('two stores were asked for')
    return { a, b }
  },
})
