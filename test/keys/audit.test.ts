import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeOldAudit } from '../../src/actions/chores/remove-old.ts'
import { createKey } from '../../src/actions/keys/create-key.ts'
import { everyChore } from '../support/every-chore.ts'
import { manualClock } from '../support/manual-clock.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { atEnd } from '../support/at-end.ts'
import { AUDIT, KEYS, openAdmin, type Admin, type Json } from './admin.ts'
import { runKeys } from './run-keys.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function entriesOf(admin: Admin, query = ''): Promise<Json[]> {
  return (await admin.done('GET', `${AUDIT}?limit=100${query}`))['data'] as Json[]
}

test('every change over HTTP is on record: when, by whom, of which key, and what was before and after', async (t) => {
  const clock = manualClock(1_800_000_000_000)
  const admin = await openAdmin(t, { replacements: { clock } })
  const made = await admin.done('POST', KEYS, { name: 'app', limits: { perDayUsd: 5 } })
  const id = String(made['id'])
  const path = `${KEYS}/${id}`
  await admin.done('PATCH', path, { limits: { perDayUsd: 7.5, inWork: 2 }, scopes: ['admin'], expires: 1_900_000_000 })
  await admin.done('PATCH', path, { limits: { perDayUsd: 7.5 } })
  await admin.ask('PATCH', path, { limits: { perDayUsd: -1 } })
  await clock.advance(1_500)
  const rotated = await admin.done('POST', `${path}/rotate`, { overlapSeconds: 60 })
  await admin.ask('POST', '/api/ai/webhooks/secret/rotate', undefined, String(rotated['key']))
  await admin.done('DELETE', path)
  const actor = { keyId: admin.apiKey.id, name: 'test' }
  const usual = ['images:write', 'videos:write', 'tasks:read', 'tasks:write']
  const entry = (action: string, changes: Json[], by = actor, at = 1_800_000_001.5) => ({
    at,
    actor: by,
    action,
    keyId: id,
    changes,
  })
  assert.deepEqual(await entriesOf(admin, `&key=${id}`), [
    entry('revoke', []),
    entry('rotate webhook secret', [], { keyId: id, name: 'app' }),
    entry('rotate', [
      { field: 'hint', from: made['hint'], to: rotated['hint'] },
      { field: 'formerTextUntil', from: null, to: 1_800_000_061 },
    ]),
    entry(
      'edit',
      [
        { field: 'scopes', from: usual, to: ['admin'] },
        { field: 'expires', from: null, to: 1_900_000_000 },
        { field: 'limits.inWork', from: null, to: 2 },
        { field: 'limits.perDayUsd', from: 5, to: 7.5 },
      ],
      actor,
      1_800_000_000,
    ),
    entry(
      'create',
      [
        { field: 'name', from: null, to: 'app' },
        { field: 'scopes', from: null, to: usual },
        { field: 'limits.perDayUsd', from: null, to: 5 },
      ],
      actor,
      1_800_000_000,
    ),
  ])
})

test('what the command line and the settings do is on record beside it, and is read page by page', async (t) => {
  const admin = await openAdmin(t, { env: { MEDIAGEN_API_KEY: 'an-operator-chose-this-text' } })
  const { code } = await runKeys(admin.dataDir, ['edit', admin.apiKey.id, '--rpm', '60'])
  assert.equal(code, 0)
  const seen = (await entriesOf(admin)).map(
    ({ actor, action }) => `${String((actor as Json)['name'])}: ${String(action)}`,
  )
  assert.deepEqual(seen, ['command line: edit', 'command line: create', 'environment: create'])
  const first = await admin.done('GET', `${AUDIT}?limit=2`)
  assert.equal(first['has_more'], true)
  const rest = await admin.done('GET', `${AUDIT}?limit=2&cursor=${String(first['next_cursor'])}`)
  assert.deepEqual([rest['has_more'], rest['next_cursor'], (rest['data'] as Json[]).length], [false, null, 1])
  assert.deepEqual(await entriesOf(admin, '&key=key_nobody'), [])
  for (const query of ['limit=0', 'cursor=!', 'cursor=abc', 'key=', 'key=a%20b', 'who=x'])
    assert.equal((await admin.ask('GET', `${AUDIT}?${query}`)).status, 400, query)
})

test('no text, digest or secret of a key is in the audit log, in lists, in the log or in any other answer', async (t) => {
  const admin = await openAdmin(t, { env: { MEDIAGEN_API_KEY: 'an-operator-chose-this-text' } })
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const path = `${KEYS}/${String(made['id'])}`
  const answers = [JSON.stringify(await admin.done('PATCH', path, { name: 'other' }))]
  const before = await admin.store.keys.find(String(made['id']))
  const rotated = await admin.done('POST', `${path}/rotate`, {})
  const secret = await admin.ask('POST', '/api/ai/webhooks/secret/rotate', undefined, String(rotated['key']))
  const after = await admin.store.keys.find(String(made['id']))
  for (const where of [path, KEYS, AUDIT, `${AUDIT}?key=${String(made['id'])}`])
    answers.push((await admin.ask('GET', where)).text)
  answers.push((await admin.ask('DELETE', path)).text, JSON.stringify(await admin.store.audit.list({ limit: 99 })))
  const texts = [
    made['key'],
    rotated['key'],
    secret.body['secret'],
    made['webhookSecret'],
    'an-operator-chose-this-text',
  ]
  const secrets = [...texts, before?.hash, after?.hash, after?.former?.hash].map(String)
  assert.equal(new Set(secrets).size, 7)
  for (const shown of [...answers, admin.logLines.join('')])
    for (const each of secrets) assert.ok(each.length > 20 && !shown.includes(each), `${each} in ${shown}`)
})

test('the record is kept for 400 days, and the chores remove what is older', async (t) => {
  const clock = manualClock()
  const store = sqliteStore(':memory:')
  atEnd(t, () => store.close())
  const deps = { store, clock, random: systemRandom }
  await createKey(deps, { name: 'old' })
  await clock.advance(DAY_MS)
  await createKey(deps, { name: 'new' })
  const kept = async () => (await store.audit.list({ limit: 9 })).length
  const { signal } = new AbortController()
  await clock.advance(399 * DAY_MS)
  await removeOldAudit(deps, signal)
  assert.equal(await kept(), 2)
  await clock.advance(1)
  await removeOldAudit(deps, signal)
  assert.equal(await kept(), 1)
  await clock.advance(DAY_MS)
  const files = { sweepSpool: async () => {}, keptBefore: async function* () {} }
  await everyChore({
    ...deps,
    files,
    catalog: { list: () => [], all: () => [] },
    retentionMs: null,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  } as never)
  assert.equal(await kept(), 0)
})
