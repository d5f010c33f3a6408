// Opens a store whose disk refuses the first sync, and waits for the answer.
import { sqliteStore } from '../../src/store/sqlite/store.ts'

const store = sqliteStore(process.argv[2] ?? '', {
  syncsApart: true,
  syncLog: (done) => setImmediate(() => done(new Error('EIO: i/o error, fdatasync'))),
})
await store.owners.join('o').catch(() => undefined)
process.stdout.write('answered\n')
