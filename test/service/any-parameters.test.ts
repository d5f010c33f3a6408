import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../support/properties.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { IS_LONG } from '../support/long.ts'
import { openService, type TestService } from '../support/service.ts'

const ODD = [
  '',
  '\u0000',
  'a\u0000b',
  'true',
  '0x10',
  '1.0',
  '1e3',
  '-1',
  '0',
  '1',
  '366',
  '367',
  '999',
  '1e300',
  'NaN',
  '😀',
  '__proto__',
  'prototype',
  'constructor',
  'toString',
  'valueOf',
]
// The library's own letters of this kind take a second to make, and 70 MB.
const letter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const word = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: letter, maxLength: 300 }), fc.integer().map(String))
const name = fc.constantFrom('kind', 'status', 'model', 'limit', 'cursor', 'days', 'foo', '__proto__', 'constructor')
const query = fc
  .array(fc.tuple(name, word), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&'))
// Bytes that are no text in UTF-8, as nothing but an attacker sends them.
const rawQuery = fc.constantFrom(
  'model=%00',
  'model=%ED%A0%80',
  'model=%FF',
  'days=%00',
  'cursor=%00',
  '%00=1',
  'model=%',
)
const since = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(1e300, -1, 2 ** 53, 2 ** 63, 253_402_300_800, 0.5))
const body = fc.oneof(
  fc.record({ since: fc.oneof(since, word, fc.constant(null)) }),
  fc.record({ since, more: fc.anything() }),
  fc.jsonValue(),
)

const BASES = ['/api/ai/tasks', '/api/ai/usage', '/api/ai/models'] as const

async function neverBreaks(service: TestService): Promise<void> {
  const check = async (words: string, answer: Promise<Response>): Promise<void> => {
    const { status } = await answer
    assert.ok(status < 500, `${status} for ${words}`)
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BASES), fc.oneof(query, rawQuery), async (path, words) => {
      await check(`${path}?${words}`, service.call(`${path}?${words}`))
    }),
    { numRuns: IS_LONG ? 300 : 120 },
  )
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      const sent = service.call('/api/ai/webhooks/redeliver', { json: json ?? null })
      await check(JSON.stringify(json), sent)
    }),
    { numRuns: IS_LONG ? 200 : 80 },
  )
  for (const part of ['%00', '%ED%A0%80', '1%00', '0'.repeat(300)])
    for (const path of [
      `/api/ai/tasks/${part}`,
      `/api/ai/tasks/${part}/deliveries`,
      `/api/ai/videos/${part}`,
      `/files/${part}.png`,
    ])
      await check(path, service.call(path))
}

test('sqlite: no parameter of a list, of usage or of a redelivery makes the service fail', async (t) => {
  await neverBreaks(await openService(t))
})

test('postgres: no parameter of a list, of usage or of a redelivery makes the service fail', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  await neverBreaks(await openService(t, { env: { DATABASE_URL: url } }))
})

test('a parameter that a route does not know is named, and numbers are written in digits', async (t) => {
  const service = await openService(t)
  const refused = async (path: string): Promise<[number, string, string | null]> => {
    const answer = await service.call(path)
    const { error } = (await answer.json()) as { error: { message: string; param: string | null } }
    return [answer.status, error.message, error.param]
  }
  for (const path of ['/api/ai/tasks?foo=1', '/api/ai/usage?foo=1'])
    assert.deepEqual(await refused(path), [400, `'foo' is not a parameter of this route.`, 'foo'])
  for (const days of ['true', '0x10', '1.0', '1e1', '0', '367', '-1', ' 1', '+1', '']) {
    const [status, , param] = await refused(`/api/ai/usage?days=${encodeURIComponent(days)}`)
    assert.deepEqual([status, param], [400, 'days'], days)
  }
  for (const days of ['1', '30', '366']) assert.equal((await service.call(`/api/ai/usage?days=${days}`)).status, 200)
})
