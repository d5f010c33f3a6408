import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../exit-codes.ts'

export type Profile = { url: string; key: string }
export type Profiles = { default: string; profiles: Readonly<Record<string, Profile>> }

const NONE: Profiles = { default: 'default', profiles: {} }
const FOR_OTHERS = 0o077

/** Where profiles are stored, by the system's rules for a user's settings. */
export function profilesPath(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: xdg = '', APPDATA: windows = '' } = environment
  if (xdg !== '') return join(xdg, 'mediagen', 'config.json')
  if (process.platform === 'win32' && windows !== '') return join(windows, 'mediagen', 'config.json')
  return join(environment['HOME'] ?? homedir(), '.config', 'mediagen', 'config.json')
}

export function profileNamed({ profiles }: Profiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

export async function readProfiles(path: string): Promise<Profiles> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return NONE
  const profiles = profilesIn(text)
  if (profiles === undefined) throw new UsageError(`${path} is not a valid profile file. Fix or remove it.`)
  return profiles
}

/** Writes profiles, which contain keys, for their owner only; the file appears only when it is complete. */
export async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(profiles, null, 2)}\n`)
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/** The warning about a file of keys that others on this machine may read; undefined if nobody can. */
export async function exposedWarning(path: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined || (facts.mode & FOR_OTHERS) === 0) return undefined
  return `Other users of this machine can read the keys in ${path}. Fix it with: chmod 600 ${path}`
}

function profilesIn(text: string): Profiles | undefined {
  try {
    const { default: usual, profiles } = JSON.parse(text) as Partial<Profiles>
    const all = Object.entries(profiles ?? {})
    if (
      typeof usual !== 'string' ||
      all.some(([, each]) => typeof each.url !== 'string' || typeof each.key !== 'string')
    )
      return undefined
    return { default: usual, profiles: Object.fromEntries(all) }
  } catch {
    return undefined
  }
}
