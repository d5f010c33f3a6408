import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createKey } from '../../src/actions/keys/create-key.ts'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { AUTH_DECISIONS } from '../../src/http/edge/authenticate.ts'
import { openApp } from '../../src/http/open-app.ts'
import { buildServer } from '../../src/http/server.ts'
import type { ServerParts } from '../../src/http/server.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import type { Store } from '../../src/ports/store.ts'
import { allRoutes } from '../support/all-routes.ts'
import { manualClock } from '../support/manual-clock.ts'
import { rawExchange } from '../support/raw-http.ts'
import { assertNothingStored, refusal } from '../support/uploads.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const good = { prompt: 'a cat', model: 'sandbox' }
const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'

test('every route declares who may call it', async () => {
  const routes = await allRoutes()
  const known = routes.map(({ method, url }) => `${method} ${url}`)
  for (const expected of [`POST ${IMAGES}`, `POST ${VIDEOS}`, `GET ${VIDEOS}/:taskId`, 'GET /files/:name']) {
    assert.ok(known.includes(expected), `the walk does not see ${expected}`)
  }
  const decisions: readonly string[] = AUTH_DECISIONS
  for (const { method, url, auth } of routes) {
    assert.ok(auth !== undefined && decisions.includes(auth), `${method} ${url} declares ${auth}`)
    if (url.startsWith('/api/')) assert.notEqual(auth, 'none', `nothing under /api/ may be open: ${method} ${url}`)
  }
})

test('a server with a route that declares nothing does not start', async () => {
  const app = buildServer({ random: systemRandom, version: '0' } as ServerParts)
  app.register(async (scope) => {
    scope.get('/forgotten', async () => 'open to anyone')
  })
  await assert.rejects(async () => app.ready(), /GET \/forgotten declares no auth decision/)
})

test('a server with an open route under /api/ does not start, and says what to do', async () => {
  const app = buildServer({ random: systemRandom, version: '0' } as ServerParts)
  app.register(async (scope) => {
    scope.get('/api/ai/open', { config: { auth: 'none' } }, async () => 'open to anyone')
  })
  await assert.rejects(
    async () => app.ready(),
    /GET \/api\/ai\/open is open to anyone.*give it a scope or 'any key', or an address/,
  )
})

