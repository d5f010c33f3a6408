import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canariesIn, canariesInFolder } from '../../scripts/fuzz/canaries.ts'
import { canariesInDatabase } from '../../scripts/fuzz/database-canaries.ts'
import { readDocuments } from '../../scripts/fuzz/documents.ts'
import { answersIn } from '../../scripts/fuzz/raw-exchange.ts'
import { fuzz } from '../../scripts/fuzz/run.ts'
import { IS_LONG } from '../support/long.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService, type TestService } from '../support/service.ts'

const SEED = 20_301_115
const PROVIDER = 'canary-of-a-provider'
const PASSWORD = 'canary-of-the-database'

/** Sends what the fuzzer makes, with keys that may do everything, something and nothing; no planted secret may be seen again. */
async function storm(service: TestService, count: number): Promise<Record<string, string>> {
  const reader = await service.newKey({ scopes: ['tasks:read'] })
  const drawer = await service.newKey({ scopes: ['images:write'], models: ['sandbox'] })
  const secrets = { provider: PROVIDER, password: PASSWORD, key: service.key, reader, drawer }
  const keys = [service.key, reader, drawer, 'no-key-at-all'] as const
  const { statuses, faults } = await fuzz(service.url, { keys, count, seed: SEED, canaries: secrets })
  assert.deepEqual(faults.slice(0, 5), [])
  // A fuzzer that is turned away at the door proves nothing.
  for (const [status, least] of [
    [200, count / 10],
    [400, count / 20],
    [404, count / 20],
    [403, 1],
    [415, 1],
  ] as const)
    assert.ok((statuses.get(status) ?? 0) >= least, `only few answers were ${status}`)
  const log = service.logLines.join('\n')
  assert.deepEqual(canariesIn(log, { ...secrets, prompt: 'canary of a prompt' }), [])
  assert.deepEqual(await canariesInFolder(service.dataDir, secrets), [])
  return secrets
}

test(`every answer is documented, matches its schema, is no 5xx and contains no secret (seed ${SEED})`, async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on', FAL_KEY: PROVIDER } })
  await storm(service, IS_LONG ? 2_000 : 400)
})

test(`the same on PostgreSQL, where no row contains a secret either (seed ${SEED})`, async (t) => {
  const address = await (await sharedPostgres()).newDatabase()
  const url = address.replace('://mediagen@', `://mediagen:${PASSWORD}@`)
  assert.notEqual(url, address)
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on', FAL_KEY: PROVIDER, DATABASE_URL: url } })
  const secrets = await storm(service, IS_LONG ? 500 : 100)
  assert.deepEqual(await canariesInDatabase(url, secrets), [])
})

test('the search for secrets is not blind', async (t) => {
  const service = await openService(t)
  const word = 'canary-in-the-coal-mine'
  await service.call('/api/ai/videos', { json: { prompt: word, model: 'sandbox' } })
  assert.deepEqual((await canariesInFolder(service.dataDir, { word }))[0]?.startsWith('word in mediagen.db'), true)
  assert.deepEqual(canariesIn(`the ${word}`, { word }), ['word'])
})

test('the judge of answers is not blind: a status, a type, a field or an answer too many is seen', async (t) => {
  const service = await openService(t)
  const { faultsOf } = await readDocuments(service.url)
  const good = { method: 'GET', path: '/healthz', status: 200, type: 'application/json', body: '{"status":"ok"}' }
  assert.deepEqual(faultsOf(good), [])
  for (const bad of [
    { status: 418 },
    { type: 'text/html' },
    { body: '{"status":"ok","more":1}' },
    { body: '{"status":"bad"}' },
    { body: '{}' },
    { body: 'ok' },
    { method: 'PUT' },
  ])
    assert.equal(faultsOf({ ...good, ...bad }).length > 0, true, JSON.stringify(bad))
  const one = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  assert.deepEqual(
    answersIn(`HTTP/1.1 100 Continue\r\ncontent-length: 0\r\n\r\n${one}${one}`).map(({ status }) => status),
    [200, 200],
  )
})
