import { processEnvironment, readConfig } from '../../config.ts'
import { openStore } from '../../store/open-store.ts'
import { UsageError } from '../usage-error.ts'

/** Brings the schema of the database up to date, for those who do not leave that to the first start. */
export async function migrateCommand(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) throw new UsageError(`'migrate' takes no arguments; settings come from the environment.`)
  const { dataDir, databaseUrl } = readConfig(processEnvironment())
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  await store.close()
  process.stdout.write('The database is up to date.\n')
  return 0
}
