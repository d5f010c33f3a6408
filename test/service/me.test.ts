import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, serviceOfFile } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

const openHere = serviceOfFile()

test('a key learns what it may do, and nothing of it that is secret', async () => {
  const service = await openHere()
  const expiresAt = Date.now() + 60_000
  const key = await service.newKey({ name: 'reader', scopes: ['tasks:read'], models: ['sandbox'], expiresAt })
  const answer = await service.call('/api/ai/me', { key })
  const text = await answer.text()
  assert.deepEqual(JSON.parse(text), {
    object: 'me',
    name: 'reader',
    hint: `${key.slice(0, 7)}…`,
    scopes: ['tasks:read'],
    models: ['sandbox'],
    expires: expiresAt / 1000,
    project: null,
  })
  assert.equal(text.includes(key), false)
})

test('admin is told with all that it brings along', async (t) => {
  const service = await openService(t, { key: { name: 'operator', scopes: ['admin'] } })
  const me = (await (await service.call('/api/ai/me')).json()) as { scopes: string[]; models: null; expires: null }
  assert.deepEqual(me.scopes, ['images:write', 'videos:write', 'tasks:read', 'tasks:write', 'admin'])
  assert.deepEqual([me.models, me.expires], [null, null])
})

test('without a key that works there is nothing to tell', async () => {
  const service = await openHere()
  assert.equal((await refusal(await service.call('/api/ai/me', { key: null }))).code, 'missing_api_key')
  assert.equal((await refusal(await service.call('/api/ai/me', { key: 'mg_none' }))).code, 'invalid_api_key')
})
