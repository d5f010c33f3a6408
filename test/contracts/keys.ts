import assert from 'node:assert/strict'
import { aKey, idsOf, T } from './build.ts'
import type { Promised } from './driver.ts'

/** API keys. */
export function keyPromises(promised: Promised): void {
  promised('a key is found by its digest and by its id, as it was', async ({ a, b }) => {
    const key = aKey('k1', { models: ['diorama', 'sandbox'], expiresAt: T + 1, name: 'Ö, {"x"}' })
    await a.keys.insert(key)
    assert.deepEqual(await b.keys.findByHash(key.hash), key)
    assert.deepEqual(await b.keys.find('k1'), key)
    assert.equal(await b.keys.findByHash('other'), undefined)
    assert.equal(await b.keys.find('k2'), undefined)
  })

  promised('two keys cannot have the same digest', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await assert.rejects(b.keys.insert(aKey('k2', { hash: 'hash of k1' })))
    assert.deepEqual(idsOf(await a.keys.list()), ['k1'])
  })

  promised('keys are listed oldest first', async ({ a, b }) => {
    await a.keys.insert(aKey('k3', { createdAt: T }))
    await a.keys.insert(aKey('k1', { createdAt: T + 1 }))
    await a.keys.insert(aKey('k2', { createdAt: T }))
    assert.deepEqual(idsOf(await b.keys.list()), ['k2', 'k3', 'k1'])
  })

  promised('a key is revoked once, and a new digest lets it work again', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    assert.equal(await b.keys.revoke('k1', T + 5), true)
    assert.equal(await a.keys.revoke('k1', T + 6), false)
    assert.equal(await a.keys.revoke('k2', T + 6), false)
    assert.equal((await a.keys.find('k1'))?.revokedAt, T + 5)
    await b.keys.replaceHash('k1', 'new', 'mg_wxyz…')
    assert.deepEqual(await a.keys.findByHash('new'), aKey('k1', { hash: 'new', hint: 'mg_wxyz…' }))
    assert.equal(await a.keys.findByHash('hash of k1'), undefined)
  })

  promised('a key that was found before is found as it is now, whoever changed it', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    assert.equal((await a.keys.findByHash('hash of k1'))?.revokedAt, null)
    await b.keys.revoke('k1', T + 5)
    assert.equal((await a.keys.findByHash('hash of k1'))?.revokedAt, T + 5)
    await a.keys.replaceHash('k1', 'new', 'mg_wxyz…')
    assert.equal(await a.keys.findByHash('hash of k1'), undefined)
    assert.equal((await a.keys.findByHash('new'))?.revokedAt, null)
    await a.keys.revoke('k1', T + 6)
    assert.equal((await a.keys.findByHash('new'))?.revokedAt, T + 6)
  })

  promised('webhook secrets are replaced as a whole, by whoever knows the present ones', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const secrets = [
      { secret: 'whsec_new', expiresAt: null },
      { secret: 'whsec_old', expiresAt: T + 9 },
    ]
    const { webhookSecrets: known } = aKey('k1')
    assert.equal(await a.keys.replaceWebhookSecrets('k1', known, secrets), true)
    assert.equal(await b.keys.replaceWebhookSecrets('k1', known, [{ secret: 'whsec_late', expiresAt: null }]), false)
    assert.equal(await b.keys.replaceWebhookSecrets('k2', known, secrets), false)
    assert.deepEqual((await b.keys.find('k1'))?.webhookSecrets, secrets)
  })
}
