import { processEnvironment, readRecordsPlace } from '../../config.ts'
import { openStore } from '../../store/open-store.ts'
import type { Given } from '../command.ts'

/** Migrates the database, for operators who do not leave that to the first start. */
export async function migrateCommand(given: Given): Promise<number> {
  const { dataDir, databaseUrl } = readRecordsPlace(processEnvironment())
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  await store.close()
  process.stdout.write(given.flag('json') === true ? '{"up_to_date":true}\n' : 'The database is up to date.\n')
  return 0
}
