import type { Manifest } from './pack-workspaces.ts'

export type LockEntry = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
  [other: string]: unknown
}
export type Lock = {
  name?: string
  requires?: boolean
  lockfileVersion: number
  packages: Readonly<Record<string, LockEntry>>
}

export type PackedService = {
  manifest: Manifest
  bundled: readonly Manifest[]
  /** The name of its file, which lies beside the lock. */
  file: string
  integrity: string
}

/**
 * A lockfile for a folder in which the packed service is all there is. Third-party packages are those that the tests of
 * the repository ran with; a plain `npm install` of the packed file may bring newer ones at the second level.
 */
export function lockOfPacked(repository: Lock, { manifest, bundled, file, integrity }: PackedService): Lock {
  const home = `node_modules/${manifest.name}`
  const ours = new Set([manifest.name, ...bundled.map(({ name }) => name)])
  const entryOf = ({ version, dependencies }: Manifest): LockEntry => ({
    version,
    ...(dependencies && { dependencies }),
  })
  const packages: Record<string, LockEntry> = {
    '': { name: 'mediagen-installation', dependencies: { [manifest.name]: `file:${file}` } },
    [home]: {
      ...entryOf(manifest),
      resolved: `file:${file}`,
      integrity,
      // Without it npm would look for our own packages in the registry.
      bundleDependencies: bundled.map(({ name }) => name),
      bin: manifest.bin,
      engines: manifest.engines,
    },
  }
  for (const each of bundled) packages[`${home}/node_modules/${each.name}`] = { ...entryOf(each), inBundle: true }
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const third = neededBy(
    repository,
    wanted.filter((name) => !ours.has(name)),
  )
  for (const location of third) packages[location] = ordinary(repository.packages[location] ?? {})
  const { lockfileVersion } = repository
  return { name: 'mediagen-installation', lockfileVersion, requires: true, packages: sorted(packages) }
}

/** Where the packages of a lock lie that some names, as the root sees them, need; themselves included. */
function neededBy(lock: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (location: string, name: string): void => {
    const at = resolveFrom(lock, location, name)
    // A peer that is optional, or a package for another system that an older npm left out of the lock.
    if (at === undefined || found.has(at)) return
    found.add(at)
    const entry = lock.packages[at] ?? {}
    const next = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }
    for (const each of Object.keys(next)) visit(at, each)
  }
  for (const name of names) {
    if (resolveFrom(lock, '', name) === undefined)
      throw new Error(`The lockfile does not know ${name}: run npm install`)
    visit('', name)
  }
  return found
}

function resolveFrom(lock: Lock, location: string, name: string): string | undefined {
  for (let from = location; ; from = from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (lock.packages[candidate] !== undefined) return candidate
    if (from === '') return undefined
  }
}

/** Without development packages, what was optional or for development is optional alone. */
function ordinary({ devOptional, ...entry }: LockEntry): LockEntry {
  return devOptional === true ? { ...entry, optional: true } : entry
}

function sorted(packages: Readonly<Record<string, LockEntry>>): Record<string, LockEntry> {
  return Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
