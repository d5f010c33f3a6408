import type { Lock, LockEntry } from './pack-lock.ts'
import type { Workspace } from './pack-workspaces.ts'

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** Below zero when the first is the older one. Throws on what is not three numbers. */
export function compareVersions(a: string, b: string): number {
  const parts = [a, b].map((text) => VERSION.exec(text)?.slice(1).map(Number))
  const [left, right] = parts
  if (left === undefined || right === undefined) throw new Error(`'${left === undefined ? a : b}' is not a version`)
  const differing = left.findIndex((part, index) => part !== right[index])
  return differing === -1 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0)
}

export type VersionQuestion = {
  version: string
  workspaces: readonly Workspace[]
  /** Versions that are already out: the sections of the changelog and the tags. */
  released: readonly string[]
}

/** Why a version cannot be the next one. */
export function versionProblems({ version, workspaces, released }: VersionQuestion): string[] {
  if (!VERSION.test(version)) return [`'${version}' is not a version: write three numbers, such as 0.2.0`]
  const problems: string[] = []
  const found = new Set(workspaces.map(({ manifest }) => manifest.version))
  if (found.size > 1) {
    const list = workspaces.map(({ manifest }) => `${manifest.name} ${manifest.version}`)
    problems.push(`the packages have different versions: ${list.join(', ')}`)
  }
  for (const current of found)
    if (compareVersions(version, current) < 0)
      problems.push(`${version} is older than ${current}, which package.json says`)
  const newest = released.toSorted(compareVersions).at(-1)
  if (newest !== undefined && compareVersions(version, newest) <= 0)
    problems.push(`${version} must be greater than ${newest}, which is already out`)
  return [...problems, ...neighbourProblems(workspaces)]
}

/** Our packages are released together, so each names the others by the version that they have. */
function neighbourProblems(workspaces: readonly Workspace[]): string[] {
  const versions = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]))
  return workspaces.flatMap(({ manifest }) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, wanted]) =>
      versions.has(name) && versions.get(name) !== wanted
        ? [`${manifest.name} wants ${name} ${wanted}, but it is ${versions.get(name)}`]
        : [],
    ),
  )
}

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Where the lockfile and the package.json files disagree. */
export function lockProblems(lock: Lock, workspaces: readonly Workspace[]): string[] {
  return workspaces.flatMap(({ folder, manifest }) => {
    const entry: LockEntry = lock.packages[folder === '.' ? '' : folder] ?? {}
    const differs = LISTS.filter((list) => !same(entry[list] as Dependencies, manifest[list]))
    if (entry.version === manifest.version && differs.length === 0) return []
    return [`package-lock.json is not in step with ${folder === '.' ? '' : `${folder}/`}package.json: run npm install`]
  })
}

type Dependencies = Readonly<Record<string, string>> | undefined

function same(a: Dependencies = {}, b: Dependencies = {}): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
