import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptEnvironmentKey } from '../../src/actions/keys/create-key.ts'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { allRoutes } from '../support/all-routes.ts'
import { manualClock } from '../support/manual-clock.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { codeOf, KEYS, openAdmin, paramOf, type Json } from './admin.ts'

const NO_LIMITS = {
  createsPerMinute: null,
  readsPerMinute: null,
  inWork: null,
  waiting: null,
  perDayUsd: null,
  perMonthUsd: null,
}
const START = 1_800_000_000_000

test('every admin route refuses a key without the admin scope', async (t) => {
  const admin = await openAdmin(t)
  const other = await admin.newKey()
  const routes = (await allRoutes()).filter(({ url }) => url.startsWith('/api/ai/admin/'))
  assert.equal(routes.filter(({ method }) => method !== 'HEAD').length, 7 + 8 + 3 + 5 + 1 + 1)
  for (const { method, url, auth } of routes.filter((route) => route.method !== 'HEAD')) {
    assert.equal(auth, 'admin', `${method} ${url}`)
    for (const id of ['1', admin.apiKey.id]) {
      const path = url.replace(/:\w+/, id)
      const json = method === 'GET' || method === 'DELETE' ? undefined : {}
      const refused = await admin.ask(method, path, json, other)
      assert.deepEqual([refused.status, codeOf(refused)], [403, 'insufficient_scope'], `${method} ${path}`)
    }
    // Once for each: unknown keys are counted, and an address that tries too many is turned away.
    const path = url.replace(/:\w+/, '1')
    const unknown = await admin.ask(
      method,
      path,
      method === 'GET' || method === 'DELETE' ? undefined : {},
      'mg_unknown',
    )
    assert.deepEqual([unknown.status, codeOf(unknown)], [401, 'invalid_api_key'], `${method} ${path}`)
  }
  const own = (await admin.store.keys.list()).find(({ name }) => name === 'another')
  assert.equal((await admin.ask('DELETE', `${KEYS}/${own?.id}`, undefined, other)).status, 403)
})

test('a repeated order makes no second key: it names the first, and a rotation refuses to be named', async (t) => {
  const admin = await openAdmin(t)
  const order = (idempotencyKey: string, path = KEYS, key = admin.key) =>
    admin.call(path, {
      json: path === KEYS ? { name: 'app' } : {},
      headers: { 'idempotency-key': idempotencyKey },
      key,
    })
  const first = (await (await order('one')).json()) as { id: string }
  const again = await order('one')
  const { code, message } = ((await again.json()) as { error: { code: string; message: string } }).error
  assert.deepEqual([again.status, code], [409, 'idempotency_conflict'])
  assert.ok(message.includes(first.id), message)
  const atOnce = await Promise.all([order('two'), order('two'), order('two')])
  assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, 409, 409])
  const another = await admin.newKey({ scopes: ['admin'] })
  assert.equal((await order('one', KEYS, another)).status, 201)
  assert.equal((await order('two words')).status, 400)
  const rotation = await order('three', `${KEYS}/${first.id}/rotate`)
  assert.deepEqual([rotation.status, (await admin.store.keys.find(first.id))?.former], [400, null])
})

