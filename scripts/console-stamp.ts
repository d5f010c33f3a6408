import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// What ends up in the page, or decides how it is made.
export const PLACES = [
  'packages/console',
  'packages/client/src',
  'src/core/money/money-text.ts',
  'scripts/build-console.ts',
  'docs/webhooks.md',
]
const LEFT_OUT = /(?:^|\/)(?:dist|node_modules|\.building-[^/]*|test)(?:\/|$)|\.(?:test\.ts|md)$/

type Entry = { version?: string; dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }
type Lock = { packages: Record<string, Entry & { devDependencies?: Record<string, string> }> }

/** A word for all that the console is made of: sources, and the versions of every package that it takes. */
export function consoleStamp(root: string): string {
  const hash = createHash('sha256')
  for (const path of PLACES.flatMap((place) => filesAt(root, place)).toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  for (const line of versions(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock))
    hash.update(`${line}\0`)
  return hash.digest('hex')
}

function filesAt(root: string, place: string): string[] {
  if (/\.(?:ts|md)$/.test(place)) return [place]
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !LEFT_OUT.test(path.slice(place.length)))
}

/** Every package that the console's own bring along, with its version. */
function versions({ packages }: Lock): string[] {
  const found = new Map<string, string>()
  const visit = (names: readonly string[]): void => {
    for (const name of names) {
      const entry = packages[`node_modules/${name}`]
      if (entry === undefined || found.has(name)) continue
      found.set(name, `${name}@${entry.version ?? 'here'}`)
      visit(Object.keys({ ...entry.dependencies, ...entry.peerDependencies }))
    }
  }
  visit(Object.keys(packages['packages/console']?.devDependencies ?? {}))
  return [...found.values()].toSorted()
}
