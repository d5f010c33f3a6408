import assert from 'node:assert/strict'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { handOver } from '../../src/cli/caller/open-console.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { runMediagen } from '../support/run-mediagen.ts'
import { openService } from '../support/service.ts'

async function open(t: TestContext, settings: Record<string, string> = {}) {
  const service = await openService(t, { env: settings })
  const cwd = await temporaryFolder(t)
  const file = join(cwd, 'mediagen/config.json')
  const run = (args: string[], input = '', env: Record<string, string> = {}) => runMediagen(args, { cwd, input, env })
  return { service, file, run }
}

test('a login is checked, kept for its owner alone, used from then on, and never shows the key', async (t) => {
  const { service, file, run } = await open(t)
  const made = await run(['login', '--url', `${service.url}/`, '--no-json'], `${service.key}\n`)
  assert.equal(made.code, 0, made.err)
  assert.equal((made.out + made.err).includes(service.key), false)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await run(['tasks'])).out, '[]\n')
  assert.equal((await run(['open', '--print', '--no-json'])).out, `${service.url}/#key=${service.key}\n`)
  await chmod(file, 0o644)
  const exposed = await run(['tasks'])
  assert.equal(exposed.code, 0)
  assert.match(exposed.err, /Other users of this machine can read the keys.*chmod 600/)
  assert.equal((await run(['logout'])).code, 0)
  assert.equal((await readFile(file, 'utf8')).includes(service.key), false)
  const after = await run(['tasks', '--no-json', '--url', service.url])
  assert.deepEqual([after.code, after.err.includes('mediagen login')], [2, true])
})

test('a browser is led to the console by an address that has no key in it', async () => {
  const link = 'http://127.0.0.1:9/#key=mg_secret'
  const { signal } = new AbortController()
  const seen: (string | null)[] = []
  const browse = async (address: string): Promise<boolean> => {
    assert.equal((await fetch(new URL('/other', address))).status, 404)
    seen.push(address, (await fetch(address, { redirect: 'manual' })).headers.get('location'))
    return true
  }
  assert.equal(await handOver(link, browse, signal), true)
  assert.doesNotMatch(seen[0] ?? '', /mg_/)
  assert.equal(seen[1], link)
  assert.equal(await handOver(link, async () => false, signal), false)
  const impatient = new AbortController()
  const nobody = async (): Promise<boolean> => {
    impatient.abort()
    return true
  }
  assert.equal(await handOver(link, nobody, impatient.signal), false)
})

test('a key that goes over plain http to another machine is told of', async (t) => {
  const { service, run } = await open(t, { MEDIAGEN_PUBLIC_HOSTS: '0.0.0.0' })
  const env = { MEDIAGEN_API_KEY: service.key }
  const at = (host: string) => run(['tasks', '--url', `http://${host}:${new URL(service.url).port}`], '', env)
  assert.doesNotMatch((await at('127.0.0.1')).err, /plain http/)
  // Every address of this machine, which is more than its own.
  const far = await at('0.0.0.0')
  assert.equal(far.code, 0, far.err)
  assert.match(far.err, /The key is sent to 0\.0\.0\.0:\d+ over plain http.*Use https/)
})

test('a key that the service does not take, or a service that is not there, is not remembered', async (t) => {
  const { service, file, run } = await open(t)
  const refused = await run(['login', '--url', service.url, '--no-json'], 'mg_wrong')
  assert.equal(refused.code, 3)
  assert.match(refused.err, /Log in with a different key \('mediagen login'\)/, 'who logs in is not told to log in')
  assert.equal((await run(['login', '--url', 'http://127.0.0.1:9'], service.key)).code, 3)
  assert.equal((await run(['login', '--url', 'not an address'], service.key)).code, 2)
  assert.equal((await run(['login', '--url', service.url], 'two words')).code, 2)
  await assert.rejects(stat(file), { code: 'ENOENT' })
})

test('profiles name several services; one that is named comes before the environment, which comes before the default', async (t) => {
  const { service, run } = await open(t)
  const other = await openService(t)
  await run(['login', '--url', service.url], service.key)
  await run(['login', '--url', other.url, '--profile', 'work'], other.key)
  await run(['image', 'a fox', '-m', 'sandbox', '--profile', 'work', '-o', 'x.png'])
  const count = async (args: string[], env = {}): Promise<number> =>
    (JSON.parse((await run(['tasks', ...args], '', env)).out) as unknown[]).length
  assert.equal(await count([]), 0)
  assert.equal(await count(['--profile', 'work']), 1)
  const environment = { MEDIAGEN_URL: other.url, MEDIAGEN_API_KEY: other.key }
  assert.equal(await count([], environment), 1)
  assert.equal(await count(['--profile', 'default'], environment), 0)
  assert.equal(await count(['--url', other.url]), 1, 'the key that belongs to an address is found by it')
  assert.match(
    (await run(['tasks', '--profile', 'constructor'])).err,
    /There is no profile 'constructor'. Known: default, work/,
  )
})