test('a key made over HTTP works as it was asked for, and its text is shown once', async (t) => {
  const admin = await openAdmin(t, { replacements: { clock: manualClock(START) } })
  const wish = {
    name: ' my app ',
    models: ['sandbox'],
    expires: START / 1000 + 60,
    limits: { createsPerMinute: 60, inWork: 4, perDayUsd: 0.1 },
    userLimits: { waiting: 0, perMonthUsd: 12.345678 },
  }
  const made = await admin.ask('POST', KEYS, wish)
  assert.deepEqual([made.status, made.headers.get('cache-control')], [201, 'no-store'])
  const { key, webhookSecret, ...shown } = made.body
  assert.match(String(key), /^mg_[0-9A-Za-z]{49}$/)
  assert.match(String(webhookSecret), /^whsec_/)
  assert.deepEqual(shown, {
    object: 'key',
    id: shown['id'],
    name: 'my app',
    hint: `${String(key).slice(0, 7)}…`,
    state: 'active',
    scopes: ['images:write', 'videos:write', 'tasks:read', 'tasks:write'],
    models: ['sandbox'],
    created: START / 1000,
    expires: START / 1000 + 60,
    revoked: null,
    lastUsed: null,
    formerTextUntil: null,
    limits: { ...NO_LIMITS, createsPerMinute: 60, inWork: 4, perDayUsd: 0.1 },
    userLimits: { ...NO_LIMITS, waiting: 0, perMonthUsd: 12.345678 },
    raise: null,
    project: null,
    role: null,
  })
  assert.deepEqual(await admin.done('GET', `${KEYS}/${String(shown['id'])}`), shown)
  assert.equal((await admin.ask('GET', '/api/ai/tasks', undefined, String(key))).status, 200)
  const image = { prompt: 'a cat', model: 'diorama' }
  assert.equal(codeOf(await admin.ask('POST', '/api/ai/images/generations', image, String(key))), 'model_not_allowed')
  const kept = await admin.store.keys.find(String(shown['id']))
  assert.deepEqual([kept?.limits.perDayMicros, kept?.userLimits?.perMonthMicros], [100_000, 12_345_678])
})

test('an edit changes what it names and nothing else, and null lifts', async (t) => {
  const admin = await openAdmin(t)
  const {
    key: _,
    webhookSecret: __,
    ...made
  } = await admin.done('POST', KEYS, {
    name: 'a',
    models: ['x'],
    limits: { inWork: 4, perDayUsd: 5 },
    userLimits: { inWork: 1 },
  })
  const path = `${KEYS}/${String(made['id'])}`
  assert.deepEqual(await admin.done('PATCH', path, {}), made)
  const limits = { ...NO_LIMITS, inWork: 4, perDayUsd: 6 }
  assert.deepEqual(await admin.done('PATCH', path, { limits: { perDayUsd: 6 } }), { ...made, limits })
  const expires = 4_000_000_000
  const all = { name: 'b', scopes: ['tasks:read'], models: null, expires, limits: { inWork: null }, userLimits: null }
  const edited = { ...made, ...all, limits: { ...NO_LIMITS, perDayUsd: 6 } }
  assert.deepEqual(await admin.done('PATCH', path, all), edited)
  assert.deepEqual(await admin.done('PATCH', path, { expires: null }), { ...edited, expires: null })
  assert.deepEqual(await admin.done('GET', path), { ...edited, expires: null })
})

for (const driver of ['SQLite', 'PostgreSQL']) {
  test(`${driver}: an id that no key has, or that is none at all, is not found by any route`, async (t) => {
    const env: Record<string, string> =
      driver === 'SQLite' ? {} : { DATABASE_URL: await (await sharedPostgres()).newDatabase() }
    const admin = await openAdmin(t, { env })
    for (const id of ['key_nobody', '%00', 'a%00b', '%F0%9F%8E%A8', 'x'.repeat(300), "'"]) {
      for (const [method, path, json] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'b' }],
        ['DELETE', '', undefined],
        ['POST', '/rotate', {}],
      ] as const) {
        const refused = await admin.ask(method, `${KEYS}/${id}${path}`, json)
        assert.deepEqual([refused.status, codeOf(refused)], [404, 'key_not_found'], `${method} ${id}`)
      }
    }
  })
}

test('a revoked key is shown as such, works nowhere, and cannot be changed or revoked again', async (t) => {
  const admin = await openAdmin(t)
  const made = await admin.done('POST', KEYS, { name: 'a' })
  const path = `${KEYS}/${String(made['id'])}`
  const revoked = await admin.done('DELETE', path)
  assert.equal(revoked['state'], 'revoked')
  assert.ok(Number(revoked['revoked']) > 1_000_000_000)
  assert.equal((await admin.ask('GET', '/api/ai/tasks', undefined, String(made['key']))).status, 401)
  for (const [method, where, json] of [
    ['DELETE', path, undefined],
    ['PATCH', path, { name: 'b' }],
    ['POST', `${path}/rotate`, {}],
  ] as const) {
    const refused = await admin.ask(method, where, json)
    assert.deepEqual([refused.status, codeOf(refused)], [409, 'key_conflict'], method)
  }
  for (const [method, where, json] of [
    ['GET', `${KEYS}/key_x`, undefined],
    ['DELETE', `${KEYS}/key_x`, undefined],
    ['PATCH', `${KEYS}/key_x`, {}],
    ['POST', `${KEYS}/key_x/rotate`, {}],
  ] as const) {
    const refused = await admin.ask(method, where, json)
    assert.deepEqual([refused.status, codeOf(refused)], [404, 'key_not_found'], method)
  }
})

