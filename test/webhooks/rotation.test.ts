import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../src/actions/keys/create-key.ts'
import { rotateWebhookSecret } from '../../src/actions/keys/change-key.ts'
import { signingSecrets } from '../../src/core/keys/api-key.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { runInHost } from '../support/command-host.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openReceiver, verifies, type Arrival } from './receiver.ts'
import { isDelivered, openSender, type Json, type Sender } from './sender.ts'
import { atEnd } from '../support/at-end.ts'

const QUICK = '[[fail no_output]]'
const DAY_MS = 24 * 60 * 60 * 1000

async function rotate(sender: Sender): Promise<string> {
  return String((await sender.post('/api/ai/webhooks/secret/rotate'))['secret'])
}

test('after a rotation both secrets verify for 24 hours, and then only the new one', async (t) => {
  const receiver = await openReceiver(t)
  const send = async (from: Sender): Promise<Arrival> => {
    await from.delivery(await from.submit(receiver.url, QUICK), isDelivered)
    return receiver.arrivals.at(-1) as Arrival
  }
  // Rotated a day ago but for half a minute: the end of the overlap then lies where the reference implementation,
  // which knows the real time only, still takes a notification.
  const rotatedAt = Date.now() - DAY_MS + 30_000
  const earlier = await openSender(t, { clock: manualClock(rotatedAt) })
  const { key: keyText, dataDir } = earlier
  const [old = ''] = await earlier.secrets()
  const fresh = await rotate(earlier)
  assert.deepEqual(await earlier.secrets(), [fresh, old])
  assert.equal((await send(earlier)).headers['webhook-signature']?.split(' ').length, 2)
  await earlier.stop()

  const sender = await openSender(t, { dataDir, keyText, clock: manualClock(rotatedAt + DAY_MS - 20_000) })
  const during = await send(sender)
  assert.deepEqual([verifies(fresh, during), verifies(old, during)], [true, true])
  const changed = { ...during, body: during.body.replace('no_output', 'no-output') }
  assert.deepEqual([verifies(fresh, changed), verifies(old, changed)], [false, false])
  await sender.clock.advance(20_000)
  const later = await send(sender)
  assert.deepEqual([verifies(fresh, later), verifies(old, later)], [true, false])
  assert.equal(later.headers['webhook-signature']?.split(' ').length, 1)
  assert.deepEqual(await sender.secrets(), [fresh])
})

test('a delivery that waits is signed with the secrets of the moment it is sent', async (t) => {
  const receiver = await openReceiver(t, (reply) => reply.writeHead(500).end())
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.until(() => receiver.arrivals.length === 1 || undefined)
  const fresh = await rotate(sender)
  receiver.answer((reply) => reply.end())
  await sender.delivery(id, isDelivered, 500)
  const [before, after] = receiver.arrivals
  assert.ok(before !== undefined && after !== undefined)
  assert.deepEqual([verifies(fresh, before), verifies(fresh, after)], [false, true])
})

test('rotations at the same moment lose none of the secrets that they handed out', async (t) => {
  const store = sqliteStore(':memory:')
  atEnd(t, () => store.close())
  const deps = { store, clock: systemClock, random: systemRandom }
  const { key } = await createKey(deps, { name: 'rotated by three' })
  const fresh = await Promise.all([1, 2, 3].map(() => rotateWebhookSecret(deps, key)))
  const kept = (await store.keys.find(key.id))?.webhookSecrets.map(({ secret }) => secret)
  assert.deepEqual(kept?.toSorted(), [...fresh, key.webhookSecrets[0]?.secret].toSorted())
})

