import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rememberKeys } from '../../src/actions/remember-keys.ts'
import type { Keys } from '../../src/ports/store/keys.ts'
import { manualClock } from '../support/manual-clock.ts'
import { stopSharedPostgres } from '../support/postgres.ts'
import { aKey, T } from './build.ts'
import { emptyPostgres } from './empty-postgres.ts'

const stores = emptyPostgres(2)
after(async () => {
  await stores.close()
  await stopSharedPostgres()
})

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