test('a route for any key takes a key of every scope, and nobody without one', async (t) => {
  const folder = await temporaryFolder(t)
  const store = sqliteStore(join(folder, 'mediagen.db'))
  const never = new AbortController().signal
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const keyUses = { note() {}, async close() {} }
  const parts = {
    random: systemRandom,
    clock: systemClock,
    log,
    store,
    keyUses,
    publicUrl: () => 'http://localhost',
    draining: never,
    closing: never,
  }
  const app = openApp(parts)
  atEnd(t, async () => {
    await app.close()
    await store.close()
  })
  app.get('/api/ai/me', { config: { auth: 'any key' } }, async (request) => ({ name: request.caller.name }))
  // A real connection: the one of a refused request is let go of a little later, and what is injected has none.
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${url}/api/ai/me`, { headers })
  for (const scope of SCOPES) {
    const { text } = await createKey(parts, { name: scope, scopes: [scope] })
    assert.deepEqual(await (await ask({ authorization: `Bearer ${text}` })).json(), { name: scope })
  }
  assert.equal((await ask({})).status, 401)
  assert.equal((await ask({ authorization: 'Bearer mg_unknown' })).status, 401)
})

test('every route that needs a key refuses a request without one, before it checks anything else', async () => {
  const service = await openHere()
  for (const { method, url, auth } of await allRoutes()) {
    if (auth === 'none') continue
    const path = url.replaceAll(/:\w+/g, '1')
    const answer = await service.call(path, { method, key: null, headers: { accept: 'image/png' } })
    assert.equal(answer.status, 401, `${method} ${path}`)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    if (method !== 'HEAD') assert.equal((await refusal(answer)).code, 'missing_api_key')
  }
})

test('no key, a wrong key and odd headers get the two codes of the contract', async () => {
  const service = await openUntouched()
  const codeOf = async (authorization: string | undefined): Promise<string> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const answer = await service.call(IMAGES, { json: good, key: null, headers })
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    const { status, code } = await refusal(answer)
    assert.equal(status, 401)
    return code
  }
  for (const nothing of [undefined, '', 'Bearer', 'Bearer ', 'bearer']) {
    assert.equal(await codeOf(nothing), 'missing_api_key', String(nothing))
  }
  for (const wrong of [
    'Bearer nope',
    `Bearer ${service.key}x`,
    `Bearer ${service.key.slice(0, -1)}`,
    `Bearer ${service.key} ${service.key}`,
    `Basic ${service.key}`,
    `Token ${service.key}`,
    service.key,
    `Bearer: ${service.key}`,
    `Bearer "${service.key}"`,
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer \u00e9',
  ]) {
    assert.equal(await codeOf(wrong), 'invalid_api_key', wrong)
  }
  await assertNothingStored(service)
})

test('the scheme may be written in any case and with several spaces', async () => {
  const service = await openHere()
  for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
    const headers = { authorization: scheme + service.key }
    assert.equal((await service.call(IMAGES, { json: good, headers })).status, 200)
  }
})

test('two Authorization headers are refused, because a proxy may have checked the other one', async () => {
  const service = await openHere()
  const bearer = `Authorization: Bearer ${service.key}\r\n`
  const lines = `GET ${VIDEOS}/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${bearer}${bearer}\r\n`
  const answer = await rawExchange(service.url, lines)
  assert.match(answer, /^HTTP\/1\.1 401 /)
  assert.match(answer, /"code":"invalid_api_key"/)
})

test('a key in the query string is ignored', async () => {
  const service = await openHere()
  const answer = await service.call(`${VIDEOS}/1?api_key=${service.key}&access_token=${service.key}`, { key: null })
  assert.equal((await refusal(answer)).code, 'missing_api_key')
})

test('unknown, expired and revoked keys get the same answer, except for the request id', async () => {
  const service = await openHere()
  const expired = await service.newKey({ expiresAt: 1 })
  const revoked = await service.newKey({ name: 'revoked' })
  const record = (await service.store.keys.list()).find(({ name }) => name === 'revoked')
  await service.store.keys.revoke(record?.id ?? '', 1)
  const bodies = await Promise.all(
    ['mg_unknown', expired, revoked].map(async (key) => {
      const answer = await service.call(`${VIDEOS}/1`, { key })
      assert.equal(answer.status, 401)
      return (await answer.text()).replaceAll(/req_\w+/g, 'req')
    }),
  )
  assert.equal(new Set(bodies).size, 1)
  assert.match(bodies[0] ?? '', /invalid_api_key/)
})

test('only thirty invalid keys per minute are checked from one address, and valid keys from there keep working', async (t) => {
  const clock = manualClock(Date.now())
  let looks = 0
  const wrapStore = (store: Store): Store => ({
    ...store,
    keys: { ...store.keys, findByHash: async (hash) => (looks++, store.keys.findByHash(hash)) },
  })
  const env = { MEDIAGEN_TRUST_PROXY: '127.0.0.1' }
  const service = await openService(t, { env, replacements: { clock, wrapStore } })
  const ask = (from: string, key: string): Promise<Response> =>
    service.call('/api/ai/me', { key, headers: { 'x-forwarded-for': from } })
  const neighbour = await service.newKey()
  assert.equal((await ask('192.0.2.1', neighbour)).status, 200)
  for (let n = 0; n < 30; n++) assert.equal((await ask('192.0.2.1', `mg_guess_${n}`)).status, 401)
  const before = looks
  const refused = await ask('192.0.2.1', service.key)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const { status, code, message } = await refusal(refused)
  assert.deepEqual([status, code], [429, 'rate_limit_exceeded'])
  assert.match(message, /30 keys from this address/)
  assert.equal(looks, before)
  assert.equal(service.logLines.filter((line) => line.includes('too many invalid keys')).length, 1)
  assert.ok(!service.logLines.some((line) => line.includes('mg_guess')))
  // Without a key nothing is guessed, and others are not to blame.
  assert.equal(
    (await service.call('/api/ai/me', { key: null, headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
    401,
  )
  assert.equal((await ask('192.0.2.1', neighbour)).status, 200)
  assert.equal((await ask('192.0.2.2', service.key)).status, 200)
  await clock.advance(2_000)
  assert.equal((await ask('192.0.2.1', service.key)).status, 200)
})

test('any text that the operator sets is a key, though it has no checksum', async (t) => {
  const key = 'an-operator-chose-this-text'
  const service = await openService(t, { env: { MEDIAGEN_API_KEY: key } })
  assert.equal((await service.call(IMAGES, { json: good, key })).status, 200)
})

test('a key without the scope is told which one it needs; the admin scope includes all others', async () => {
  const service = await openHere()
  const reader = await service.newKey({ scopes: ['tasks:read'] })
  const refused = await refusal(await service.call(IMAGES, { json: good, key: reader }))
  assert.deepEqual([refused.status, refused.code], [403, 'insufficient_scope'])
  assert.match(refused.message, /images:write/)
  assert.equal((await refusal(await service.call(VIDEOS, { json: good, key: reader }))).code, 'insufficient_scope')
  const admin = await service.newKey({ scopes: ['admin'] })
  assert.equal((await service.call(IMAGES, { json: good, key: admin })).status, 200)
})

test('a key with allowed models may use no other', async () => {
  const service = await openHere()
  const key = await service.newKey({ models: ['diorama'] })
  const refused = await refusal(await service.call(IMAGES, { json: good, key }))
  assert.deepEqual([refused.status, refused.code, refused.param], [403, 'model_not_allowed', 'model'])
})

test('neither keys nor prompts nor pictures reach the log', async () => {
  const service = await openHere()
  const prompt = 'a prompt that nobody else should read'
  const image = 'data:image/png;base64,bm90IGEgcGljdHVyZQ=='
  await service.call(IMAGES, { json: { prompt, model: 'sandbox' } })
  await service.call(IMAGES, { json: { prompt, model: 'sandbox', image } })
  await service.call(IMAGES, { json: { prompt: `${prompt} [[fail provider_error]]`, model: 'sandbox' } })
  await service.call(`${VIDEOS}/1?secret=in-the-query`)
  const log = service.logLines.join('')
  assert.match(log, /"status":200/)
  for (const secret of [service.key, 'Bearer', prompt, 'bm90IGEg', 'in-the-query']) {
    assert.ok(!log.includes(secret), `the log holds '${secret}'`)
  }
})