test('a key that rotates all day long is still sent a header that receivers take, with the newest secret', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  let fresh = ''
  for (let turn = 0; turn < 30; turn++) {
    const answer = await sender.call('/api/ai/webhooks/secret/rotate', { method: 'POST' })
    const { secret } = (await answer.json()) as { secret?: string }
    assert.equal(answer.status, turn < 4 ? 200 : 429)
    assert.equal(secret === undefined, Number(answer.headers.get('retry-after')) > 0)
    fresh = secret ?? fresh
  }
  await sender.delivery(await sender.submit(receiver.url, QUICK), isDelivered)
  const [arrival] = receiver.arrivals
  assert.ok(arrival !== undefined && verifies(fresh, arrival))
  assert.ok((arrival.headers['webhook-signature']?.length ?? 0) < 1_000)
})

test('each key has a secret of its own, shown to its owner alone and never cached', async (t) => {
  const sender = await openSender(t)
  const other = await sender.newKey()
  const answer = await sender.call('/api/ai/webhooks/secret', { key: other })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const theirs = ((await answer.json()) as { secrets: Json[] }).secrets
  const [own] = await sender.secrets()
  assert.equal(theirs.length, 1)
  assert.notEqual(theirs[0]?.['secret'], own)
  for (const secret of [String(theirs[0]?.['secret']), String(own)]) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
})

test('the command line shows the secret and rotates it while the service runs', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  const keys = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, MEDIAGEN_DATA_DIR: sender.dataDir }
    const { code, out, err } = await runInHost({ args: ['keys', ...args], env, cwd: undefined, input: '' })
    assert.equal(code, 0, err)
    return out
  }
  const [old = ''] = await sender.secrets()
  const [fresh = ''] = (await keys('secret', sender.apiKey.id, '--rotate')).split('\n')
  await sender.delivery(await sender.submit(receiver.url, QUICK), isDelivered)
  const [arrival] = receiver.arrivals
  assert.ok(arrival !== undefined && verifies(fresh, arrival) && verifies(old, arrival))
  assert.deepEqual((await keys('secret', sender.apiKey.id)).split('\n'), [fresh, old, ''])
})

test('a key has five secrets that sign at most; the next rotation is refused until one has ended', async (t) => {
  const clock = manualClock(Date.now())
  const store = sqliteStore(':memory:')
  atEnd(t, () => store.close())
  const deps = { store, clock, random: systemRandom }
  const { key } = await createKey(deps, { name: 'often' })
  const live = async (): Promise<string[]> => signingSecrets((await store.keys.find(key.id)) ?? key, clock.now())
  for (let index = 0; index < 4; index++) {
    await rotateWebhookSecret(deps, key)
    await clock.advance(60 * 60 * 1000)
  }
  const five = await live()
  assert.equal(five.length, 5)
  const refused = { code: 'rate_limit_exceeded', retryAfterSeconds: 20 * 60 * 60 }
  await assert.rejects(rotateWebhookSecret(deps, key), refused)
  assert.deepEqual(await live(), five)
  await clock.advance(20 * 60 * 60 * 1000)
  const fresh = await rotateWebhookSecret(deps, key)
  assert.deepEqual(await live(), [fresh, ...five.slice(0, 4)])
})

test('a key with thousands of secrets from a time without a limit is left with its newest at the next rotation', async (t) => {
  const clock = manualClock(Date.now())
  const store = sqliteStore(':memory:')
  atEnd(t, () => store.close())
  const deps = { store, clock, random: systemRandom }
  const { key } = await createKey(deps, { name: 'old' })
  const many = Array.from({ length: 4_000 }, (_, index) => ({
    secret: `whsec_${index}`,
    expiresAt: index === 0 ? null : clock.now() + 1_000_000 - index,
  }))
  assert.ok(await store.keys.replaceWebhookSecrets(key.id, key.webhookSecrets, many))
  const fresh = await rotateWebhookSecret(deps, key)
  const kept = (await store.keys.find(key.id))?.webhookSecrets.map(({ secret }) => secret)
  assert.deepEqual(kept, [fresh, 'whsec_0', 'whsec_1', 'whsec_2', 'whsec_3'])
})
