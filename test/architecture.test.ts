import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const PACKAGES = join(ROOT, 'packages')

type Rule = { ours: readonly string[]; others: readonly (string | RegExp)[] }

const NODE = /^node:/
const INSIDE = ['core', 'ports', 'actions']
const HTTP = [NODE, 'fastify', /^@fastify\//]
const SHARED = ['http/server-parts.ts', 'http/answer', 'http/edge', 'http/body', 'http/results']

/** Rooms of the HTTP side that each speak one interface to callers. A new one is a name here and a row below. */
const INTERFACES = ['http/api', 'http/admin', 'http/openai', 'http/automatic1111', 'http/mcp', 'http/sign-in']
/** More files than this, and nobody finds a thing by ls: make two rooms of it. */
const LARGEST_ROOM = 20

/** The pages of the console: each stands on parts and data, never on another page. A new one is a name here. */
const PAGES = [
  'playground',
  'tasks',
  'task',
  'gallery',
  'usage',
  'webhooks',
  'keys',
  'projects',
  'models',
  'system',
  'reference',
  'look',
]
const CONSOLE = 'packages/console/src'
const BASE_UI = /^@base-ui\/react\//

type Rules = Readonly<Record<string, Rule>>

const PAGE: Rule = {
  ours: ['look', 'parts', 'data', 'tasks'].map((room) => `${CONSOLE}/${room}`),
  others: ['react', 'wouter', 'uplot', BASE_UI, '@tanstack/react-query', '@tanstack/react-virtual', '@mediagen/client'],
}

/** What both drivers share: how a row is read and written, which columns there are, what they are asked for, and steps. */
const BOTH_STORES = ['rows', 'columns', 'found', 'conditions', 'list-parts', 'migration-steps'].map(
  (name) => `store/${name}.ts`,
)

/** What each part may import: the table of docs/architecture.md. A part may always import itself; packages come by name. */
const RULES = rulesWith(INTERFACES)

function rulesWith(interfaces: readonly string[]): Rules {
  return {
    // Pure words that the command line and the console share with the service.
    'core/text/nearest-name.ts': { ours: [], others: [] },
    'core/money/money-text.ts': { ours: [], others: [] },
    core: { ours: ['core/money/money-text.ts'], others: ['node:crypto', 'node:zlib'] },
    ports: { ours: ['core'], others: ['node:stream'] },
    actions: { ours: ['core', 'ports'], others: [] },
    'packages/diorama/src': {
      ours: [],
      others: [NODE, '@napi-rs/canvas', 'h264-mp4-encoder', 'mediabunny', 'wink-nlp', 'wink-eng-lite-web-model'],
    },
    // Runs in browsers too: what it takes of Node it loads when a path is given, and nothing else.
    'packages/client/src': { ours: [], others: ['node:fs/promises', 'node:crypto'] },
    'packages/ai-sdk/src': { ours: [], others: ['@mediagen/client', '@ai-sdk/provider'] },
    // The console reaches the service through the client alone, as anybody's page would have to.
    [`${CONSOLE}/look`]: { ours: [], others: ['react', '@iconify-json/lucide/icons.json'] },
    [`${CONSOLE}/parts`]: {
      ours: [`${CONSOLE}/look`, 'core/money/money-text.ts'],
      others: ['react', BASE_UI, '@mediagen/client'],
    },
    [`${CONSOLE}/data`]: { ours: [], others: ['react', '@tanstack/react-query', '@mediagen/client'] },
    // What several pages show of tasks and do with them.
    [`${CONSOLE}/tasks`]: {
      ours: ['look', 'parts', 'data'].map((room) => `${CONSOLE}/${room}`),
      others: ['react', 'wouter', BASE_UI, '@tanstack/react-query', '@mediagen/client'],
    },
    ...Object.fromEntries(PAGES.map((page) => [`${CONSOLE}/pages/${page}`, PAGE])),
    // Its verifiers to copy are those of the guide.
    [`${CONSOLE}/pages/webhooks`]: { ...PAGE, ours: [...PAGE.ours, 'docs/webhooks.md?raw'] },
    [`${CONSOLE}/app`]: {
      ours: ['look', 'parts', 'data', 'tasks', 'pages'].map((room) => `${CONSOLE}/${room}`),
      others: ['react', 'react-dom/client', 'wouter', BASE_UI, '@tanstack/react-query', '@mediagen/client'],
    },
    net: { ours: ['core', 'ports'], others: [NODE, 'undici'] },
    'store/rows.ts': { ours: [], others: [] },
    'store/columns.ts': { ours: ['core', 'ports', 'store/rows.ts'], others: [] },
    'store/conditions.ts': { ours: [], others: [] },
    'store/found.ts': { ours: ['ports', 'store/rows.ts', 'store/columns.ts'], others: [] },
    'store/list-parts.ts': { ours: ['core', 'ports', 'store/rows.ts', 'store/conditions.ts'], others: [] },
    'store/migration-steps.ts': { ours: ['core'], others: [NODE] },
    'store/shared': { ours: ['core', 'ports', ...BOTH_STORES], others: [NODE] },
    'store/sqlite': { ours: ['core', 'ports', 'store/shared', ...BOTH_STORES], others: [NODE] },
    'store/postgres': { ours: ['core', 'ports', 'store/shared', ...BOTH_STORES], others: [NODE, 'pg'] },
    'store/open-store.ts': { ours: ['core', 'ports', 'store'], others: [NODE] },
    files: { ours: ['core', 'ports'], others: [NODE, /^@aws-sdk\//] },
    'media/strip-metadata': { ours: [], others: ['node:zlib'] },
    'media/credentials': { ours: ['core', 'ports', 'media'], others: [NODE, '@contentauth/c2pa-wasm'] },
    // The encoder of the illustrator's clips writes those of other models, too.
    media: { ours: ['core', 'ports'], others: [NODE, 'sharp', 'mediabunny', '@mediagen/diorama/film'] },
    weights: { ours: ['core', 'ports', 'files'], others: [NODE] },
    runtime: { ours: ['core', 'ports'], others: [NODE] },
    moderation: { ours: ['core', 'ports'], others: [NODE] },
    identity: { ours: ['core', 'ports'], others: [NODE, 'jose', 'openid-client'] },
    telemetry: { ours: ['core', 'ports'], others: [NODE, 'prom-client'] },
    // For those who integrate: it must work where nothing else does.
    'engines/sandbox': { ours: ['core', 'ports'], others: [NODE] },
    engines: {
      ours: ['core', 'ports', 'media/strip-metadata'],
      others: [NODE, '@mediagen/diorama', /^@ai-sdk\//, 'undici'],
    },
    // The rooms of the HTTP side, from below.
    'http/server-parts.ts': { ours: ['ports', 'actions'], others: [] },
    'http/answer': { ours: ['core', 'ports'], others: HTTP },
    'http/edge': { ours: [...INSIDE, 'http/server-parts.ts', 'http/answer'], others: HTTP },
    'http/body': { ours: [...INSIDE, 'http/answer'], others: HTTP },
    'http/results': { ours: [...INSIDE, 'http/server-parts.ts', 'http/answer', 'http/edge'], others: HTTP },
    'http/perimeter': { ours: ['core', 'ports', 'http/server-parts.ts', 'http/answer'], others: HTTP },
    'http/open-app.ts': {
      ours: ['core', 'http/server-parts.ts', 'http/answer', 'http/edge', 'http/perimeter'],
      others: HTTP,
    },
    'http/health-routes.ts': { ours: ['core', 'actions', ...SHARED], others: HTTP },
    'http/files': { ours: [...INSIDE, ...SHARED], others: HTTP },
    'http/console': { ours: ['core', ...SHARED], others: HTTP },
    // An interface stands on what all share, never on another interface: each can go without the others noticing.
    ...Object.fromEntries(interfaces.map((room) => [room, { ours: [...INSIDE, ...SHARED], others: HTTP }])),
    'http/mcp': { ours: [...INSIDE, ...SHARED], others: [...HTTP, '@modelcontextprotocol/server'] },
    'http/health-server.ts': {
      ours: ['http/open-app.ts', 'http/health-routes.ts', 'http/server-parts.ts'],
      others: HTTP,
    },
    'http/server.ts': { ours: ['http'], others: HTTP },
    workers: { ours: ['core', 'ports', 'actions'], others: [NODE] },
    'cli/exit-codes.ts': { ours: [], others: [] },
    'cli/terminal': { ours: [], others: [NODE] },
    'cli/table.ts': { ours: ['cli/terminal'], others: [] },
    'cli/small-picture.ts': { ours: ['media', 'ports'], others: [] },
    // What a command is, how its line is read, and what is told of all of them.
    'cli/command.ts': { ours: ['cli/exit-codes.ts'], others: [] },
    'cli/command-tree.ts': { ours: ['cli/command.ts'], others: [] },
    'cli/completion': { ours: ['cli/command-tree.ts'], others: [] },
    'cli/shared-options.ts': { ours: ['cli/command.ts'], others: [] },
    'cli/parse-call.ts': {
      ours: ['cli/command.ts', 'cli/exit-codes.ts', 'core/text/nearest-name.ts'],
      others: ['commander'],
    },
    'cli/caller-commands.ts': { ours: ['cli'], others: [] },
    'cli/operator-commands.ts': { ours: ['cli'], others: [] },
    'cli/models-command.ts': { ours: ['cli'], others: [] },
    'cli/process-ends.ts': { ours: ['cli/exit-codes.ts'], others: [NODE] },
    'cli/local-model-commands.ts': { ours: ['cli'], others: [] },
    // Commands of the operator work on the machine's own store and settings. What only calls a service knows none of these.
    'cli/caller': {
      ours: [
        'cli/command.ts',
        'cli/exit-codes.ts',
        'cli/process-ends.ts',
        'cli/small-picture.ts',
        'cli/table.ts',
        'cli/terminal',
        'core/money/money-text.ts',
      ],
      others: [NODE, 'undici', '@mediagen/client'],
    },
    'cli/operator': {
      ours: [
        'cli/caller',
        'compose',
        'config.ts',
        'core',
        'runtime',
        'store',
        'weights',
        'actions',
        'cli/exit-codes.ts',
        'cli/table.ts',
        'cli/terminal',
        'cli/process-ends.ts',
        'cli/command.ts',
      ],
      others: [NODE],
    },
    'cli/run-command.ts': { ours: ['config.ts', 'core', 'runtime', 'version.ts', 'cli'], others: [NODE] },
    'version.ts': { ours: [], others: [] },
    'config.ts': {
      ours: [
        'core',
        'environment.ts',
        'moderation-settings.ts',
        'credentials-settings.ts',
        'sign-in-settings.ts',
        'storage-settings.ts',
        'event-settings.ts',
        'telemetry-config.ts',
        'runtime',
      ],
      others: [NODE],
    },
    'sign-in-settings.ts': { ours: ['core', 'environment.ts'], others: [NODE] },
    'credentials-settings.ts': { ours: ['core', 'environment.ts'], others: [NODE] },
    'storage-settings.ts': { ours: ['core', 'environment.ts'], others: [] },
    'event-settings.ts': { ours: ['core', 'environment.ts'], others: [] },
    'moderation-settings.ts': { ours: ['core', 'environment.ts', 'event-settings.ts'], others: [NODE] },
    'telemetry-config.ts': { ours: ['core', 'environment.ts'], others: [] },
    'environment.ts': { ours: ['core'], others: ['node:net'] },
    compose: {
      ours: [
        'config.ts',
        'version.ts',
        'core',
        'ports',
        'actions',
        'engines',
        'files',
        'http',
        'identity',
        'media',
        'moderation',
        'net',
        'runtime',
        'store',
        'telemetry',
        'weights',
        'workers',
      ],
      others: [NODE, '@mediagen/diorama'],
    },
    'main.ts': { ours: ['cli'], others: ['node:module', 'node:url'] },
  }
}

// Static imports and exports, dynamic imports, and worker programs named by their address.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bnew URL\(\s*['"](\.{1,2}\/[^'"]+\.ts)['"]/g

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The service and what every package ships; their tests, benches and scripts may look everywhere. */
function allFiles(): string[] {
  const shipped = readdirSync(PACKAGES).map((name) => join(PACKAGES, name, 'src'))
  return [SRC, ...shipped].flatMap(sourceFiles)
}

function partOf(path: string, rules: Rules = RULES): string {
  const inside = relative(path.startsWith(`${SRC}/`) ? SRC : ROOT, path)
  return Object.keys(rules).find((part) => inside === part || inside.startsWith(`${part}/`)) ?? inside
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function faultOf(file: string, specifier: string, rules: Rules = RULES): string | undefined {
  const part = partOf(file, rules)
  const rule = rules[part]
  if (rule === undefined) return `${part} has no row in the table`
  if (!specifier.startsWith('.')) {
    const allowed = rule.others.some((other) =>
      typeof other === 'string' ? other === specifier : other.test(specifier),
    )
    return allowed ? undefined : `${part} may not import ${specifier}`
  }
  const target = resolve(dirname(file), specifier)
  if (target === resolve(SRC, '../package.json'))
    return part === 'version.ts' ? undefined : 'only version.ts reads package.json'
  const to = partOf(target, rules)
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
  assert.ok(importsOf(join(SRC, 'compose/parts.ts')).includes('../store/open-store.ts'))
  assert.ok(
    importsOf(join(PACKAGES, 'diorama/src/diorama.ts')).some((specifier) => specifier.endsWith('threads/program.ts')),
  )
})

test('a planted fault is seen', () => {
  assert.equal(faultOf(join(SRC, 'core/errors.ts'), '../ports/store.ts'), 'core may not import ports')
  assert.equal(
    faultOf(join(SRC, 'actions/running/run-task.ts'), '../../store/sqlite/store.ts'),
    'actions may not import store/sqlite',
  )
  assert.equal(
    faultOf(join(SRC, 'store/sqlite/store.ts'), '../postgres/database.ts'),
    'store/sqlite may not import store/postgres',
  )
  assert.equal(
    faultOf(join(SRC, 'store/conditions.ts'), './columns.ts'),
    'store/conditions.ts may not import store/columns.ts',
  )
  assert.equal(faultOf(join(SRC, 'actions/running/run-task.ts'), 'fastify'), 'actions may not import fastify')
  assert.equal(
    faultOf(join(PACKAGES, 'diorama/src/art.ts'), '../../../src/core/errors.ts'),
    'packages/diorama/src may not import core',
  )
  assert.equal(
    faultOf(join(SRC, 'engines/diorama.ts'), '../../packages/diorama/src/art.ts'),
    'engines may not import packages/diorama/src',
  )
  assert.equal(
    faultOf(join(SRC, 'http/server.ts'), '@mediagen/diorama'),
    'http/server.ts may not import @mediagen/diorama',
  )
  assert.equal(
    faultOf(join(SRC, 'engines/sandbox/sandbox.ts'), '@mediagen/diorama'),
    'engines/sandbox may not import @mediagen/diorama',
  )
  assert.equal(
    faultOf(join(PACKAGES, 'client/src/videos.ts'), '@mediagen/diorama'),
    'packages/client/src may not import @mediagen/diorama',
  )
  assert.equal(
    faultOf(join(PACKAGES, 'ai-sdk/src/video-model.ts'), '../../client/src/videos.ts'),
    'packages/ai-sdk/src may not import packages/client/src',
  )
  assert.equal(faultOf(join(SRC, 'elsewhere/x.ts'), './y.ts'), 'elsewhere/x.ts has no row in the table')
})

test('a planted fault between the rooms of the HTTP side and of the command line is seen', () => {
  const rules = rulesWith([...INTERFACES, 'http/foreign', 'http/other'])
  const fault = (file: string, specifier: string): string | undefined => faultOf(join(SRC, file), specifier, rules)
  const api = '../api/native-forms.ts'
  for (const [file, specifier, seen] of [
    ['http/foreign/x-routes.ts', api, 'http/foreign may not import http/api'],
    ['http/foreign/x-routes.ts', '../other/y.ts', 'http/foreign may not import http/other'],
    ['http/api/image-routes.ts', '../foreign/x.ts', 'http/api may not import http/foreign'],
    ['http/foreign/x-routes.ts', '../files/file-routes.ts', 'http/foreign may not import http/files'],
    ['http/foreign/x-routes.ts', '../body/read-generation.ts', undefined],
    ['http/body/read-generation.ts', api, 'http/body may not import http/api'],
    ['http/body/read-generation.ts', '../foreign/x.ts', 'http/body may not import http/foreign'],
    ['http/body/read-generation.ts', '../edge/prefer.ts', 'http/body may not import http/edge'],
    ['http/edge/authenticate.ts', api, 'http/edge may not import http/api'],
    ['http/edge/authenticate.ts', '../body/read-json.ts', 'http/edge may not import http/body'],
    ['http/answer/error-reply.ts', '../body/read-json.ts', 'http/answer may not import http/body'],
    ['http/answer/error-reply.ts', '../edge/prefer.ts', 'http/answer may not import http/edge'],
    ['http/answer/document.ts', api, 'http/answer may not import http/api'],
    ['http/files/file-routes.ts', api, 'http/files may not import http/api'],
    ['http/open-app.ts', './api/image-routes.ts', 'http/open-app.ts may not import http/api'],
    ['http/health-routes.ts', api.slice(1), 'http/health-routes.ts may not import http/api'],
    ['http/api/image-routes.ts', '../server.ts', 'http/api may not import http/server.ts'],
    ['http/api/image-routes.ts', '../../store/open-store.ts', 'http/api may not import store/open-store.ts'],
    ['http/new/x.ts', './y.ts', 'http/new/x.ts has no row in the table'],
    ['cli/table.ts', '../config.ts', 'cli/table.ts may not import config.ts'],
    ['cli/operator/keys.ts', '../run-command.ts', 'cli/operator may not import cli/run-command.ts'],
    ['cli/caller/x.ts', '../../store/open-store.ts', 'cli/caller may not import store/open-store.ts'],
    ['cli/caller/x.ts', '../../config.ts', 'cli/caller may not import config.ts'],
    ['cli/caller/x.ts', '@mediagen/diorama', 'cli/caller may not import @mediagen/diorama'],
    ['cli/caller/x.ts', '@mediagen/client', undefined],
    ['cli/command.ts', 'commander', 'cli/command.ts may not import commander'],
    ['cli/new/x.ts', '../../store/open-store.ts', 'cli/new/x.ts has no row in the table'],
    ['compose/service.ts', '../../package.json', 'only version.ts reads package.json'],
  ] as const) {
    assert.equal(fault(file, specifier), seen, `${file} importing ${specifier}`)
  }
})

test('a planted fault in the console is seen: past the client, from page to page, from below to above', () => {
  const fault = (file: string, specifier: string): string | undefined => faultOf(join(ROOT, CONSOLE, file), specifier)
  for (const [file, specifier, seen] of [
    ['pages/tasks/x.tsx', '../../../../../src/core/task.ts', `${CONSOLE}/pages/tasks may not import core`],
    [
      'pages/tasks/x.tsx',
      '../../../../client/src/tasks.ts',
      `${CONSOLE}/pages/tasks may not import packages/client/src`,
    ],
    ['pages/tasks/x.tsx', '../keys/keys-page.tsx', `${CONSOLE}/pages/tasks may not import ${CONSOLE}/pages/keys`],
    ['pages/tasks/x.tsx', '../../app/places.tsx', `${CONSOLE}/pages/tasks may not import ${CONSOLE}/app`],
    ['pages/new/x.tsx', '../../data/caller.ts', `${CONSOLE}/pages/new/x.tsx has no row in the table`],
    ['parts/x.tsx', '../data/caller.ts', `${CONSOLE}/parts may not import ${CONSOLE}/data`],
    ['data/x.ts', '../parts/words/now.ts', `${CONSOLE}/data may not import ${CONSOLE}/parts`],
    ['data/x.ts', 'undici', `${CONSOLE}/data may not import undici`],
    ['pages/usage/x.tsx', '@mediagen/client', undefined],
  ] as const)
    assert.equal(fault(file, specifier), seen, `${file} importing ${specifier}`)
  assert.ok(allFiles().some((file) => file.endsWith(`${CONSOLE}/app/shell.tsx`)))
})

/** No page may ask the service by other means than the client: these would be ways around it. */
const AROUND_THE_CLIENT = /\b(?:fetch|sendBeacon)\(|\bnew (?:EventSource|WebSocket|XMLHttpRequest)\b/

test('the console calls the service through the client alone; the API reference reads its documents', () => {
  assert.ok(AROUND_THE_CLIENT.test("const answer = await fetch('/api/ai/me')"))
  const around = sourceFiles(join(ROOT, CONSOLE)).filter((file) => AROUND_THE_CLIENT.test(readFileSync(file, 'utf8')))
  // What the client is given as its fetch; who is signed in, which is for pages alone; and the reference of the interface,
  // which reads the documents themselves and makes the calls that are written there.
  assert.deepEqual(
    around.map((file) => relative(join(ROOT, CONSOLE), file)),
    [
      'data/person.ts',
      'data/reach.ts',
      'data/session.tsx',
      'pages/reference/documents.ts',
      'pages/reference/make-call.ts',
    ],
  )
})

/** The parts that a walk along these arrows meets again before it has ended. */
function circleIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const walk = (part: string, path: string[]): string[] | undefined => {
    if (path.includes(part)) return [...path.slice(path.indexOf(part)), part]
    if (done.has(part)) return undefined
    for (const next of arrows.get(part) ?? []) {
      const circle = walk(next, [...path, part])
      if (circle !== undefined) return circle
    }
    done.add(part)
    return undefined
  }
  for (const part of arrows.keys()) {
    const circle = walk(part, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

test('no part imports, by whatever detour, one that imports it', () => {
  const arrows = new Map<string, Set<string>>()
  for (const file of allFiles()) {
    const part = partOf(file)
    const targets = importsOf(file).filter((specifier) => specifier.startsWith('.') && /\.tsx?$/.test(specifier))
    const parts = targets.map((specifier) => partOf(resolve(dirname(file), specifier))).filter((to) => to !== part)
    arrows.set(part, new Set([...(arrows.get(part) ?? []), ...parts]))
  }
  assert.ok(arrows.get('http/api')?.has('http/body'), 'the walk does not see that api stands on body')
  const planted = new Map([...arrows, ['http/answer', new Set(['http/api'])]])
  assert.match(circleIn(planted)?.join(' ') ?? '', /http\/api/)
  assert.equal(circleIn(arrows), undefined)
})

test('no folder is so full that a thing cannot be found by ls', () => {
  const counts = new Map<string, number>()
  const houses = ['http', 'cli', 'store', 'ports', 'actions', 'core', 'workers', 'runtime', 'compose']
  for (const file of houses.flatMap((house) => sourceFiles(join(SRC, house))))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  for (const room of ['answer', 'edge', 'body', 'api', 'perimeter', 'mcp'])
    assert.ok((counts.get(join(SRC, 'http', room)) ?? 0) > 1, `${room} was not counted`)
  const full = [...counts].filter(([, count]) => count > LARGEST_ROOM).map(([room]) => relative(SRC, room))
  assert.deepEqual(full, [], `more than ${LARGEST_ROOM} files in one folder: make two rooms of it`)
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

/** Files that only one of the two drivers has, and why the other can do without. */
const ONLY_IN: Readonly<Record<string, string>> = {
  'sqlite/connection/checkpoint-program.ts': 'keeps the log short, in a thread; a server does so by itself',
  'sqlite/connection/checkpoints.ts': 'the same, as the rest of the process sees it',
  'sqlite/connection/connection.ts': 'how a file is opened, for either thread',
  'sqlite/connection/data-version.ts': 'tells whether another process wrote; a server would have to be asked',
  'sqlite/connection/disk-gate.ts': 'tells nothing before it is on disk; a server does so by itself',
  'sqlite/connection/log-file.ts': 'what must be brought to the disk for it',
  'sqlite/connection/shared-transaction.ts':
    'one commit for the jobs of many; PostgreSQL gathers statements in batch.ts',
  'sqlite/connection/write-queue.ts':
    'lets writes gather while the disk is at work; PostgreSQL gathers statements in batch.ts',
  'sqlite/copy.ts': 'a server is copied with its own tools',
  'sqlite/known-keys.ts': 'remembers keys until anybody writes; a server would have to be asked',
  'sqlite/known-views.ts': 'remembers tasks in the same way',
  'sqlite/locked-owners.ts': 'proof of life by the operating system, which only processes of one machine can give',
  'sqlite/owner-locks.ts': 'the locks behind it',
  'sqlite/tasks/insert-file.ts': 'one row at a time; PostgreSQL inserts many in insert-files.ts',
  'postgres/bell.ts': 'rings in other processes; one machine has its own bell',
  'postgres/chore-queries.ts': 'two questions that its planner wants put at length',
  'postgres/tasks/batch.ts': 'gathers writes into one statement; SQLite shares a transaction in shared-transaction.ts',
  'postgres/tasks/claim-statement.ts':
    'the claim as a part of two statements; SQLite runs its parts one by one in a transaction',
  'postgres/tasks/floors.ts': 'steps over what was not vacuumed yet; SQLite leaves no dead entries',
  'postgres/replica.ts': 'a server may have replicas; a file is read where it lies',
  'postgres/tasks/insert-files.ts': 'many rows as a part of a statement; SQLite inserts one in insert-file.ts',
  'postgres/tasks/unnest.ts': 'hands many rows to one statement; SQLite runs one statement for each',
}

/** Files of one driver that the other lacks, unless the list says why. */
function unpaired(sqlite: readonly string[], postgres: readonly string[]): string[] {
  const lacking = [
    ...sqlite.filter((name) => !postgres.includes(name)).map((name) => `sqlite/${name}`),
    ...postgres.filter((name) => !sqlite.includes(name)).map((name) => `postgres/${name}`),
  ]
  return lacking.filter((path) => ONLY_IN[path] === undefined)
}

function driverFiles(driver: string): string[] {
  return sourceFiles(join(SRC, 'store', driver)).map((file) => relative(join(SRC, 'store', driver), file))
}

test('both drivers of the store have the same files, but for a few with a reason', () => {
  const [sqlite, postgres] = [driverFiles('sqlite'), driverFiles('postgres')]
  assert.ok(sqlite.includes('tasks/insert-tasks.ts') && postgres.includes('tasks/insert-tasks.ts'))
  assert.deepEqual(unpaired(sqlite, postgres), [])
  for (const path of Object.keys(ONLY_IN)) {
    const [driver = '', ...rest] = path.split('/')
    const name = rest.join('/')
    const [own, other] = driver === 'sqlite' ? [sqlite, postgres] : [postgres, sqlite]
    assert.ok(own.includes(name) && !other.includes(name), `${path} no longer needs a reason`)
  }
  assert.deepEqual(unpaired(['a.ts', 'b.ts'], ['a.ts', 'c.ts', 'bell.ts']), ['sqlite/b.ts', 'postgres/c.ts'])
})

/** A function that asks for the whole store says nothing of what it touches. */
function asksForTheWholeStore(source: string): boolean {
  return /\bstore\??: Store\b/.test(source)
}

test('an action, a worker or a route asks for the rooms of the store that it uses, never for the whole', () => {
  const files = allFiles().filter((file) => /^(?:actions|workers|http)\b/.test(partOf(file)))
  const sources = files.map((file) => ({ path: relative(SRC, file), source: readFileSync(file, 'utf8') }))
  assert.ok(sources.some(({ source }) => source.includes("store: Pick<Store, 'tasks'>")))
  assert.ok(asksForTheWholeStore('export type Deps = { store: Store; clock: Clock }'))
  assert.deepEqual(
    sources.filter(({ source }) => asksForTheWholeStore(source)).map(({ path }) => path),
    [],
  )
})

test('a route names what it uses: nothing but the server as a whole is given all parts', () => {
  const holders = allFiles().filter((file) => /\bServerParts\b/.test(readFileSync(file, 'utf8')))
  assert.deepEqual(
    holders.map((file) => relative(SRC, file)),
    ['http/server.ts'],
  )
})

test('no file is a barrel or a drawer: no index, types, utils or helpers', () => {
  const drawers = allFiles().filter((file) => /(?:^|\/)(?:index|types|utils?|helpers?|common|misc)\.ts$/.test(file))
  assert.deepEqual(drawers, [])
})

test('what a test opens is closed by `atEnd`, last first: by the hooks of the test runner a folder goes before its service', () => {
  const after = /\bt\.after\(/
  const tests = [...readdirSync(resolve(ROOT, 'test'), { recursive: true, encoding: 'utf8' })]
    .filter((file) => file.endsWith('.ts') && file !== 'architecture.test.ts')
    .map((file) => ({ file, source: readFileSync(resolve(ROOT, 'test', file), 'utf8') }))
  assert.deepEqual(
    tests.filter(({ source }) => after.test(source)).map(({ file }) => file),
    [join('support', 'at-end.ts')],
  )
})

test('no two exported types share a name', () => {
  const places = new Map<string, Set<string>>()
  for (const file of sourceFiles(SRC))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^export (?:type|interface|class) ([A-Z]\w*)/gm))
      places.set(name, (places.get(name) ?? new Set()).add(relative(SRC, dirname(file))))
  assert.ok(places.has('Task'), 'the scan sees no types')
  const shared = [...places].filter(([, folders]) => folders.size > 1).map(([name]) => name)
  assert.deepEqual(shared, [])
})

test('the glossary has at most 25 words, each explained by a type of its own', () => {
  const page = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([\w ]+) \| .+ \| `(\w+)` in `([^`]+)` \|$/gm)].map(([, ...found]) => found)
  assert.ok(rows.length > 15 && rows.length <= 25, `${rows.length} words`)
  assert.equal(new Set(rows.map(([word]) => word)).size, rows.length, 'a word stands there twice')
  for (const [word = '', type = '', file = ''] of rows)
    assert.match(readFileSync(join(SRC, file), 'utf8'), new RegExp(`^export (?:type|interface) ${type}\\b`, 'm'), word)
})
