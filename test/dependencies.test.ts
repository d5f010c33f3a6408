import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Manifest = { name: string } & Partial<Record<(typeof KINDS)[number], Record<string, string>>>

const manifest = (...path: string[]): Manifest =>
  JSON.parse(readFileSync(join(ROOT, ...path, 'package.json'), 'utf8')) as Manifest

const OURS = [manifest(), manifest('packages/diorama')]

/** Every package that we name ourselves, but for our own, with its version. */
function dependencies(): Map<string, string> {
  const own = new Set(OURS.map(({ name }) => name))
  const named = OURS.flatMap((each) => KINDS.flatMap((kind) => Object.entries(each[kind] ?? {})))
  return new Map(named.filter(([name]) => !own.has(name)))
}

// These have no version that shares the `provider-utils` of the others, and bring one of the generation before.
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

test('the packages of the AI SDK share one provider-utils, so that it is loaded once', () => {
  const versions = new Map<string, string[]>()
  for (const name of dependencies().keys()) {
    const utils = name.startsWith('@ai-sdk/') ? manifest('node_modules', name).dependencies : undefined
    const version = utils?.['@ai-sdk/provider-utils']
    if (version === undefined || OLDER_GENERATION.includes(name)) continue
    versions.set(version, [...(versions.get(version) ?? []), name])
  }
  assert.equal(versions.size, 1, JSON.stringify([...versions]))
})
