import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mediagen } from '@mediagen/client'
import type { Call } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { exposedWarning, profileNamed, profilesPath, readProfiles, type Profiles } from './profiles.ts'

export const USUAL_URL = 'http://127.0.0.1:8080'

// A person is waiting: after about two seconds, they learn that nothing responds.
const MAX_RETRIES = 2

/** The URL of a service, and the key for it. */
export type Connection = { url: string; key: string | undefined }

/** The service that a command calls. */
export async function connect(call: Call): Promise<Mediagen> {
  const { url, key } = await connection(call)
  return new Mediagen({ baseURL: url, apiKey: key, maxRetries: MAX_RETRIES })
}

/** Its URL, and the key that it needs. */
export async function connection(call: Call): Promise<{ url: string; key: string }> {
  const { url, key } = await findConnection(call)
  const warning = await exposedWarning(profilesPath(call.environment))
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  if (key !== undefined && isOpenRoad(url))
    process.stderr.write(
      `The key is sent to ${new URL(url).host} over plain http, so anyone on the network can read it. Use https.\n`,
    )
  if (key === undefined)
    throw new UsageError(`No key is saved for ${url}. Log in with 'mediagen login', or set MEDIAGEN_API_KEY.`)
  return { url, key }
}

/**
 * The command line comes first, then the environment, then the profile of `mediagen login`, then a service that was
 * started in this folder.
 */
async function findConnection({ given, environment }: Call): Promise<Connection> {
  const profiles = await readProfiles(profilesPath(environment))
  const name = given.text('profile')
  if (name !== undefined) {
    const profile = profileNamed(profiles, name)
    if (profile === undefined) throw new UsageError(`There is no profile '${name}'.${knownNames(profiles)}`)
    return profile
  }
  const envKey = notEmpty(environment['MEDIAGEN_API_KEY'])
  const written = given.text('url')
  const asked = written ?? notEmpty(environment['MEDIAGEN_URL'])
  if (asked !== undefined) {
    const url = checkUrl(asked)
    const known = written === undefined ? (envKey ?? keyOf(profiles, url)) : (keyOf(profiles, url) ?? envKey)
    return { url, key: known ?? (await keyInFolder(environment, url)) }
  }
  const url = urlHere(environment)
  if (envKey !== undefined) return { url, key: envKey }
  const usual = profileNamed(profiles, profiles.default)
  if (usual !== undefined) return usual
  return { url, key: await keyInFolder(environment, url) }
}

/** A service that was started with the same variables listens there. */
function urlHere({ PORT: port = '' }: Call['environment']): string {
  return /^[1-9]\d{0,4}$/.test(port) ? `http://127.0.0.1:${port}` : USUAL_URL
}

/** Whether anybody has named a service. */
export async function isServiceNamed(call: Call): Promise<boolean> {
  const { given, environment } = call
  if ((given.text('profile') ?? given.text('url') ?? notEmpty(environment['MEDIAGEN_URL'])) !== undefined) return true
  const profiles = await readProfiles(profilesPath(environment))
  return profileNamed(profiles, profiles.default) !== undefined
}

export function checkUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new UsageError(`'${text}' is not the address of a service. Use the form ${USUAL_URL}.`)
  return text.replace(/\/+$/, '')
}

function keyOf({ profiles }: Profiles, url: string): string | undefined {
  return Object.values(profiles).find((profile) => profile.url === url)?.key
}

/** The first key of a service that was started here: only for this machine, where that service must be. */
async function keyInFolder(environment: Call['environment'], url: string): Promise<string | undefined> {
  if (!isThisMachine(url)) return undefined
  const path = join(notEmpty(environment['MEDIAGEN_DATA_DIR']) ?? 'data', 'api-key')
  const text = await readFile(path, 'utf8').catch(() => '')
  return /^mg_\w+$/.exec(text.trim())?.[0]
}

function isOpenRoad(url: string): boolean {
  return new URL(url).protocol === 'http:' && !isThisMachine(url)
}

function isThisMachine(url: string): boolean {
  return /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname)
}

function knownNames({ profiles }: Profiles): string {
  const names = Object.keys(profiles)
  return names.length === 0 ? " Create one with 'mediagen login'." : ` Known: ${names.join(', ')}.`
}

function notEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}
