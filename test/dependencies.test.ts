import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Manifest = { name: string } & Partial<Record<(typeof KINDS)[number], Record<string, string>>>

const manifest = (...path: string[]): Manifest =>
  JSON.parse(readFileSync(join(ROOT, ...path, 'package.json'), 'utf8')) as Manifest

const OURS = [manifest(), ...['packages', 'tools'].flatMap((folder) => manifestsIn(folder)), manifest('test', 'tools')]

function manifestsIn(folder: string): Manifest[] {
  return readdirSync(join(ROOT, folder)).map((name) => manifest(folder, name))
}

/** Every package that we name ourselves, but for our own, with its version. */
function dependencies(): Map<string, string> {
  const own = new Set(OURS.map(({ name }) => name))
  const named = OURS.flatMap((each) => KINDS.flatMap((kind) => Object.entries(each[kind] ?? {})))
  return new Map(named.filter(([name]) => !own.has(name)))
}

// These have no version of the others' generation of `provider-utils`, and bring one of the generation before.
const OLDER_GENERATION = ['@ai-sdk/bytedance', '@ai-sdk/prodia']

test('every dependency has a line in docs/dependencies.md, and every line a dependency', () => {
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const told = [...page.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  )
  const covers = (line: string, name: string): boolean =>
    line.endsWith('/*') ? name.startsWith(line.slice(0, -1)) : line === name
  const names = [...dependencies().keys()]
  assert.deepEqual(
    names.filter((name) => !told.some((line) => covers(line, name))),
    [],
    'without a line',
  )
  assert.deepEqual(
    told.filter((line) => !names.some((name) => covers(line, name))),
    [],
    'without a dependency',
  )
})

test('every version is exact', () => {
  for (const [name, version] of dependencies()) assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
})

test('no dependency runs a script when it is installed, and npm asks about none', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const withScript = Object.entries(lock.packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  assert.deepEqual(allowScripts, Object.fromEntries(withScript.map((name) => [name, false])))
})

test('the packages of the AI SDK share one provider-utils, so that it is installed and loaded once', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const copies = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/@ai-sdk/provider-utils'))
  const brought = OLDER_GENERATION.map((name) => `node_modules/${name}/node_modules/@ai-sdk/provider-utils`)
  assert.deepEqual(
    copies.filter((path) => !brought.includes(path)),
    ['node_modules/@ai-sdk/provider-utils'],
  )
  // Each package names the one that it was made with; the newest of a generation serves them all.
  const version = lock.packages['node_modules/@ai-sdk/provider-utils']?.version
  assert.equal(version, overrides()['@ai-sdk/provider-utils@^5.0.0'])
  for (const name of [...dependencies().keys()].filter((each) => each.startsWith('@ai-sdk/'))) {
    const wanted = manifest('node_modules', name).dependencies?.['@ai-sdk/provider-utils']
    if (wanted === undefined || OLDER_GENERATION.includes(name)) continue
    assert.ok(patchOf(wanted) <= patchOf(version), `${name} was made with ${wanted}, and gets ${version}`)
  }
})

function overrides(): Record<string, string> {
  const { overrides = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    overrides?: Record<string, string>
  }
  return overrides
}

/** The last number of a version of the generation that the override is for. */
function patchOf(version = ''): number {
  const patch = /^5\.0\.(\d+)$/.exec(version)?.[1]
  assert.ok(patch !== undefined, version)
  return Number(patch)
}
