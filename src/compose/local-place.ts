import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { LocalPlace } from '../engines/local/open-local.ts'

/** The folder of the programs that run local models. */
export function runtimesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'runtimes')
}

/** Where the programs that run local models are kept, and where they are downloaded from. */
export function localPlace(config: Config): LocalPlace {
  const { npmRegistry: registry, environment, sdServer } = config
  return { folder: runtimesFolder(config), registry, environment: environment(), sdServer }
}