test('a caller cannot lock itself out, and is told what to do instead', async (t) => {
  const admin = await openAdmin(t)
  const own = `${KEYS}/${admin.apiKey.id}`
  for (const [method, path, json] of [
    ['DELETE', own, undefined],
    ['PATCH', own, { scopes: ['tasks:read'] }],
    ['PATCH', own, { expires: 4_000_000_000 }],
    ['POST', `${own}/rotate`, { overlapSeconds: 0 }],
  ] as const) {
    const refused = await admin.ask(method, path, json)
    assert.deepEqual([refused.status, codeOf(refused)], [409, 'key_conflict'], refused.text)
    assert.match(refused.text, /another key with the admin scope, or the command line/)
  }
  await admin.done('PATCH', own, { name: 'mine', scopes: ['admin'], limits: { inWork: 1 }, expires: null })
  const rotated = await admin.done('POST', `${own}/rotate`, {})
  assert.equal((await admin.ask('GET', KEYS, undefined, String(rotated['key']))).status, 200)
  const second = await admin.newKey({ scopes: ['admin'] })
  assert.equal((await admin.ask('DELETE', own, undefined, second)).status, 200)
  assert.equal((await admin.ask('GET', KEYS)).status, 401)
})

test('the key of the environment may manage keys; its text is changed where it is set', async (t) => {
  const text = 'an-operator-chose-this-text'
  const admin = await openAdmin(t, { env: { MEDIAGEN_API_KEY: text } })
  assert.equal((await admin.ask('GET', KEYS, undefined, text)).status, 200)
  const refused = await admin.ask('POST', `${KEYS}/key_environment/rotate`, {})
  assert.deepEqual([refused.status, codeOf(refused)], [409, 'key_conflict'])
  assert.match(refused.text, /MEDIAGEN_API_KEY/)
})

test('a key that was created before keeps its scopes in the environment, and the log says which it lacks', async (t) => {
  const admin = await openAdmin(t)
  const { id, key } = await admin.done('POST', KEYS, { name: 'limited', scopes: ['images:write'] })
  const warned: unknown[] = []
  const log = { warn: (_message: string, fields?: object) => void warned.push(fields) }
  await acceptEnvironmentKey({ store: admin.store, clock: systemClock, random: systemRandom, log }, String(key))
  const lacks = SCOPES.filter((scope) => scope !== 'images:write')
  assert.deepEqual(warned, [{ keyId: id, lacks }])
})

test('a key that was created before replaces the one that the environment had', async (t) => {
  const admin = await openAdmin(t, { env: { MEDIAGEN_API_KEY: 'an-operator-chose-this-text' } })
  const { key } = await admin.done('POST', KEYS, { name: 'operator', scopes: SCOPES })
  const deps = { store: admin.store, clock: systemClock, random: systemRandom, log: { warn: () => {} } }
  for (const _start of ['one', 'another']) await acceptEnvironmentKey(deps, String(key))
  assert.equal((await admin.done('GET', `${KEYS}/key_environment`))['state'], 'revoked')
  const trail = (await admin.done('GET', '/api/ai/admin/audit?key=key_environment'))['data'] as Json[]
  assert.deepEqual(
    trail.map(({ action, actor }) => [action, (actor as Json)['name']]),
    [
      ['revoke', 'environment'],
      ['create', 'environment'],
    ],
  )
})

