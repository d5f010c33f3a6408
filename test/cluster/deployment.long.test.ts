import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { installPacked, packInto } from '../support/installed-pack.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

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
