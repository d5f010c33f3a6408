import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const URL_ALONE = { MEDIAGEN_EVENTS_URL: 'https://ops.example.com/mediagen' }
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

test('events go nowhere by themselves; an address needs a secret, and the other way round', () => {
  assert.equal(readConfig({}).events, undefined)
  const config = readConfig({ ...URL_ALONE, MEDIAGEN_EVENTS_SECRET: SECRET })
  assert.deepEqual([config.events?.url, config.events?.secret.reveal()], [URL_ALONE.MEDIAGEN_EVENTS_URL, SECRET])
  assert.ok(!JSON.stringify(config).includes(SECRET.slice(6)))
  for (const [environment, problem] of [
    [URL_ALONE, /requires MEDIAGEN_EVENTS_SECRET/],
    [{ MEDIAGEN_EVENTS_SECRET: SECRET }, /has no effect without MEDIAGEN_EVENTS_URL/],
    [{ ...URL_ALONE, MEDIAGEN_EVENTS_SECRET: 'whsec_short' }, /24 to 64 bytes/],
  ] as const)
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof ConfigError && problem.test(error.message),
    )
})
