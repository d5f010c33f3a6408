import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editKey, rotateKey } from '../../src/actions/keys/change-key.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openReceiver, verifies } from '../webhooks/receiver.ts'
import { codeOf, KEYS, openAdmin, type Admin } from './admin.ts'
import { runKeys, textIn } from './run-keys.ts'

const VIDEOS = '/api/ai/videos'
const IMAGES = '/api/ai/images/generations'

async function submitted(admin: Admin, key: string, more: object = {}, headers = {}): Promise<string> {
  const json = { model: 'sandbox', prompt: '[[hang]]', ...more }
  const answer = await admin.call(VIDEOS, { json, key, headers })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

/** Reads to the end, which must come by itself. */
async function ended(stream: Response): Promise<true> {
  await stream.text()
  return true
}

test('after a rotation both texts are the same key, until the second at which the overlap ends', async (t) => {
  const clock = manualClock(1_800_000_000_000)
  const admin = await openAdmin(t, { replacements: { clock } })
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const old = String(made['key'])
  const id = await submitted(admin, old)
  const rotated = await admin.done('POST', `${KEYS}/${String(made['id'])}/rotate`, { overlapSeconds: 60 })
  const fresh = String(rotated['key'])
  assert.notEqual(fresh, old)
  assert.equal(rotated['formerTextUntil'], clock.now() / 1000 + 60)
  const look = async (text: string) => (await admin.call(`${VIDEOS}/${id}`, { key: text })).status
  assert.deepEqual([await look(old), await look(fresh)], [200, 200])
  await clock.advance(59_999)
  assert.deepEqual([await look(old), await look(fresh)], [200, 200])
  await clock.advance(1)
  assert.deepEqual([await look(old), await look(fresh)], [401, 200])
  assert.equal((await admin.done('GET', `${KEYS}/${String(made['id'])}`))['formerTextUntil'], null)
})

test('a repeat with the new text of a key gets the task of the old one, and its webhook secret stays', async (t) => {
  const admin = await openAdmin(t)
  const receiver = await openReceiver(t)
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const headers = { 'idempotency-key': 'once' }
  const order = { prompt: 'a boat', webhookUrl: receiver.url }
  const first = await submitted(admin, String(made['key']), order, headers)
  const rotated = await admin.done('POST', `${KEYS}/${String(made['id'])}/rotate`, {})
  assert.equal(await submitted(admin, String(rotated['key']), order, headers), first)
  const [arrival] = await receiver.came(1)
  assert.ok(arrival !== undefined && verifies(String(made['webhookSecret']), arrival))
})

test('requests that stay open end with the text, or the scope, that they came with', async (t) => {
  const admin = await openAdmin(t)
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const id = await submitted(admin, String(made['key']))
  const path = `${KEYS}/${String(made['id'])}`
  const events = `/api/ai/tasks/${id}/events`
  const withOld = await admin.call(events, { key: String(made['key']) })
  const fresh = String((await admin.done('POST', `${path}/rotate`, { overlapSeconds: 0 }))['key'])
  assert.equal(await ended(withOld), true)
  const withNew = await admin.call(events, { key: fresh })
  await admin.done('PATCH', path, { limits: { inWork: 4 }, models: ['sandbox'], name: 'still' })
  const poll = admin.call(`${VIDEOS}/${id}`, { key: fresh, headers: { prefer: 'wait=60' } })
  await admin.done('PATCH', path, { scopes: ['videos:write'] })
  assert.equal(await ended(withNew), true)
  assert.equal((await poll).status, 401)
})

test('a key stops working at its expiry, open streams included; a later expiry lets it work again', async (t) => {
  const clock = manualClock(1_800_000_000_000)
  const admin = await openAdmin(t, { replacements: { clock } })
  const made = await admin.done('POST', KEYS, { name: 'app', expires: 1_800_000_060 })
  const key = String(made['key'])
  const id = await submitted(admin, key)
  const stream = await admin.call(`/api/ai/tasks/${id}/events`, { key })
  await clock.advance(59_999)
  assert.equal((await admin.call(`${VIDEOS}/${id}`, { key })).status, 200)
  await clock.advance(1)
  assert.equal((await admin.call(`${VIDEOS}/${id}`, { key })).status, 401)
  assert.equal((await admin.done('GET', `${KEYS}/${String(made['id'])}`))['state'], 'expired')
  await clock.advance(1_000)
  assert.equal(await ended(stream), true)
  await admin.done('PATCH', `${KEYS}/${String(made['id'])}`, { expires: 1_800_000_120 })
  assert.equal((await admin.call(`${VIDEOS}/${id}`, { key })).status, 200)
})

test('what another process changes about a key holds at the next request of this one', async (t) => {
  const admin = await openAdmin(t)
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const [id, key] = [String(made['id']), String(made['key'])]
  const keys = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await runKeys(admin.dataDir, args)
    assert.equal(code, 0, err)
    return out
  }
  const image = { model: 'sandbox', prompt: 'a cat' }
  assert.equal((await admin.ask('POST', IMAGES, image, key)).status, 200)
  await keys('edit', id, '--models', 'diorama')
  assert.equal(codeOf(await admin.ask('POST', IMAGES, image, key)), 'model_not_allowed')
  await keys('edit', id, '--scopes', 'tasks:read', '--models', 'all', '--rpm', '7')
  assert.equal(codeOf(await admin.ask('POST', IMAGES, image, key)), 'insufficient_scope')
  const seen = await admin.done('GET', `${KEYS}/${id}`)
  assert.deepEqual(
    [seen['scopes'], (seen['limits'] as { createsPerMinute: number }).createsPerMinute],
    [['tasks:read'], 7],
  )
  const fresh = textIn(await keys('rotate', id, '--overlap', '0'))
  assert.deepEqual([(await admin.ask('GET', '/api/ai/tasks', undefined, key)).status], [401])
  assert.equal((await admin.ask('GET', '/api/ai/tasks', undefined, fresh)).status, 200)
  await keys('revoke', id)
  assert.equal((await admin.ask('GET', '/api/ai/tasks', undefined, fresh)).status, 401)
})

test('edits and rotations at the same moment all take place, and all are on record', async (t) => {
  const admin = await openAdmin(t)
  const deps = { store: admin.store, clock: systemClock, random: systemRandom }
  const id = String((await admin.done('POST', KEYS, { name: 'app' }))['id'])
  await Promise.all([
    editKey(deps, id, { limits: { inWork: 4 } }, COMMAND_LINE),
    editKey(deps, id, { limits: { waiting: 9 } }, COMMAND_LINE),
    editKey(deps, id, { userLimits: { inWork: 1 } }, COMMAND_LINE),
    rotateKey(deps, id, { overlapMs: 1_000, actor: COMMAND_LINE }),
    editKey(deps, id, { name: 'both' }, COMMAND_LINE),
  ])
  const key = await admin.store.keys.find(id)
  assert.deepEqual([key?.limits.inWork, key?.limits.waiting, key?.userLimits?.inWork, key?.name], [4, 9, 1, 'both'])
  const actions = (await admin.store.audit.list({ keyId: id, limit: 9 })).map(({ action }) => action)
  assert.deepEqual(actions.toSorted(), ['create', 'edit', 'edit', 'edit', 'edit', 'rotate'])
})
