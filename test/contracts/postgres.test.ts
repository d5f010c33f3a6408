import { after } from 'node:test'
import { stopSharedPostgres } from '../support/postgres.ts'
import { emptyPostgres } from './empty-postgres.ts'
import { everyPromise } from './every-promise.ts'

const stores = emptyPostgres(2)
after(async () => {
  await stores.close()
  await stopSharedPostgres()
})

everyPromise({
  name: 'postgres',
  open: async () => {
    const [a, b] = await stores.emptied()
    if (a === undefined || b === undefined) throw new Error('two stores were asked for')
    return { a, b }
  },
})
