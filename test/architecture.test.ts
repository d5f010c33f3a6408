import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const PACKAGES = join(ROOT, 'packages')

type Rule = { ours: readonly string[]; others: readonly (string | RegExp)[] }

const NODE = /^node:/

/** What each part may import: the table of docs/architecture.md. A part may always import itself; packages come by name. */
const RULES: Readonly<Record<string, Rule>> = {
  core: { ours: [], others: ['node:crypto'] },
  ports: { ours: ['core'], others: ['node:stream'] },
  actions: { ours: ['core', 'ports'], others: [] },
  'packages/diorama/src': {
    ours: [],
    others: [NODE, '@napi-rs/canvas', 'h264-mp4-encoder', 'mediabunny', 'wink-nlp', 'wink-eng-lite-web-model'],
  },
  net: { ours: ['core', 'ports'], others: [NODE, 'undici'] },
  'store/rows.ts': { ours: ['core', 'ports'], others: [] },
  'store/sqlite': { ours: ['core', 'ports', 'store/rows.ts'], others: [NODE] },
  'store/postgres': { ours: ['core', 'ports', 'store/rows.ts'], others: [NODE, 'pg'] },
  'store/open-store.ts': { ours: ['ports', 'store'], others: [NODE] },
  files: { ours: ['core', 'ports'], others: [NODE, /^@aws-sdk\//] },
  'media/strip-metadata': { ours: [], others: ['node:zlib'] },
  media: { ours: ['core', 'ports'], others: [NODE, 'sharp', 'mediabunny'] },
  runtime: { ours: ['core', 'ports'], others: [NODE] },
  engines: {
    ours: ['core', 'ports', 'media/strip-metadata'],
    others: [NODE, /^@mediagen\/diorama/, /^@ai-sdk\//, 'undici'],
  },
  http: {
    ours: ['core', 'ports', 'actions'],
    others: [NODE, 'fastify', /^@fastify\//, 'typebox', /^typebox\//],
  },
  workers: { ours: ['core', 'ports', 'actions'], others: [NODE] },
  cli: { ours: ['compose.ts', 'config.ts', 'core', 'runtime', 'store', 'actions'], others: [NODE] },
  'config.ts': { ours: ['core', 'runtime'], others: [NODE] },
  'compose.ts': {
    ours: [
      'config.ts',
      'core',
      'ports',
      'actions',
      'engines',
      'files',
      'http',
      'media',
      'net',
      'runtime',
      'store',
      'workers',
    ],
    others: [NODE, '@mediagen/diorama'],
  },
  'main.ts': { ours: ['cli'], others: [] },
}

// Static imports and exports, dynamic imports, and worker programs named by their address.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bnew URL\(\s*['"](\.{1,2}\/[^'"]+\.ts)['"]/g

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The service and what every package ships; their tests, benches and scripts may look everywhere. */
function allFiles(): string[] {
  const shipped = readdirSync(PACKAGES).map((name) => join(PACKAGES, name, 'src'))
  return [SRC, ...shipped].flatMap(sourceFiles)
}

function partOf(path: string): string {
  const inside = relative(path.startsWith(`${SRC}/`) ? SRC : ROOT, path)
  return Object.keys(RULES).find((part) => inside === part || inside.startsWith(`${part}/`)) ?? inside
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function faultOf(file: string, specifier: string): string | undefined {
  const part = partOf(file)
  const rule = RULES[part]
  if (rule === undefined) return `${part} has no row in the table`
  if (!specifier.startsWith('.')) {
    const allowed = rule.others.some((other) =>
      typeof other === 'string' ? other === specifier : other.test(specifier),
    )
    return allowed ? undefined : `${part} may not import ${specifier}`
  }
  const target = resolve(dirname(file), specifier)
  if (target === resolve(SRC, '../package.json'))
    return part === 'compose.ts' ? undefined : 'only compose.ts reads package.json'
  const to = partOf(target)
  const allowed = to === part || rule.ours.some((ours) => to === ours || to.startsWith(`${ours}/`))
  return allowed ? undefined : `${part} may not import ${to}`
}

test('the scan sees the tree: every part has files, and known imports are found', () => {
  const files = allFiles()
  for (const part of Object.keys(RULES))
    assert.ok(
      files.some((file) => partOf(file) === part),
      `${part} has no files`,
    )
  assert.ok(importsOf(join(SRC, 'store/sqlite/database.ts')).includes('node:sqlite'))
  assert.ok(importsOf(join(SRC, 'compose.ts')).includes('./store/open-store.ts'))
  assert.ok(
    importsOf(join(PACKAGES, 'diorama/src/diorama.ts')).some((specifier) => specifier.endsWith('threads/program.ts')),
  )
})

test('a planted fault is seen', () => {
  assert.equal(faultOf(join(SRC, 'core/errors.ts'), '../ports/store.ts'), 'core may not import ports')
  assert.equal(
    faultOf(join(SRC, 'actions/run-task.ts'), '../store/sqlite/store.ts'),
    'actions may not import store/sqlite',
  )
  assert.equal(faultOf(join(SRC, 'actions/run-task.ts'), 'fastify'), 'actions may not import fastify')
  assert.equal(
    faultOf(join(PACKAGES, 'diorama/src/art.ts'), '../../../src/core/errors.ts'),
    'packages/diorama/src may not import core',
  )
  assert.equal(
    faultOf(join(SRC, 'engines/diorama.ts'), '../../packages/diorama/src/art.ts'),
    'engines may not import packages/diorama/src',
  )
  assert.equal(faultOf(join(SRC, 'http/server.ts'), '@mediagen/diorama'), 'http may not import @mediagen/diorama')
  assert.equal(faultOf(join(SRC, 'elsewhere/x.ts'), './y.ts'), 'elsewhere/x.ts has no row in the table')
})

test('every import keeps to the layout', () => {
  const faults = allFiles().flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const fault = faultOf(file, specifier)
      return fault === undefined ? [] : [`${relative(ROOT, file)}: ${fault}`]
    }),
  )
  assert.deepEqual(faults, [])
})

test('no file is a barrel or a drawer: no index, types, utils or helpers', () => {
  const drawers = allFiles().filter((file) => /(?:^|\/)(?:index|types|utils?|helpers?|common|misc)\.ts$/.test(file))
  assert.deepEqual(drawers, [])
})
