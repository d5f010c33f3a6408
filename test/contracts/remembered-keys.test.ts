import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rememberKeys } from '../../src/actions/keys/find-caller.ts'
import type { Keys } from '../../src/ports/store/keys.ts'
import { manualClock } from '../support/manual-clock.ts'
import { aKey, anEntry, T } from './build.ts'
import { emptyPostgres } from './empty-postgres.ts'

const stores = emptyPostgres(2)
after(() => stores.close())

async function opened() {
  const [here, elsewhere] = await stores.emptied()
  if (here === undefined || elsewhere === undefined) throw new Error('two stores were asked for')
  let asked = 0
  const counted: Keys = {
    ...here.keys,
    findByHash: (hash) => {
      asked++
      return here.keys.findByHash(hash)
    },
  }
  const clock = manualClock()
  await elsewhere.keys.insert(aKey('k1'))
  const keys = rememberKeys(counted, clock)
  const revokedAt = async (): Promise<number | null | undefined> => (await keys.findByHash('hash of k1'))?.revokedAt
  return { keys, elsewhere: elsewhere.keys, clock, revokedAt, asked: () => asked }
}

test('a key is asked for once, however many come with it at the same time and soon after', async () => {
  const { clock, revokedAt, asked } = await opened()
  assert.deepEqual(await Promise.all([revokedAt(), revokedAt(), revokedAt()]), [null, null, null])
  await clock.advance(499)
  await revokedAt()
  assert.equal(asked(), 1)
})

test('a key that another process revoked is refused within a second', async () => {
  const { clock, revokedAt, elsewhere } = await opened()
  assert.equal(await revokedAt(), null)
  await elsewhere.revoke('k1', T + 5)
  await clock.advance(999)
  assert.equal(await revokedAt(), T + 5)
})

test('a key that this process revoked is refused at once', async () => {
  const { keys, revokedAt } = await opened()
  assert.equal(await revokedAt(), null)
  await keys.revoke('k1', T + 5)
  assert.equal(await revokedAt(), T + 5)
})

test('what another process changes about a key is known within a second, its texts included', async () => {
  const { clock, keys, elsewhere } = await opened()
  assert.equal((await keys.findByHash('hash of k1'))?.name, 'key k1')
  const rotated = { name: 'other', hash: 'new', former: { hash: 'hash of k1', until: T + 9 } }
  assert.equal(await elsewhere.change(aKey('k1'), rotated, anEntry('k1')), true)
  await clock.advance(999)
  const seen = [await keys.findByHash('hash of k1'), await keys.findByHash('new')]
  assert.deepEqual(
    seen.map((key) => [key?.id, key?.name, key?.former?.until]),
    [
      ['k1', 'other', T + 9],
      ['k1', 'other', T + 9],
    ],
  )
  assert.equal(await elsewhere.change({ id: 'k1', version: 1 }, { former: null }, anEntry('k1')), true)
  await clock.advance(999)
  assert.equal(await keys.findByHash('hash of k1'), undefined)
})

test('what this process changes about a key is known at once, and that it was used costs no look', async () => {
  const { keys, asked } = await opened()
  await keys.findByHash('hash of k1')
  await keys.noteUses([{ id: 'k1', at: T + 5 }])
  await keys.findByHash('hash of k1')
  assert.equal(asked(), 1)
  await keys.change(aKey('k1'), { name: 'other' }, anEntry('k1'))
  assert.equal((await keys.findByHash('hash of k1'))?.name, 'other')
  assert.equal((await keys.find('k1'))?.lastUsedAt, T + 5)
})

test('a key that was not there is found as soon as it is made, and a store that fails is asked again', async () => {
  const { elsewhere, keys } = await opened()
  assert.equal(await keys.findByHash('hash of k2'), undefined)
  await elsewhere.insert(aKey('k2'))
  assert.equal((await keys.findByHash('hash of k2'))?.id, 'k2')

  let failures = 1
  const findByHash: Keys['findByHash'] = async (hash) => {
    if (failures-- > 0) throw new Error('the store is away')
    return elsewhere.findByHash(hash)
  }
  const failing = rememberKeys({ ...elsewhere, findByHash }, manualClock())
  await assert.rejects(failing.findByHash('hash of k2'), /away/)
  assert.equal((await failing.findByHash('hash of k2'))?.id, 'k2')
})
