import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import OpenAI, { APIError } from 'openai'
import { manualClock } from '../support/manual-clock.ts'
import { connect } from '../mcp/client.ts'
import { onBothDrivers } from '../browse/both-drivers.ts'
import { SERVER_SUBJECTS } from '../engines/protocols/server-subjects.ts'
import { CLIP } from '../engines/support/contract.ts'
import { openFake } from '../engines/support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { codeOf, openLimited, PRICE_MICROS, PRICED, USD } from './priced.ts'

const DAY_MS = 86_400_000
const two = { perDayMicros: 2 * PRICE_MICROS }

type Limits = Record<'key' | 'end_user', Record<string, { limit: number | null; used: number }> | null> & {
  day_ends: number
}

test('a request above the budget is refused with 402 and a time, and is accepted at that time', async (t) => {
  const clock = manualClock()
  const { service, provider } = await openLimited(t, { limits: two }, { replacements: { clock } })
  const make = (headers: Record<string, string> = {}) =>
    service.call('/api/ai/images/generations', { json: PRICED, headers })
  for (const _ of [1, 2]) assert.equal((await make()).status, 200)
  const named = { 'idempotency-key': 'a' }
  const third = await make(named)
  assert.equal(third.status, 402)
  const left = DAY_MS - (clock.now() % DAY_MS)
  assert.equal(third.headers.get('retry-after'), String(Math.ceil(left / 1000)))
  assert.equal(await codeOf(third), 'budget_exceeded')
  assert.equal(provider.starts, 2)
  const { key, day_ends } = (await (await service.call('/api/ai/limits')).json()) as Limits
  assert.deepEqual(key?.['usd_today'], { limit: 0.08, used: 0.08 })
  assert.equal(day_ends * 1000, clock.now() + left)
  clock.jump(left)
  // The same request under the same name is a fresh one: the refusal left nothing behind.
  assert.equal((await make(named)).status, 200)
  assert.equal(provider.starts, 3)
  assert.equal((await make(named)).status, 200)
  assert.equal(provider.starts, 3)
})

