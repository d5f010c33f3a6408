import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { VARIABLES } from '../../src/environment.ts'
import { eventually } from '../support/eventually.ts'
import { installPacked, packInto } from '../support/installed-pack.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILES = ['Dockerfile', 'deploy/compose.yaml', 'deploy/kubernetes.yaml', 'deploy/mediagen.service']

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

test('the deployment files name only settings that exist', () => {
  for (const file of FILES) {
    const named = read(file).match(/\bMEDIAGEN_[A-Z0-9_]+|\bDATABASE_URL\b/g) ?? []
    assert.ok(named.length > 0, file)
    const unknown = named.filter((name) => !(VARIABLES as readonly string[]).includes(name))
    assert.deepEqual(unknown, [], file)
  }
})

test('every deployment lets a process drain before it is killed', () => {
  const drainSeconds = readConfig({}).drainMs / 1000
  const graces = FILES.flatMap((file) => [
    ...read(file).matchAll(/(?:stop_grace_period|terminationGracePeriodSeconds|TimeoutStopSec)[:=] ?(\d+)/g),
  ]).map((match) => Number(match[1]))
  assert.equal(graces.length, 4)
  // Five seconds go to the pause before the signal, and closing takes some.
  for (const grace of graces) assert.ok(grace >= drainSeconds + 10, `${grace} s`)
})

/** The build stage by hand: what the image copies, with this checkout's packages in place of a second `npm ci`. */
function packAsTheImageDoes(folder: string): string {
  const build = read('Dockerfile').split(/^FROM /m)[1] ?? ''
  const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap((match) => match[1]?.split(' ') ?? [])
  assert.ok(copied.includes('src'))
  const ignored = (path: string): boolean => path.endsWith('.test.ts') || /\/(?:node_modules|test|pictures)$/.test(path)
  for (const name of copied)
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !ignored(path) })
  mkdirSync(join(folder, 'node_modules/@mediagen'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@mediagen') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@mediagen', name))
  return packInto(join(folder, '.pack'), folder)
}

test('the image leaves out of its context exactly what it does not copy', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    match[1]?.split(' '),
  )
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map((match) => match[1])
  assert.deepEqual(copied.toSorted(), allowed.toSorted())
})

test('the image has one Node, the program runs under it without a shell or npm between, and as nobody', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  assert.deepEqual(new Set(stages.map((stage) => stage.split(/\s/)[0])), new Set(['node:26-bookworm-slim']))
  assert.match(stages[0] ?? '', /^WORKDIR \/build\/\.pack\/install\nRUN npm ci --omit=dev /m)
  const last = stages.at(-1) ?? ''
  assert.match(last, /^ENTRYPOINT \["node", "\/app\/node_modules\/mediagen\/dist\/main\.js"\]$/m)
  assert.match(last, /^USER 65532:65532$/m)
  assert.doesNotMatch(last, /npm (?:ci|install)/)
})

test('what the image copies is enough to pack and to serve, and its health check tells a live process from a dead one', async (t) => {
  const app = await temporaryFolder(t)
  installPacked(packAsTheImageDoes(await temporaryFolder(t)), app)
  const program = join(app, 'node_modules/mediagen/dist/main.js')
  const env = { PATH: process.env['PATH'], HOME: app, PORT: '0', MEDIAGEN_DATA_DIR: join(app, 'data') }
  const child = spawn(process.execPath, [program, 'serve'], { cwd: app, env })
  const closed = new Promise((done) => child.once('close', done))
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await closed
  })
  let out = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const port = await eventually(() => {
    if (child.exitCode !== null) throw new Error(out)
    return /is ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1]
  })
  const [, health = ''] = /CMD \["node", "-e", "(.+)"\]$/m.exec(read('Dockerfile')) ?? []
  const check = async (): Promise<unknown> => {
    const checking = spawn(process.execPath, ['-e', health], { env: { ...env, PORT: port } })
    return new Promise((done) => checking.once('close', done))
  }
  assert.equal(await check(), 0)
  child.kill('SIGTERM')
  assert.equal(await closed, 0)
  assert.equal(await check(), 1)
})
