import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { openService } from '../support/service.ts'

const KEY = 'the-key-that-all-of-them-are-given'

test('a database that breaks off while a process starts does not keep it from starting', async (t) => {
  let refusals = 0
  const wrapStore = (store: Store): Store => ({
    ...store,
    keys: {
      ...store.keys,
      async findByHash(hash) {
        if (refusals++ === 0) throw new AppError('storage_unavailable', 'The database does not answer now.')
        return store.keys.findByHash(hash)
      },
    },
  })
  const service = await openService(t, { env: { MEDIAGEN_API_KEY: KEY }, replacements: { wrapStore } })
  assert.ok(refusals > 1)
  const answer = await service.call('/api/ai/tasks', { headers: { authorization: `Bearer ${KEY}` } })
  assert.equal(answer.status, 200)
})

test('of two processes that start together with the same key, the slower one starts too', async (t) => {
  let overtaken = false
  const wrapStore = (store: Store): Store => ({
    ...store,
    keys: {
      ...store.keys,
      async insert(key) {
        // The other one comes between our look and our insert.
        if (!overtaken) await store.keys.insert({ ...key, createdAt: key.createdAt - 1 })
        overtaken = true
        await store.keys.insert(key)
      },
    },
  })
  const service = await openService(t, { env: { MEDIAGEN_API_KEY: KEY }, replacements: { wrapStore } })
  assert.ok(overtaken)
  const answer = await service.call('/api/ai/tasks', { headers: { authorization: `Bearer ${KEY}` } })
  assert.equal(answer.status, 200)
})
