import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { eventually } from '../support/eventually.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { codeOf, KEYS, openAdmin, type Admin, type Json } from './admin.ts'
import { runKeys, textIn } from './run-keys.ts'

const IMAGE = { model: 'sandbox', prompt: 'a cat' }

/** What a request with this key is refused with; 'fine' where it is not. */
async function look(admin: Admin, key: string): Promise<unknown> {
  const answer = await admin.ask('POST', '/api/ai/images/generations', IMAGE, key)
  return answer.status === 200 ? 'fine' : codeOf(answer)
}

async function becomes(admin: Admin, key: string, wanted: string): Promise<void> {
  await eventually(async () => ((await look(admin, key)) === wanted ? true : undefined))
}

test('postgres: what one process, or the command line, changes about a key holds on the others, and its use is noted', async (t) => {
  const env = { DATABASE_URL: await (await sharedPostgres()).newDatabase() }
  const one = await openAdmin(t, { env, key: { name: 'operator', scopes: SCOPES } })
  const two = await openAdmin(t, { env })
  const made = await one.done('POST', KEYS, { name: 'app' })
  const [id, key] = [String(made['id']), String(made['key'])]
  const path = `${KEYS}/${id}`
  assert.equal(await look(two, key), 'fine')
  await one.done('PATCH', path, { models: ['diorama'] })
  assert.equal(await look(one, key), 'model_not_allowed')
  await becomes(two, key, 'model_not_allowed')
  await two.done('PATCH', path, { models: null, scopes: ['tasks:read'] })
  await becomes(one, key, 'insufficient_scope')
  const { code, out } = await runKeys(one.dataDir, ['edit', id, '--scopes', 'images:write', '--in-work', '2'], env)
  assert.equal(code, 0, out)
  await becomes(one, key, 'fine')
  await becomes(two, key, 'fine')
  const fresh = textIn((await runKeys(two.dataDir, ['rotate', id, '--overlap', '0'], env)).out)
  await becomes(one, key, 'invalid_api_key')
  await becomes(two, fresh, 'fine')
  await two.done('DELETE', path)
  await becomes(one, fresh, 'invalid_api_key')
  await two.stop()
  const shown = await one.done('GET', path)
  assert.ok(Number(shown['lastUsed']) >= Number(shown['created']))
  const { data } = await one.done('GET', `/api/ai/admin/audit?key=${id}`)
  const seen = (data as Json[]).map(({ actor, action }) => `${String(action)} by ${String((actor as Json)['name'])}`)
  const byLine = ['rotate by command line', 'edit by command line']
  assert.deepEqual(seen, ['revoke by test', ...byLine, 'edit by test', 'edit by operator', 'create by operator'])
})
