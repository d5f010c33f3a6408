import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { newKeyRecord } from '../src/actions/keys/create-key.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { migrate } from '../src/store/sqlite/migrate.ts'
import packageJson from '../package.json' with { type: 'json' }
import { eventually } from './support/eventually.ts'
import { freePort } from './support/free-port.ts'
import { runInHost } from './support/command-host.ts'
import { runCommands } from './support/run-commands.ts'
import { ended, type Ran } from './support/run-mediagen.ts'
import { sharedPostgres } from './support/postgres.ts'
import { openService } from './support/service.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

const MAIN = resolve(import.meta.dirname, '../src/main.ts')

function environment(dataDir: string): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  return { ...clean, PORT: '0', HOST: '127.0.0.1', MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_FFMPEG: 'off' }
}

function launch(dataDir: string, args: string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], { env: { ...environment(dataDir), ...env } })
}

/** Runs a command that is short where others have run before. */
const run = (dataDir: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  runInHost({ args, env: { ...environment(dataDir), ...env }, cwd: undefined, input: '' })

async function serve(t: TestContext, dataDir: string, env: Record<string, string> = {}) {
  const child = launch(dataDir, ['serve'], env)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const closed = once(child, 'close')
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await closed
  })
  const url = await eventually(() => (out.includes('Try it') ? /http:\/\/[\d.:]+/.exec(out)?.[0] : undefined))
  const ask = async (key: string): Promise<number> =>
    (await fetch(`${url}/api/ai/tasks`, { headers: { authorization: `Bearer ${key}` } })).status
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ((await closed) as [number | null])[0]
  }
  return { url, ask, stop, output: () => out, errors: () => err }
}

async function make(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'sandbox', prompt: 'a fox' })
  return (await fetch(`${url}/api/ai/images/generations`, { method: 'POST', headers, body })).status
}

