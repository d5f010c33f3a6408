import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey } from '../../actions/keys/create-key.ts'
import { isForThisMachine } from '../../compose/public-url.ts'
import { ROLES, type Role } from '../../compose/roles.ts'
import { startService, type Service } from '../../compose/service.ts'
import { processEnvironment, readConfig, type Config } from '../../config.ts'
import { SCOPES } from '../../core/keys/api-key.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import type { Given } from '../command.ts'
import { parentGone } from '../process-ends.ts'

/** Starts the service and runs until it is told to stop; a second signal ends it at once. */
export async function serveCommand(given: Given): Promise<number> {
  const role = ROLES.find((known) => known === given.text('role')) ?? 'all'
  // The data folder contains prompts, references, results and signing secrets: from here on, new files are private.
  process.umask(0o077)
  const config = readConfig(processEnvironment())
  let key: string | undefined
  // The key is in place before the service reports that it is ready.
  const beforeListening = async (store: Service['store']): Promise<void> => {
    if (role === 'all') key = await firstKey(config, store)
  }
  const service = await startService(config, { beforeListening, mayFork: true }, role)
  if (role === 'worker') process.stdout.write(`mediagen is ready at ${service.url} (worker: health checks only)\n`)
  // The processes of a fleet get their keys from the operator: each would create one otherwise, and show it in a log
  // that many can read.
  else process.stdout.write(welcome({ url: service.url, key, config, role }))
  // npm sends a signal to the shell between it and us, where it ends.
  if (processEnvironment()['npm_lifecycle_event'] === undefined) await stopSignal()
  else await Promise.race([stopSignal(), parentGone()])
  process.stdout.write('Stopping after the current steps. Press Ctrl-C again to stop immediately.\n')
  await service.stop()
  return 0
}

/** A store without keys gets one: shown now, and kept in a file that only its owner can read. */
async function firstKey(config: Config, store: Service['store']): Promise<string | undefined> {
  if ((await store.keys.list()).length > 0) return undefined
  // If only this machine can call, its owner is the operator: one key opens the whole console.
  const scopes = isForThisMachine(config) ? { scopes: SCOPES } : {}
  const { text } = await createKey(
    { store, clock: systemClock, random: systemRandom },
    { name: 'first key', ...scopes },
  )
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(join(config.dataDir, 'api-key'), `${text}\n`, { mode: 0o600 })
  return text
}

type Welcome = { url: string; key: string | undefined; config: Config; role: Role }

function welcome({ url, key, config, role }: Welcome): string {
  const file = join(config.dataDir, 'api-key')
  const isInFile = role === 'all' && config.apiKey === undefined && existsSync(file)
  const shown = key ?? (isInFile ? `$(cat ${file})` : '$MEDIAGEN_API_KEY')
  const lines = [
    '',
    `  mediagen is ready at ${url}`,
    '',
    `  Console        ${consoleText(url, key)}`,
    `  API key        ${keyText({ key, config, role, file })}`,
    `  API reference  ${url}/docs`,
    ...operatorLines(config, key),
    '',
    '  Try it:',
    '',
    `  curl ${url}/api/ai/images/generations \\`,
    `    -H "Authorization: Bearer ${shown}" \\`,
    `    -H "Content-Type: application/json" \\`,
    `    -d '{"model": "diorama", "prompt": "a red fox in a snowy forest at dawn"}'`,
    '',
    '',
  ]
  return lines.join('\n')
}

/** A browser keeps the part after the # to itself: the key reaches no server and no log on the way. */
function consoleText(url: string, key: string | undefined): string {
  return key === undefined ? `${url}/   (${ownCommand('open')} opens it signed in)` : `${url}/#key=${key}`
}

function keyText({ key, config, role, file }: Omit<Welcome, 'url'> & { file: string }): string {
  if (key !== undefined) return `${key}   (shown only once; also in ${file})`
  if (config.apiKey !== undefined) return 'the one in MEDIAGEN_API_KEY'
  if (role === 'api') return `create one: ${ownCommand('keys create --name my-app')}`
  return `the first one is in ${file}`
}

function operatorLines(config: Config, key: string | undefined): string[] {
  if (key === undefined || isForThisMachine(config)) return []
  return [
    '',
    `  For the Keys and System pages, create an operator key: ${ownCommand('keys create --name ops --scopes admin')}`,
  ]
}

/** How to run other commands: in the same way as this program was started. */
function ownCommand(words: string): string {
  return `${processEnvironment()['npm_lifecycle_event'] === undefined ? 'mediagen' : 'npm run mediagen --'} ${words}`
}

// Windows has no SIGTERM: there, it is Ctrl-C, Ctrl-Break, or closing the console window. Elsewhere, SIGHUP is left
// alone, because `nohup` relies on it being ignored.
const STOP_SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']

async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    const onSignal = (): void => {
      // From here on, the default action is back: a second signal ends the process.
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal)
      resolve()
    }
    for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  })
}
