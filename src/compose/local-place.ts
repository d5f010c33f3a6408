import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { LocalPlace } from '../engines/open-engines.ts'

/** Where the programs that run local models are kept, and where they are fetched from. */
export function localPlace({ dataDir, npmRegistry, environment }: Config): LocalPlace {
  return { folder: join(dataDir, 'runtimes'), registry: npmRegistry, environment: environment() }
}
