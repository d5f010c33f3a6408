import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey } from '../../actions/keys/create-key.ts'
import { ROLES } from '../../compose/roles.ts'
import { startService, type Service } from '../../compose/service.ts'
import { processEnvironment, readConfig, type Config } from '../../config.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import type { Given } from '../command.ts'
import { parentGone } from '../process-ends.ts'

/** Starts the service and stays until it is told to stop; the second signal ends it at once. */
export async function serveCommand(given: Given): Promise<number> {
  const role = ROLES.find((known) => known === given.text('role')) ?? 'all'
  // The data folder holds prompts, references, results and secrets that sign: nobody else may read what is written from here on.
  process.umask(0o077)
  const config = readConfig(processEnvironment())
  let key: string | undefined
  // Whoever sees the service ready finds the key in its place.
  const beforeListening = async (store: Service['store']): Promise<void> => {
    if (role === 'all') key = await firstKey(config, store)
  }
  const service = await startService(config, { beforeListening, mayFork: true }, role)
  if (role === 'worker') process.stdout.write(`mediagen works; its health is at ${service.url}/readyz\n`)
  // A fleet is given its keys: each of its processes would make one, and show it in a log that many can read.
  else if (role === 'api') process.stdout.write(welcome(service, undefined, fleetKeyLines(config)))
  else process.stdout.write(welcome(service, key, keyLines(config, key)))
  // npm hands a signal to the shell between it and us, and there it ends.
  if (processEnvironment()['npm_lifecycle_event'] === undefined) await stopSignal()
  else await Promise.race([stopSignal(), parentGone()])
  process.stdout.write('Stopping: what runs is finished or given back. Press Ctrl-C again to stop at once.\n')
  await service.stop()
  return 0
}

/** A store without any key gets one: shown now, and kept in a file that only its owner can read. */
async function firstKey(config: Config, store: Service['store']): Promise<string | undefined> {
  if ((await store.keys.list()).length > 0) return undefined
  const { text } = await createKey({ store, clock: systemClock, random: systemRandom }, { name: 'first key' })
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(join(config.dataDir, 'api-key'), `${text}\n`, { mode: 0o600 })
  return text
}

function welcome(service: Service, key: string | undefined, about: string[]): string {
  const shown = key ?? '$MEDIAGEN_API_KEY'
  const lines = [
    '',
    `  mediagen is ready at ${service.url}   (docs: ${service.url}/docs)`,
    '',
    ...consoleLines(service, key),
    ...about,
    '  Try it:',
    '',
    `  curl ${service.url}/api/ai/images/generations \\`,
    `    -H "Authorization: Bearer ${shown}" \\`,
    `    -H "Content-Type: application/json" \\`,
    `    -d '{"model": "diorama", "prompt": "a red fox in a snowy forest at dawn"}'`,
    '',
    '',
  ]
  return lines.join('\n')
}

/** A browser keeps what stands after the # to itself: the key reaches no server and no log on the way. */
function consoleLines({ url }: Service, key: string | undefined): string[] {
  if (key === undefined) return []
  return ['  Open the console, signed in with this key:', '', `  ${url}/#key=${key}`, '']
}

function keyLines(config: Config, key: string | undefined): string[] {
  if (key !== undefined)
    return [`  Your API key, shown this once (also in ${join(config.dataDir, 'api-key')}):`, '', `  ${key}`, '']
  if (config.apiKey !== undefined) return ['  The API key is the one in MEDIAGEN_API_KEY.', '']
  return [`  API key: as made before; the first one is in ${join(config.dataDir, 'api-key')}`, '']
}

function fleetKeyLines(config: Config): string[] {
  if (config.apiKey !== undefined) return ['  The API key is the one in MEDIAGEN_API_KEY.', '']
  return ['  API keys are made with: mediagen keys create --name my-app', '']
}

// Windows knows no SIGTERM: there it is Ctrl-C, Ctrl-Break, or the console window being closed. Elsewhere a hang-up of the
// terminal is left alone, for `nohup` relies on it being ignored.
const STOP_SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']

async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    const onSignal = (): void => {
      // From here on the default action is back: a second signal ends the process.
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal)
      resolve()
    }
    for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  })
}
