import assert from 'node:assert/strict'
import { NO_LIMITS } from '../../src/core/money/limits.ts'
import type { KeyPatch } from '../../src/ports/store/keys.ts'
import { aKey, anEntry, idsOf, T } from './build.ts'
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

  promised(
    'a key that was found before is found as it is now, also after a change by another process',
    async ({ a, b }) => {
      await a.keys.insert(aKey('k1'))
      assert.equal((await a.keys.findByHash('hash of k1'))?.revokedAt, null)
      await b.keys.revoke('k1', T + 5)
      assert.equal((await a.keys.findByHash('hash of k1'))?.revokedAt, T + 5)
      await a.keys.replaceHash('k1', 'new', 'mg_wxyz…')
      assert.equal(await a.keys.findByHash('hash of k1'), undefined)
      assert.equal((await a.keys.findByHash('new'))?.revokedAt, null)
      await a.keys.revoke('k1', T + 6)
      assert.equal((await a.keys.findByHash('new'))?.revokedAt, T + 6)
    },
  )

  promised('webhook secrets are replaced as a whole, by a writer who knows the present ones', async ({ a, b }) => {
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

  promised('a key is found by the text before its last rotation too', async ({ a, b }) => {
    const key = aKey('k1', { former: { hash: 'hash before', until: T + 9 } })
    await a.keys.insert(key)
    assert.deepEqual(await b.keys.findByHash('hash before'), key)
    assert.deepEqual(await b.keys.findByHash(key.hash), key)
    const rotated = { hash: 'hash after', hint: 'mg_next…', former: { hash: key.hash, until: T + 20 } }
    assert.equal(await b.keys.change(key, rotated, anEntry('k1')), true)
    assert.equal(await a.keys.findByHash('hash before'), undefined)
    assert.deepEqual(await a.keys.findByHash(key.hash), { ...key, ...rotated, version: 1 })
    assert.deepEqual(await a.keys.findByHash('hash after'), { ...key, ...rotated, version: 1 })
    await a.keys.change({ id: 'k1', version: 1 }, { former: null }, anEntry('k1'))
    assert.equal(await b.keys.findByHash(key.hash), undefined)
  })

  promised('a text that one key has and another had is that of the one that has it', async ({ a, b }) => {
    await a.keys.insert(aKey('k1', { former: { hash: 'shared', until: T + 9 } }))
    await a.keys.insert(aKey('k2', { hash: 'shared' }))
    assert.equal((await b.keys.findByHash('shared'))?.id, 'k2')
  })

  promised('every setting of a key can be changed, and the others stay', async ({ a, b }) => {
    const key = aKey('k1')
    await a.keys.insert(key)
    const patches: KeyPatch[] = [
      { name: 'another' },
      { scopes: ['admin'] },
      { models: ['diorama'] },
      { expiresAt: T + 7 },
      { limits: { ...NO_LIMITS, perMonthMicros: 9_000_000_000 } },
      { userLimits: null },
    ]
    let known = key
    for (const patch of patches) {
      assert.equal(await b.keys.change(known, patch, anEntry('k1')), true)
      known = { ...known, ...patch, version: known.version + 1 }
      assert.deepEqual(await a.keys.findByHash(key.hash), known)
    }
    await b.keys.change(known, { models: null, expiresAt: null }, anEntry('k1'))
    assert.deepEqual(await a.keys.find('k1'), { ...known, models: null, expiresAt: null, version: 7 })
  })

  promised('of two who change a key at the same moment one is told to look again', async ({ a, b }) => {
    const key = aKey('k1')
    await a.keys.insert(key)
    const done = await Promise.all(
      [a, b, a, b].map(({ keys }, index) => keys.change(key, { name: `name ${index}` }, anEntry('k1'))),
    )
    assert.equal(done.filter((each) => each).length, 1)
    assert.equal((await a.keys.find('k1'))?.name, `name ${done.indexOf(true)}`)
    assert.equal((await a.audit.list({ limit: 9 })).length, 1)
  })

  promised('a revoked key is not changed, nor one that is not there', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.revoke('k1', T + 5)
    assert.equal(await b.keys.change(aKey('k1'), { name: 'too late' }, anEntry('k1')), false)
    assert.equal(await b.keys.change(aKey('k2'), { name: 'nobody' }, anEntry('k2')), false)
    assert.deepEqual(await a.keys.find('k1'), aKey('k1', { revokedAt: T + 5 }))
    assert.deepEqual(await a.audit.list({ limit: 9 }), [])
  })

  promised('keys are read page by page, newest first', async ({ a, b }) => {
    for (const [index, id] of ['k1', 'k3', 'k2', 'k4'].entries())
      await a.keys.insert(aKey(id, { createdAt: T + (index === 3 ? 1 : 0) }))
    const first = await b.keys.page(null, 2)
    assert.deepEqual(idsOf(first), ['k4', 'k3'])
    assert.deepEqual(idsOf(await b.keys.page(first[1] ?? null, 2)), ['k2', 'k1'])
    assert.deepEqual(idsOf(await b.keys.page({ createdAt: T, id: 'k1' }, 2)), [])
  })

  promised('when keys were used last only moves forward, in whatever order it is noted', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.insert(aKey('k2'))
    const uses = async () => (await a.keys.list()).map(({ lastUsedAt }) => lastUsedAt)
    await a.keys.noteUses([{ id: 'k1', at: T + 60_000 }])
    assert.deepEqual(await uses(), [T + 60_000, null])
    await b.keys.noteUses([
      { id: 'gone', at: T },
      { id: 'k1', at: T + 30_000 },
      { id: 'k2', at: T + 30_000 },
    ])
    assert.deepEqual(await uses(), [T + 60_000, T + 30_000])
    assert.equal((await a.keys.find('k1'))?.version, 0)
    await b.keys.noteUses([])
  })
}
