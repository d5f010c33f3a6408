import type { Store } from '../../src/ports/store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { stopMatrix } from './stop-matrix.ts'
import { KINDS } from './stop-stage.ts'

async function newDatabase(): Promise<() => Promise<Store>> {
  const url = await (await sharedPostgres()).newDatabase()
  return () => postgresStore({ url })
}

// What the database has to do with it is how a job is left behind and taken up: one kind with jobs shows all of it.
for (const kind of KINDS.filter(({ id }) => id === 'an operation, unsafe to restart'))
  stopMatrix(`PostgreSQL, ${kind.id}`, kind, { openStore: newDatabase, inShort: ['starting', 'asking'] })