onBothDrivers(
  'a budget for three clips of four seconds lets in three, and no clip of eight once two are under way',
  async (t, open) => {
    const protocol = SERVER_SUBJECTS.find(({ name }) => name === 'openai-compatible video')?.protocol
    if (protocol?.pending === undefined) assert.fail('the protocol is gone')
    const provider = await openFake(t, protocol, CLIP)
    // Nothing ends: what is reserved is not spent, and not given back.
    const pending = protocol.pending(provider)
    provider.onRequest = async (what) => (what === 'question' ? pending : undefined)
    const clip = { kind: 'video', engine: 'mine', model: 'm', seconds: 4, takes: { seconds: [4, 8], audio: true } }
    const price = [{ when: { audio: true }, perSecond: 0.1 }, { perSecond: 0.05 }]
    const path = join(await temporaryFolder(t), 'mediagen.config.json')
    const engines = { mine: { type: 'openai-compatible', baseURL: `${provider.url}/v1` } }
    await writeFile(path, JSON.stringify({ engines, models: { clip: { ...clip, price } } }))
    const limits = { perDayMicros: 3 * 4 * 0.1 * USD }
    const env = { MEDIAGEN_CONFIG: path, MEDIAGEN_FFMPEG: 'off' }
    const service = await open({ env, key: { name: 'limited', limits } })
    const json = { model: 'clip', prompt: 'a boat' }
    const make = (more: object, key = service.key) =>
      service.call('/api/ai/videos', { json: { ...json, ...more }, key })
    const sorted = (answers: Response[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b)
    const estimate = async (more: object): Promise<number> => {
      const answer = await service.call('/api/ai/estimate', { json: { ...json, ...more } })
      return ((await answer.json()) as { usd: number }).usd
    }
    assert.deepEqual(
      [await estimate({}), await estimate({ seconds: 8 }), await estimate({ seconds: 8, audio: false })],
      [0.4, 0.8, 0.4],
    )
    const two = await Promise.all([make({ seconds: 4 }), make({})])
    assert.deepEqual(sorted(two), [200, 200])
    const long = await make({ seconds: 8 })
    assert.deepEqual([long.status, await codeOf(long)], [402, 'budget_exceeded'])
    const both = await Promise.all([make({ seconds: 4 }), make({ seconds: 4 })])
    assert.deepEqual(sorted(both), [200, 402])
    const another = await service.newKey({ limits })
    const four = await Promise.all([4, 4, 4, 4].map((seconds) => make({ seconds }, another)))
    assert.deepEqual(sorted(four), [200, 200, 200, 402])
  },
)

test('several pictures of one request are paid for together or not made at all', async (t) => {
  const { service, provider } = await openLimited(t, { limits: two })
  const make = (n: number) => service.call('/api/ai/images/generations', { json: { ...PRICED, n } })
  assert.equal((await make(3)).status, 402)
  assert.equal(provider.starts, 0)
  assert.equal((await make(2)).status, 200)
  assert.equal(provider.starts, 2)
})

test('a failure that the provider does not bill costs nothing', async (t) => {
  const { service, provider } = await openLimited(t, { limits: { perMonthMicros: PRICE_MICROS } })
  provider.onStart.push({ status: 400, json: { error: { message: 'no', code: 'moderation_blocked' } } })
  const make = () => service.call('/api/ai/images/generations', { json: PRICED })
  assert.ok((await make()).status >= 400)
  const [account] = await service.store.accounts.find([service.apiKey.id])
  assert.deepEqual([account?.monthMicros, account?.letIn], [0, 0])
  assert.equal((await make()).status, 200)
  assert.equal((await make()).status, 402)
})

test('a start of which nobody knows whether it happened counts as if it had', async (t) => {
  const { service, provider } = await openLimited(t, { limits: { perMonthMicros: PRICE_MICROS } })
  provider.onStart.push('drop')
  const make = () => service.call('/api/ai/images/generations', { json: PRICED })
  const unknown = await make()
  assert.equal(await codeOf(unknown), 'start_unknown')
  const [account] = await service.store.accounts.find([service.apiKey.id])
  assert.deepEqual([account?.monthMicros, account?.letIn], [PRICE_MICROS, 0])
  assert.equal((await make()).status, 402)
  assert.equal(provider.starts, 1)
})

test('what a provider answers with yes and in words that nobody can read counts as if it had made it', async (t) => {
  const unreadable = ['{"data":[{"b64_json":"iVBORw0KGgo', '<html>All is well.</html>', '{"images":[{"b64_json":"x"}]}']
  for (const text of unreadable) {
    const { service, provider } = await openLimited(t, { limits: { perMonthMicros: PRICE_MICROS } })
    provider.onStart.push({ body: text })
    const make = () => service.call('/api/ai/images/generations', { json: PRICED })
    assert.equal(await codeOf(await make()), 'start_unknown', text)
    const [account] = await service.store.accounts.find([service.apiKey.id])
    assert.deepEqual([account?.monthMicros, account?.letIn], [PRICE_MICROS, 0], text)
    assert.equal((await make()).status, 402, text)
    assert.equal(provider.starts, 1, text)
  }
})

test('a model without a price is refused where a budget would have to hold it, and only there', async (t) => {
  const { service, provider } = await openLimited(t, { limits: two })
  const json = { ...PRICED, model: 'unpriced' }
  const answer = await service.call('/api/ai/images/generations', { json })
  assert.equal(answer.status, 402)
  const { error } = (await answer.json()) as { error: { message: string; param: string } }
  assert.match(error.message, /price/)
  assert.equal(error.param, 'model')
  const key = await service.newKey({ limits: { inWork: 5 } })
  assert.equal((await service.call('/api/ai/images/generations', { json, key })).status, 200)
  assert.equal(provider.starts, 1)
})

test('where the operator lets in only what has a price, a model without one is refused at every door, and nothing is started', async (t) => {
  const { service, provider } = await openLimited(t, {}, { env: { MEDIAGEN_UNPRICED: 'refuse' } })
  const json = { ...PRICED, model: 'unpriced' }
  for (const path of ['/api/ai/images/generations', '/v1/images/generations']) {
    const answer = await service.call(path, { json })
    assert.equal(answer.status, 403)
    const { error } = (await answer.json()) as { error: { code: string; message: string; param: string } }
    assert.deepEqual([error.code, error.param], ['model_not_allowed', 'model'])
    assert.match(error.message, /it has no price/)
    assert.equal(provider.starts, 0)
  }
  assert.equal((await service.call('/api/ai/images/generations', { json: PRICED })).status, 200)
})

test('an end user has a budget of its own, and sees how it stands; the provider can tell people apart and learns no name', async (t) => {
  const { service, provider } = await openLimited(t, { userLimits: { perDayMicros: PRICE_MICROS } })
  const headers = { 'x-mediagen-user': 'ann' }
  const make = (more: Record<string, string>) =>
    service.call('/api/ai/images/generations', { json: PRICED, headers: more })
  assert.equal((await make(headers)).status, 200)
  assert.equal((await make(headers)).status, 402)
  assert.equal((await make({ 'x-mediagen-user': 'bob' })).status, 200)
  assert.equal((await make({})).status, 200)
  const shown = (await (await service.call('/api/ai/limits', { headers })).json()) as Limits
  assert.deepEqual(shown.end_user?.['usd_today'], { limit: PRICE_MICROS / USD, used: PRICE_MICROS / USD })
  assert.deepEqual(shown.key?.['usd_today'], { limit: null, used: 0 })
  const [ann = '', bob = '', nobody] = provider.seen
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body.toString()) as { safety_identifier?: string }).safety_identifier)
  assert.match(ann, /^[0-9a-f]{64}$/)
  assert.match(bob, /^[0-9a-f]{64}$/)
  assert.notEqual(ann, bob)
  assert.equal(nobody, undefined)
})

