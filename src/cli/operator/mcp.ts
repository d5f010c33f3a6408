import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../actions/keys/create-key.ts'
import { findCaller } from '../../actions/keys/find-caller.ts'
import { revokeKey } from '../../actions/keys/change-key.ts'
import type { Service } from '../../compose/service.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from '../../config.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { bridgeMcp } from '../caller/events/mcp-bridge.ts'

/**
 * Connects a desktop assistant, which starts it and talks to it over standard input and output, to a service: the one
 * at MEDIAGEN_URL, or otherwise its own, which lives as long as the assistant does. Only the protocol may go to
 * standard output.
 */
export async function mcpCommand(): Promise<number> {
  const config = readConfig(forAssistants(processEnvironment()))
  const streams = { input: process.stdin, output: process.stdout }
  if (config.serviceUrl !== undefined) {
    if (config.apiKey === undefined)
      throw new ConfigError(['MEDIAGEN_URL requires MEDIAGEN_API_KEY, because the service needs a key'])
    await bridgeMcp({ url: config.serviceUrl, key: config.apiKey.reveal(), ...streams })
    return 0
  }
  // The data folder contains prompts, references, results and signing secrets: from here on, new files are private.
  process.umask(0o077)
  // Loaded only if there is no service to call.
  const { startService } = await import('../../compose/service.ts')
  const service = await startService(config)
  try {
    await bridgeMcp({ url: service.url, key: await ownKey(config, service.store), ...streams })
  } finally {
    await service.stop()
  }
  return 0
}

type Environment = Readonly<Record<string, string | undefined>>

/** Assistants start programs in any folder, several at once, and end them two seconds after they disconnect. */
function forAssistants(environment: Environment): Environment {
  return {
    PORT: '0',
    MEDIAGEN_DATA_DIR: join(homedir(), '.mediagen'),
    MEDIAGEN_DRAIN_SECONDS: '1',
    MEDIAGEN_LOG_LEVEL: 'warn',
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')),
  }
}

/** The key of all assistants on this machine, so that each finds its earlier results. */
async function ownKey(config: Pick<Config, 'apiKey' | 'dataDir'>, store: Service['store']): Promise<string> {
  const { apiKey, dataDir } = config
  if (apiKey !== undefined) return apiKey.reveal()
  const deps = { store, clock: systemClock, random: systemRandom }
  const path = join(dataDir, 'mcp-api-key')
  const known = await keyIn(path)
  if (known !== undefined && (await findCaller(deps, known)) !== undefined) return known
  await mkdir(dataDir, { recursive: true })
  const { text, key } = await createKey(deps, { name: 'mediagen mcp' })
  // A key that does not work is replaced; if there was none, another process may be first.
  const flag = known === undefined ? 'wx' : 'w'
  const isKept = await writeFile(path, `${text}\n`, { mode: 0o600, flag }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  if (isKept) return text
  await revokeKey(deps, key.id)
  return ownKey(config, store)
}

async function keyIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text?.trim()
}