test('bodies that cannot be meant are refused by the name of what is wrong, and change nothing', async (t) => {
  const admin = await openAdmin(t)
  const made = await admin.done('POST', KEYS, { name: 'a' })
  const path = `${KEYS}/${String(made['id'])}`
  const before = await admin.store.keys.list()
  const wrong: [Json, string][] = [
    [{ nam: 'x' }, 'nam'],
    [{ hash: 'x' }, 'hash'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: null }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: null }, 'scopes'],
    [{ scopes: 'admin' }, 'scopes'],
    [{ scopes: ['root'] }, 'scopes'],
    [{ models: [] }, 'models'],
    [{ models: 'all' }, 'models'],
    [{ models: [''] }, 'models'],
    [{ models: [5] }, 'models'],
    [{ models: ['a\u0000'] }, 'models'],
    [{ expires: 1 }, 'expires'],
    [{ expires: -1 }, 'expires'],
    [{ expires: 1e300 }, 'expires'],
    [{ expires: '2030-01-31' }, 'expires'],
    [{ limits: null }, 'limits'],
    [{ limits: [] }, 'limits'],
    [{ limits: { rpm: 5 } }, 'limits.rpm'],
    [{ limits: { inWork: 0 } }, 'limits.inWork'],
    [{ limits: { inWork: -1 } }, 'limits.inWork'],
    [{ limits: { inWork: 1.5 } }, 'limits.inWork'],
    [{ limits: { inWork: 1e300 } }, 'limits.inWork'],
    [{ limits: { inWork: '4' } }, 'limits.inWork'],
    [{ limits: { perDayUsd: 'NaN' } }, 'limits.perDayUsd'],
    [{ limits: { perDayUsd: -0.5 } }, 'limits.perDayUsd'],
    [{ limits: { perDayUsd: 1e300 } }, 'limits.perDayUsd'],
    [{ limits: { perDayUsd: 0.0000001 } }, 'limits.perDayUsd'],
    [{ userLimits: { perMonthUsd: true } }, 'userLimits.perMonthUsd'],
    [{ userLimits: { nothing: null } }, 'userLimits.nothing'],
  ]
  for (const [json, param] of wrong) {
    const wish = { name: 'a', ...json }
    for (const [method, where, body] of [
      ['PATCH', path, json],
      ['POST', KEYS, wish],
    ] as const) {
      const refused = await admin.ask(method, where, body)
      const isMissing = method === 'POST' && json['name'] === null
      const code = isMissing ? 'missing_parameter' : 'invalid_parameter'
      assert.deepEqual([refused.status, codeOf(refused), paramOf(refused)], [400, code, param], refused.text)
    }
  }
  assert.equal(codeOf(await admin.ask('POST', KEYS, {})), 'missing_parameter')
  assert.match((await admin.ask('PATCH', path, { limits: { rpm: 5 } })).text, /Known: createsPerMinute, readsPerMinute/)
  for (const overlapSeconds of [-1, 1.5, '60', 1e300, 7_776_001])
    assert.equal(paramOf(await admin.ask('POST', `${path}/rotate`, { overlapSeconds })), 'overlapSeconds')
  const raw = (body: string, type = 'application/json') =>
    admin.call(KEYS, { method: 'POST', body, headers: { 'content-type': type } })
  assert.equal((await raw('{"name":"a","limits":{"perDayUsd":1e999}}')).status, 400)
  assert.equal((await raw('[]')).status, 400)
  assert.equal((await raw('{"name":"a","__proto__":{"scopes":["admin"]}}')).status, 400)
  assert.equal((await raw('name=a', 'text/plain')).status, 415)
  assert.equal((await raw(`{"name":"a","models":["${'x'.repeat(20_000)}"]}`)).status, 413)
  assert.deepEqual(await admin.store.keys.list(), before)
})

test('keys are listed page by page, newest first, and two may have the same name', async (t) => {
  const clock = manualClock(START)
  const admin = await openAdmin(t, { replacements: { clock } })
  for (let index = 0; index < 4; index++) {
    await clock.advance(1_000)
    await admin.done('POST', KEYS, { name: index < 2 ? 'same' : `key ${index}` })
  }
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const page: Json = await admin.done('GET', `${KEYS}?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    pages.push((page['data'] as Json[]).map((key) => String(key['name'])))
    assert.equal(page['has_more'], page['next_cursor'] !== null)
    cursor = page['next_cursor'] as string | null
  } while (cursor !== null)
  assert.deepEqual(pages, [['key 3', 'key 2'], ['same', 'same'], ['test']])
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=abc', 'cursor=', 'page=2'])
    assert.equal((await admin.ask('GET', `${KEYS}?${query}`)).status, 400, query)
})
