import { DatabaseSync } from 'node:sqlite'
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts'
import { migrate as migrateSqlite } from '../../src/store/sqlite/migrate.ts'

const [address = '', version, statement, from] = process.argv.slice(2)
// A limit that nothing meets: step by step, as a database that is older than the base.
const steps = from === 'base' ? {} : { upTo: Number.MAX_SAFE_INTEGER }

/** Dies as a process dies that is killed: at once, in the middle of what it does. */
const onStatement = (atVersion: number, atStatement: number): void => {
  if (atVersion === Number(version) && atStatement === Number(statement)) process.kill(process.pid, 'SIGKILL')
}

if (address.startsWith('postgres:')) await migratePostgres(address, { ...steps, onStatement })
else {
  const db = new DatabaseSync(address, { enableForeignKeyConstraints: true })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  migrateSqlite({ prepare: (sql) => db.prepare(sql), exec: (sql) => db.exec(sql) }, { ...steps, onStatement })
  db.close()
}