test('every API refuses it, each with its own error body', async (t) => {
  const env = { MEDIAGEN_AUTOMATIC1111: 'on' }
  const limits = { perDayMicros: 0, createsPerMinute: 4 }
  const { service, provider } = await openLimited(t, { limits }, { env })
  const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key })
  const spent = await openai.images.generate(PRICED).then(
    () => assert.fail('it was let in'),
    (error: unknown) => error,
  )
  assert.ok(spent instanceof APIError)
  // Not repeated by the client: the second request of the four is the next one.
  assert.deepEqual([spent.status, spent.code, spent.headers?.get('x-should-retry')], [402, 'budget_exceeded', 'false'])
  assert.match(spent.headers?.get('ratelimit') ?? '', /^"create";r=3;/)
  const sdapi = await service.call('/sdapi/v1/txt2img', {
    json: { prompt: 'a', override_settings: { sd_model_checkpoint: 'priced' } },
  })
  assert.equal(sdapi.status, 402)
  const mcp = await connect(t, service.url, service.key)
  const call = () => mcp.callTool({ name: 'generate_image', arguments: PRICED })
  const tool = await call()
  assert.deepEqual([tool.isError, codeIn(tool)], [true, 'budget_exceeded'])
  assert.equal((await service.call('/api/ai/images/generations', { json: PRICED })).status, 402)
  // The rate is one for all doors, and used up.
  assert.equal(codeIn(await call()), 'rate_limit_exceeded')
  const patient = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, maxRetries: 0 })
  const hurried = await patient.images.generate(PRICED).catch((error: unknown) => error)
  assert.ok(hurried instanceof APIError)
  assert.deepEqual([hurried.status, hurried.headers?.get('x-should-retry')], [429, 'true'])
  assert.ok(Number(hurried.headers?.get('retry-after')) >= 1)
  assert.equal(provider.starts, 0)
})

function codeIn(answer: { structuredContent?: unknown }): string {
  return (answer.structuredContent as { error: { code: string } }).error.code
}