/** To start a service as a process takes ten times as long as most of what is asked of it, so one life tells several things. */
test('the first start prints an address, a key that works and a curl line; the key lies in a file for its owner alone. A key in MEDIAGEN_API_KEY is accepted as it is; another start with another one, or none, ends it', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const service = await serve(t, dataDir)
  const key = /mg_[0-9A-Za-z]{49}/.exec(service.output())?.[0] ?? ''
  assert.equal(await service.ask(key), 200)
  assert.equal((await readFile(join(dataDir, 'api-key'), 'utf8')).trim(), key)
  const curl = service.output().slice(service.output().indexOf('curl'))
  const shell = spawn('bash', ['-c', curl.replace('diorama', 'sandbox')])
  const answer = Buffer.concat(await shell.stdout.toArray()).toString()
  assert.match(answer, /"data":\[\{"url":"http/)
  assert.equal(await service.stop(), 0)
  await assertForOwnerAlone(dataDir)

  const own = 'my-very-own-key-for-this-test'
  const other = 'another-own-key-for-this-test'
  const second = await serve(t, dataDir, { MEDIAGEN_API_KEY: own })
  assert.equal(await second.ask(own), 200)
  assert.doesNotMatch(second.output(), /my-very-own-key-for-this-test|mg_[0-9A-Za-z]{49}/)
  await second.stop()
  const third = await serve(t, dataDir, { MEDIAGEN_API_KEY: other })
  assert.equal(await third.ask(own), 401)
  assert.equal(await third.ask(other), 200)
  // Told to stop, it has written a line for every request that it answered.
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${third.url}/nothing`)).text()))
  assert.equal(await third.stop(), 0)
  const lines = third.errors().split('\n')
  assert.equal(lines.filter((line) => line.includes('"message":"request"')).length, 402)
  const fourth = await serve(t, dataDir)
  assert.doesNotMatch(fourth.output(), /mg_[0-9A-Za-z]{49}/)
  assert.deepEqual([await fourth.ask(own), await fourth.ask(other), await fourth.ask(key)], [401, 401, 200])
})

async function assertForOwnerAlone(dataDir: string): Promise<void> {
  const inside = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = [dataDir, ...inside.map((entry) => join(entry.parentPath, entry.name))]
  assert.ok(paths.length > 4)
  for (const path of paths) assert.equal((await stat(path)).mode & 0o077, 0, path)
}

test('keys are made, listed and revoked beside a running service; a revoked key is refused at once', async (t) => {
  const service = await openService(t)
  const { dataDir } = service
  const ask = async (key: string): Promise<number> => (await service.call('/api/ai/tasks', { key })).status
  const made = await run(dataDir, [
    'keys',
    'create',
    '--name',
    'app',
    '--scopes',
    'tasks:read',
    '--models',
    'sandbox',
    '--expires',
    '2099-01-01',
  ])
  assert.equal(made.code, 0, made.err)
  const key = /mg_[0-9A-Za-z]{49}/.exec(made.out)?.[0] ?? ''
  const id = /key_\w+/.exec(made.out)?.[0] ?? ''
  assert.equal(await ask(key), 200)

  const list = await run(dataDir, ['keys', 'list'])
  assert.match(list.out, new RegExp(`${id}\\s+app\\s+mg_\\w{4}…\\s+until 2099-01-01\\s+tasks:read\\s+sandbox`))
  assert.equal(list.out.includes(key), false)

  const secret = await run(dataDir, ['keys', 'secret', id])
  assert.match(secret.out, /^whsec_/)
  const rotated = await run(dataDir, ['keys', 'secret', id, '--rotate'])
  assert.match(rotated.out, /^whsec_/)
  assert.equal((await run(dataDir, ['keys', 'secret', id])).out.trim().split('\n').length, 2)

  assert.equal((await run(dataDir, ['keys', 'revoke', id])).code, 0)
  assert.equal(await ask(key), 401)
  assert.match((await run(dataDir, ['keys', 'list'])).out, /revoked/)
  assert.equal((await run(dataDir, ['keys', 'revoke', id])).code, 1)
})

test('a name that would act on a terminal is refused, and one from earlier is shown spelled out', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const name of ['a\nb', 'a\u001b[2J', 'a\u202eb']) {
    const made = await run(dataDir, ['keys', 'create', '--name', name])
    assert.equal(made.code, 2, made.out)
    assert.match(made.err, /control characters/)
  }
  const store = await openStore({ dataDir, url: undefined })
  const deps = { store, clock: systemClock, random: systemRandom }
  await store.keys.insert(newKeyRecord(deps, 'key_old', 'mg_old', { name: 'x\u001b[2J\ny' }))
  await store.close()
  const list = await run(dataDir, ['keys', 'list'])
  assert.match(list.out, /key_old\s+x\\u001b\[2J\\u000ay/)
})

test('what is written wrong is said in words, with the way to the help page and an exit code', async (t) => {
  const dataDir = await temporaryFolder(t)
  const lines = [
    ['fly'],
    ['serve', '--fast'],
    ['keys'],
    ['keys', 'create'],
    ['keys', 'create', '--name', 'x', '--scopes', 'all'],
    ['keys', 'create', '--name', 'x', '--expires', 'soon'],
    ['keys', 'revoke'],
    ['backup'],
    ['backup', '--from', 'x'],
    ['backup', '--to', ''],
    ['restore', '--to', 'x'],
    ['keys', 'create', '--nam', 'x'],
  ]
  const alone = await ended(launch(dataDir, ['keys', 'create']))
  const ran = await runCommands(lines, { env: environment(dataDir) })
  for (const [index, { code, err }] of [...ran, alone].entries()) {
    const line = lines[index]?.join(' ') ?? 'alone'
    assert.equal(code, 2, line)
    assert.match(err, /^.+\nSee: mediagen(?: \w+)? --help\n$/, line)
    assert.doesNotMatch(err, /\n\s+at /)
  }
  const config = await run(dataDir, ['serve'], { PORT: 'many', MEDIAGEN_PORT: '1', MEDIAGEN_DATA: 'x' })
  assert.equal(config.code, 1)
  assert.match(
    config.err,
    /MEDIAGEN_PORT is not a setting\. Did you mean PORT\?.*\n.*Did you mean MEDIAGEN_DATA_DIR\?.*\n.*PORT must be/,
  )
  assert.equal((await ended(launch(dataDir, ['help']))).code, 0)
})

test('a running service is backed up by a command, and restored into another folder by another', async (t) => {
  const service = await openService(t)
  const { dataDir, key } = service
  const made = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a fox' } })
  const { data } = (await made.json()) as { data: { url: string }[] }
  const bytes = await (await fetch(data[0]?.url ?? '')).bytes()
  const folder = join(await temporaryFolder(t), 'backup')
  const backup = await ended(launch(dataDir, ['backup', '--to', folder]))
  assert.equal(backup.code, 0, backup.err)
  assert.match(backup.out, /^Backed up 1 tasks and 1 files to .*; 1 files were new\.$/m)

  const empty = join(await temporaryFolder(t), 'data')
  const restore = await run(empty, ['restore', '--from', folder])
  assert.equal(restore.code, 0, restore.err)
  assert.match(restore.out, /^Restored 1 tasks and 1 files from the backup of \d{4}-/)
  assert.match((await run(empty, ['restore', '--from', folder])).err, /is not empty/)
  const restored = await openService(t, { dataDir: empty })
  const again = await fetch(new URL(new URL(data[0]?.url ?? '').pathname, restored.url))
  assert.deepEqual(await again.bytes(), bytes)
  assert.equal((await restored.call('/api/ai/tasks', { key })).status, 200)
})

test('with a server for the records, backups are left to its own tools, and the command says so', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const args of [
    ['backup', '--to', 'x'],
    ['restore', '--from', 'x'],
  ]) {
    const { code, err } = await run(dataDir, args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    assert.equal(code, 1)
    assert.match(err, /back up PostgreSQL with its own tools.*docs\/backup\.md/)
  }
})

test('the doctor only looks: it creates no data folder, and reports the migrations of an earlier database', async (t) => {
  const folder = await temporaryFolder(t)
  const fresh = await run(join(folder, 'below', 'data'), ['doctor'])
  assert.equal(fresh.code, 0, fresh.out)
  assert.match(
    fresh.out,
    /^ok {4}disk: .*data does not exist yet; .* is writable, so it can be created there, \d+ \w+ free$/m,
  )
  assert.match(fresh.out, /^ok {4}database: nothing in SQLite yet; the first start creates the tables$/m)
  assert.deepEqual(await readdir(folder), [])

  const old = new DatabaseSync(join(folder, 'mediagen.db'))
  migrate(old, { upTo: 30 })
  const found = await run(folder, ['doctor'])
  assert.equal(found.code, 0, found.out)
  assert.match(
    found.out,
    /^WARN {2}database: SQLite opens; pending migrations: \d+\. Make a backup, then run mediagen migrate/m,
  )
  assert.deepEqual({ ...old.prepare('PRAGMA user_version').get() }, { user_version: 30 })
  assert.deepEqual({ ...old.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'delete' })
  assert.deepEqual(await readdir(folder), ['mediagen.db'])
  // What a service has done since may be in its log alone.
  old.exec('PRAGMA journal_mode = WAL')
  migrate(old)
  assert.match((await run(folder, ['doctor'])).out, /^ok {4}database: SQLite opens; API keys: 0$/m)
  old.close()
  assert.match((await run(folder, ['doctor'])).out, /^ok {4}database: SQLite opens; API keys: 0$/m)
  assert.deepEqual(await readdir(folder), ['mediagen.db'])

  // A disk that is not mounted.
  const link = join(await temporaryFolder(t), 'link')
  await symlink(join(folder, 'nowhere'), link)
  const unmounted = await run(link, ['doctor'])
  assert.equal(unmounted.code, 1, unmounted.out)
  assert.match(unmounted.out, /^FAIL {2}disk: .*link cannot be written/m)
})

test('a port that is taken is said in words', async (t) => {
  const service = await openService(t)
  // That its process ends is a promise of a start that fails late, with the store open.
  const { code, err } = await ended(launch(await temporaryFolder(t), ['serve'], { PORT: new URL(service.url).port }))
  assert.equal(code, 1)
  assert.match(err, /^Port \d+ is in use\. Stop the program that uses it, or set PORT/)
})

test('a data folder that cannot be made is said in words, with what to do', async (t) => {
  const file = join(await temporaryFolder(t), 'a-file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'below')]) {
    const { code, err } = await run(dataDir, ['serve'], { PORT: '0' })
    assert.equal(code, 1)
    assert.match(err, /^The data folder .*a-file.* cannot be created \(E\w+\)\. .*MEDIAGEN_DATA_DIR/)
    assert.doesNotMatch(err, /\n\s+at /)
  }
  const { code, err } = await run(file, ['models', 'verify'])
  assert.equal(code, 1)
  assert.match(err, /^The data folder .*a-file.* cannot be read \(ENOTDIR\)\. .*MEDIAGEN_DATA_DIR.*\n$/)
})

test('the version is that of the package, and help tells of one command alone', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const name of ['version', '--version', '-v']) {
    const { code, out } = await run(dataDir, [name])
    assert.deepEqual([code, out], [0, `mediagen ${packageJson.version}\n`])
  }
  const page = await run(dataDir, ['help'])
  const keys = await run(dataDir, ['help', 'keys'])
  assert.deepEqual([page.code, keys.code], [0, 0])
  assert.match(page.out, /^ {2}mediagen keys create/m)
  assert.match(keys.out, /^ {2}create /m)
  assert.doesNotMatch(keys.out, /serve/)
  const pages = [...page.out.matchAll(/^ {2}mediagen (\w+)/gm)].map(([, name = '']) => ['help', name])
  for (const [index, { code }] of (await runCommands(pages, { env: environment(dataDir) })).entries())
    assert.equal(code, 0, String(pages[index]))
  const unknown = await run(dataDir, ['help', 'constructor'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.err, /There is no command 'constructor'/)
})

test('on PostgreSQL too, what serve writes is for its owner alone; and a service whose output nobody reads any more goes on, also when it starts and stops', async (t) => {
  const port = await freePort()
  const dataDir = join(await temporaryFolder(t), 'data')
  const key = 'a-key-that-only-its-owner-reads'
  const child = launch(dataDir, ['serve'], {
    PORT: String(port),
    MEDIAGEN_LOG_LEVEL: 'debug',
    MEDIAGEN_API_KEY: key,
    DATABASE_URL: await (await sharedPostgres()).newDatabase(),
  })
  const closed = once(child, 'close')
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await closed
  })
  child.stdout.destroy()
  child.stderr.destroy()
  const url = `http://127.0.0.1:${port}`
  const ask = async (): Promise<number | undefined> => {
    assert.equal(child.exitCode, null, 'the service has ended')
    return fetch(`${url}/nothing`).then(
      ({ status }) => status,
      () => undefined,
    )
  }
  for (let round = 0; round < 3; round++) assert.equal(await eventually(ask), 404)
  assert.equal(await make(url, key), 200)
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
  await assertForOwnerAlone(dataDir)
})
