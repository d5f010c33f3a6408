import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { CONSOLE_PATHS, consoleRoutes } from '../../src/http/console/console-routes.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { rawExchange } from '../support/raw-http.ts'
import { serviceOfFile } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'
import { ensureBuilt, openConsole } from './support.ts'

before(ensureBuilt)
const openHere = serviceOfFile()

test('the console is served at its own paths, under a policy that lets nothing foreign in, and nowhere else', async () => {
  const service = await openHere()
  for (const path of CONSOLE_PATHS.map((each) => each.replace(':id', '1234567890123456789'))) {
    const answer = await fetch(service.url + path)
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: http/)
    assert.doesNotMatch(policy, /unsafe|\*/)
    const page = await answer.text()
    assert.match(page, /<div id="root">/)
    // Nothing in the page itself that the policy would refuse.
    assert.doesNotMatch(page, /<style|<script(?![^>]* src=)|\son\w+=|style=/)
  }
  for (const path of ['/task', '/tasks/', '/tasks/1/2', '/index.html', '/stamp.txt', '/console'])
    assert.equal((await refusal(await fetch(service.url + path))).code, 'route_not_found', path)
  // A browser shows a page to a person, also at an address that nobody knows.
  const browsed = (path: string): Promise<Response> =>
    fetch(service.url + path, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' })
  const nowhere = await browsed('/nowhere')
  assert.equal(nowhere.status, 404)
  assert.match(await nowhere.text(), /<div id="root">/)
  assert.match(nowhere.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.equal((await refusal(await browsed('/api/ai/nowhere'))).code, 'route_not_found')
  for (const path of ['/gallery', '/tasks']) assert.equal((await browsed(`${path}/`)).headers.get('location'), path)
  assert.match((await browsed('/favicon.ico')).headers.get('location') ?? '', /^\/assets\/mark-/)
  assert.match(await (await browsed('/robots.txt')).text(), /Disallow: \/\n/)
})

test('a caller that asks for JSON gets JSON at the paths of the console', async () => {
  const service = await openHere()
  for (const path of ['/', '/tasks', '/keys']) {
    const answer = await fetch(service.url + path, { headers: { accept: 'application/json' } })
    assert.deepEqual([answer.status, answer.headers.get('vary')], [404, 'accept, accept-encoding'])
    assert.equal((await refusal(answer)).code, 'route_not_found')
  }
})

test('files of the console are kept for ever, sent compressed, and not sent again to who has them', async () => {
  const service = await openHere()
  const page = await (await fetch(service.url)).text()
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const get = (headers: Record<string, string>) => rawExchange(service.url, rawGet(path, headers))
  const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } })
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.match(plain.headers.get('content-type') ?? '', /^text\/javascript/)
  const text = await plain.text()
  assert.match(await get({ 'accept-encoding': 'gzip, br' }), /content-encoding: br/)
  assert.doesNotMatch(await get({ 'accept-encoding': 'br;q=0' }), /content-encoding/)
  const zipped = await fetch(service.url + path, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(zipped.headers.get('content-encoding'), 'gzip')
  // fetch unpacks it.
  assert.equal(await zipped.text(), text)
  const etag = plain.headers.get('etag') ?? ''
  assert.equal((await fetch(service.url + path, { headers: { 'if-none-match': etag } })).status, 304)
  const head = await fetch(service.url + path, { method: 'HEAD' })
  assert.deepEqual([head.status, (await head.text()).length], [200, 0])
})

test('nothing but what was built can be asked for', async () => {
  const service = await openHere()
  const paths = ['/assets/x.js', '/assets/..%2Findex.html', '/assets/%2e%2e%2fstamp.txt', '/assets/stamp.txt']
  for (const path of paths) {
    const answer = await rawExchange(service.url, rawGet(path, {}))
    assert.match(answer, /^HTTP\/1\.1 404 [^]*"code":"(?:file|route)_not_found"/, path)
  }
})

test('where nothing was built the page says what to run, and is there as soon as that was done', async (t) => {
  const folder = await temporaryFolder(t)
  const app = Fastify()
  await app.register(consoleRoutes({ publicUrl: () => 'http://127.0.0.1:1' }, folder))
  const without = await app.inject('/')
  assert.equal(without.statusCode, 503)
  assert.match(without.body, /npm run build -w @mediagen\/console/)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  assert.equal((await app.inject('/')).statusCode, 200)
  await app.close()
})

test('results are shown from wherever they are served', async () => {
  const app = Fastify()
  const bases = { publicUrl: () => 'https://media.example/x', storageUrl: 'https://bucket.example/b' }
  await app.register(consoleRoutes(bases))
  const policy = String((await app.inject('/')).headers['content-security-policy'])
  const sources = "'self' data: blob: https://media.example https://bucket.example"
  for (const name of ['img-src', 'media-src']) assert.ok(policy.includes(`${name} ${sources};`), policy)
  assert.ok(policy.includes("connect-src 'self';"))
  await app.close()
})

// On the line of a phone some seconds.
const BUDGET_BYTES = 150_000

test('all script that the first page loads, gzipped, is within its budget', async (t) => {
  const { page, service } = await openConsole(t, { service: await openHere() })
  await page.getByRole('textbox', { name: 'Prompt' }).fill('all is here')
  await page.getByText('Cost: Free').waitFor()
  const loaded = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
  const scripts = new Map<string, number>()
  for (const url of new Set(loaded.filter((each) => each.startsWith(service.url) && each.endsWith('.js')))) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    scripts.set(url, gzipSync(bytes, { level: 9 }).length)
  }
  assert.ok(
    [...scripts.keys()].some((url) => url.includes('/assets/playground-page-')),
    'the page itself was not seen',
  )
  const total = [...scripts.values()].reduce((sum, each) => sum + each, 0)
  t.diagnostic(`${total} bytes in ${scripts.size} files`)
  assert.ok(total <= BUDGET_BYTES, `${total} bytes: ${JSON.stringify([...scripts])}`)
})

function rawGet(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('')}\r\n`
}
