import type { Manifest } from './pack-workspaces.ts'

// The runtime of a checkout. Users of the packed form have a Node already; a second one would be 200 MB for nothing.
const BUNDLED_NODE = /^node-(?:bin-)?(?:linux|darwin|win)-/
// What only the repository has a use for; npm heeds the last two in the folder alone in which it installs.
const LEFT_OUT = [
  'private',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'publishConfig',
  'workspaces',
  'overrides',
  'allowScripts',
]

/** What a package says of itself once it is compiled: the same as in the repository, with `src/x.ts` become `dist/x.js`. */
export function publishedManifest(manifest: Manifest, bundled: readonly Manifest[] = []): Manifest {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !LEFT_OUT.includes(name))) as Manifest
  const optional = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) => !BUNDLED_NODE.test(name))
  return {
    ...kept,
    // In the repository npm would hold every package's own wish against the host's Node, and warn of each twice.
    ...manifest.publishConfig,
    ...(manifest.files === undefined ? {} : { files: manifest.files.map(compiledPath) }),
    ...(manifest.bin === undefined ? {} : { bin: mapValues(manifest.bin, compiledPath) }),
    ...(manifest.exports === undefined ? {} : { exports: mapValues(manifest.exports, compiledExport) }),
    ...(optional.length === 0 ? {} : { optionalDependencies: Object.fromEntries(optional) }),
    ...withBundled(manifest, bundled),
  }
}

/** npm fetches nothing for a bundled package, so what it needs is listed beside our own needs. */
function withBundled(manifest: Manifest, bundled: readonly Manifest[]) {
  if (bundled.length === 0) return {}
  const all: Record<string, string> = { ...manifest.dependencies }
  for (const each of bundled) {
    for (const [name, version] of Object.entries(each.dependencies ?? {})) {
      if ((all[name] ?? version) !== version)
        throw new Error(`${each.name} wants ${name} ${version}, the service ${all[name]}: one tree holds one of them`)
      all[name] = version
    }
  }
  const dependencies = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { dependencies, bundleDependencies: bundled.map(({ name }) => name) }
}

function compiledPath(path: string): string {
  return path.replace(/^(\.\/)?src(?=\/|$)/, '$1dist').replace(/\.ts$/, '.js')
}

function compiledExport(target: unknown): unknown {
  if (typeof target !== 'string') return mapValues(target as Record<string, unknown>, compiledExport)
  if (!target.endsWith('.ts')) return target
  const compiled = compiledPath(target)
  return { types: compiled.replace(/\.js$/, '.d.ts'), default: compiled }
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
