import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Mediagen, PermissionError } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { openScreen } from '../terminal/screen.ts'
import { checkUrl, USUAL_URL } from './connection.ts'
import { profileNamed, profilesPath, readProfiles, writeProfiles } from './profiles.ts'

/** Saves a service and a key for it, once the service has accepted the key. */
export async function loginCommand(call: Call): Promise<number> {
  const { given, environment } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const path = profilesPath(environment)
  const known = await readProfiles(path)
  const name = given.text('profile') ?? known.default
  const before = profileNamed(known, name)
  const url = checkUrl(given.text('url') ?? (await askUrl(environment['MEDIAGEN_URL'] ?? before?.url ?? USUAL_URL)))
  const key = (given.text('key') ?? (await askKey())).trim()
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'This is not an API key: it is empty, or contains spaces or non-ASCII characters. Pass it with --key, or pipe it in.',
    )
  await check(url, key)
  const isFirst = Object.keys(known.profiles).length === 0
  const usual = isFirst || given.flag('default') === true ? name : known.default
  await writeProfiles(path, { default: usual, profiles: { ...known.profiles, [name]: { url, key } } })
  if (screen.isJson) screen.printJson({ profile: name, url, default: usual === name, file: path })
  else screen.print(`Logged in to ${url} as profile '${name}'. The key is in ${path}, readable only by you.`)
  const others = ['MEDIAGEN_URL', 'MEDIAGEN_API_KEY'].filter((each) => (environment[each] ?? '') !== '')
  if (others.length > 0)
    screen.note(
      `Note: ${others.join(' and ')} ${others.length === 1 ? 'is' : 'are'} set, so saved profiles apply only with --profile.`,
    )
  return EXIT.done
}

/** Removes a profile with its key. */
export async function logoutCommand(call: Call): Promise<number> {
  const { given, environment } = call
  const path = profilesPath(environment)
  const known = await readProfiles(path)
  const name = given.text('profile') ?? known.default
  if (profileNamed(known, name) === undefined) throw new UsageError(`There is no profile '${name}'.`)
  const profiles = Object.fromEntries(Object.entries(known.profiles).filter(([each]) => each !== name))
  const [first = 'default'] = Object.keys(profiles)
  await writeProfiles(path, { default: known.default === name ? first : known.default, profiles })
  const screen = openScreen({ json: given.flag('json'), environment })
  if (screen.isJson) screen.printJson({ profile: name, removed: true })
  else
    screen.print(
      `Removed the profile '${name}' and its key from this machine. The key still works. To revoke it, run 'mediagen keys revoke'.`,
    )
  return EXIT.done
}

/** A key that may only generate is valid too. */
async function check(url: string, key: string): Promise<void> {
  const client = new Mediagen({ baseURL: url, apiKey: key, maxRetries: 1 })
  await client.models.list().catch((error: unknown) => {
    if (!(error instanceof PermissionError)) throw error
  })
}

async function askUrl(usual: string): Promise<string> {
  if (!process.stdin.isTTY) return usual
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`Service URL [${usual}]: `)
  asking.close()
  return answer.trim() === '' ? usual : answer.trim()
}

async function askKey(): Promise<string> {
  if (!process.stdin.isTTY) return Buffer.concat(await process.stdin.toArray()).toString()
  process.stderr.write('API key (not shown): ')
  // Typed text would otherwise stay on the screen and in its scrollback.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await asking.question('')
  asking.close()
  process.stderr.write('\n')
  return answer
}
