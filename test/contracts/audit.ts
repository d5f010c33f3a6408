import assert from 'node:assert/strict'
import type { AuditEntry } from '../../src/core/keys/audit.ts'
import type { Store } from '../../src/ports/store.ts'
import { aKey, anEntry, range, T } from './build.ts'
import type { Promised } from './driver.ts'

async function recorded(store: Store, limit = 100): Promise<AuditEntry[]> {
  const records = await store.audit.list({ limit })
  return records.map(({ at, actor, action, keyId, changes }) => ({ at, actor, action, keyId, changes }))
}

/** The record of who changed what. */
export function auditPromises(promised: Promised): void {
  promised('a change of a key and its entry are on record together, newest first', async ({ a, b }) => {
    const entries = (['create', 'edit', 'rotate webhook secret', 'environment', 'revoke'] as const).map(
      (action, index) =>
        anEntry('k1', { action, at: T + index, actor: { keyId: index % 2 === 0 ? null : 'k9', name: 'Ö, \\{"x"}' } }),
    )
    const [create, edit, secret, environment, revoke] = entries
    await a.keys.insert(aKey('k1'), create)
    assert.equal(await b.keys.change(aKey('k1'), { name: 'x' }, edit ?? anEntry('k1')), true)
    assert.equal(await a.keys.replaceWebhookSecrets('k1', aKey('k1').webhookSecrets, [], secret), true)
    await b.keys.replaceHash('k1', 'new', 'mg_wxyz…', environment)
    assert.equal(await a.keys.revoke('k1', T + 4, revoke), true)
    assert.deepEqual(await recorded(b), entries.toReversed())
  })

  promised(
    'a pause and its entry are on record together, and what changes no record has an entry of its own',
    async ({ a, b }) => {
      const pause = { engine: 'e', reason: 'an outage', pausedAt: T, pausedBy: 'first' }
      const [pausing, again, resuming, reading] = (
        ['pause engine', 'pause engine', 'resume engine', 'read task'] as const
      ).map((action, index) => anEntry('', { action, at: T + index }))
      assert.ok(pausing !== undefined && again !== undefined && resuming !== undefined && reading !== undefined)
      await a.pauses.set(pause, pausing)
      await b.pauses.set({ ...pause, reason: 'a longer one' }, again)
      await a.pauses.set({ ...pause, engine: 'd' }, again)
      assert.deepEqual(await b.pauses.list(), [
        { ...pause, engine: 'd' },
        { ...pause, reason: 'a longer one' },
      ])
      assert.equal(await b.pauses.clear('e', resuming), true)
      assert.equal(await a.pauses.clear('e', resuming), false)
      assert.deepEqual(await a.pauses.list(), [{ ...pause, engine: 'd' }])
      await b.audit.add(reading)
      assert.deepEqual(await recorded(a), [reading, resuming, again, again, pausing])
    },
  )

  promised('a change that was not made leaves no entry', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'), anEntry('k1'))
    await assert.rejects(b.keys.insert(aKey('k2', { hash: 'hash of k1' }), anEntry('k2')))
    assert.equal(await b.keys.replaceWebhookSecrets('k1', [], [], anEntry('k1')), false)
    assert.equal(await b.keys.revoke('k2', T, anEntry('k2')), false)
    await b.keys.replaceHash('k2', 'new', '…', anEntry('k2'))
    await b.keys.revoke('k1', T)
    assert.equal(await b.keys.revoke('k1', T, anEntry('k1')), false)
    assert.deepEqual(await recorded(a), [anEntry('k1')])
  })

  promised('a change whose entry cannot be written is not made', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const broken = { ...anEntry('k1'), at: null } as unknown as AuditEntry
    await assert.rejects(b.keys.revoke('k1', T, broken))
    await assert.rejects(b.keys.change(aKey('k1'), { name: 'x' }, broken))
    assert.deepEqual(await a.keys.find('k1'), aKey('k1'))
  })

  promised('what was changed is read page by page, of all keys or of one', async ({ a, b }) => {
    for (const index of range(5))
      await a.keys.insert(aKey(`k${index}`), anEntry(index % 2 === 0 ? 'even' : 'odd', { at: index }))
    const first = await b.audit.list({ limit: 2 })
    assert.deepEqual(
      first.map(({ at }) => at),
      [4, 3],
    )
    const rest = await b.audit.list({ limit: 9, before: first[1]?.id ?? 0 })
    assert.deepEqual(
      rest.map(({ at }) => at),
      [2, 1, 0],
    )
    const even = await b.audit.list({ keyId: 'even', limit: 2 })
    assert.deepEqual(
      even.map(({ at }) => at),
      [4, 2],
    )
    assert.deepEqual(
      (await b.audit.list({ keyId: 'even', limit: 2, before: even[1]?.id ?? 0 })).map(({ at }) => at),
      [0],
    )
    assert.deepEqual(await b.audit.list({ keyId: 'nobody', limit: 2 }), [])
  })

  promised('what was changed before a time is removed oldest first, so many at a time', async ({ a, b }) => {
    for (const index of range(5)) await a.keys.insert(aKey(`k${index}`), anEntry('k', { at: T + index }))
    assert.equal(await b.audit.sweep(T + 3, 2), 2)
    assert.deepEqual(
      (await recorded(a)).map(({ at }) => at - T),
      [4, 3, 2],
    )
    assert.equal(await b.audit.sweep(T + 3, 2), 1)
    assert.equal(await b.audit.sweep(T + 3, 2), 0)
    assert.deepEqual(
      (await recorded(a)).map(({ at }) => at - T),
      [4, 3],
    )
  })
}
