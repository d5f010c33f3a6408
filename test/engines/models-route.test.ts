import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { manualClock } from '../support/manual-clock.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { AI_SDK_SUBJECTS } from './protocols/ai-sdk-subjects.ts'
import { PICTURE } from './support/contract.ts'
import { openFake, type FakeProvider } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

type Listed = { id: string; kind: string; ready: boolean; [name: string]: unknown }

const openai = AI_SDK_SUBJECTS.find(({ name }) => name === 'openai image')!

async function open(
  t: TestContext,
): Promise<{ service: TestService; fake: FakeProvider; clock: ReturnType<typeof manualClock> }> {
  const fake = await openFake(t, openai.protocol, PICTURE)
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const config = {
    engines: { mine: { type: 'openai', keyVariable: 'MY_KEY', baseURL: `${fake.url}/v1` } },
    models: {
      'my-image': { kind: 'image', engine: 'mine', model: 'gpt-image-1', price: { perImage: 0.04 }, maxReferences: 3 },
    },
  }
  await writeFile(path, JSON.stringify(config))
  const clock = manualClock()
  const env = { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key', MEDIAGEN_FFMPEG: 'off', MEDIAGEN_RENDER_THREADS: '1' }
  return { fake, clock, service: await openService(t, { env, replacements: { clock } }) }
}

async function list(service: TestService, query = '', key = service.key): Promise<Listed[]> {
  const answer = await service.call(`/api/ai/models${query}`, { key })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { data: Listed[] }).data
}

test('callers see what each model can do, and only those that their key may use', async (t) => {
  const { service } = await open(t)
  const all = await list(service)
  assert.deepEqual(
    all.map(({ id, kind }) => `${kind} ${id}`),
    ['image diorama', 'video diorama', 'image sandbox', 'video sandbox', 'image my-image'],
  )
  const mine = all.at(-1)
  assert.deepEqual(mine?.['sizes'], ['1024x1024', '1536x1024', '1024x1536'])
  assert.deepEqual([mine?.['price'], mine?.['max_references'], mine?.['seed']], [{ per: 'image', usd: 0.04 }, 3, false])
  assert.deepEqual((await list(service, '?kind=video')).length, 2)
  const narrow = await service.newKey({ models: ['sandbox'] })
  assert.deepEqual(
    (await list(service, '', narrow)).map(({ id }) => id),
    ['sandbox', 'sandbox'],
  )
  assert.equal((await service.call('/api/ai/models', { key: null })).status, 401)
  assert.equal((await service.call('/api/ai/models?kind=sound')).status, 400)
})

test('a picture comes from the provider, and a model whose provider asked for time is not ready until then', async (t) => {
  const { service, fake, clock } = await open(t)
  fake.onStart.push({ status: 429, headers: { 'retry-after': '20' }, json: { error: { message: 'slow down' } } })
  const asking = service.call('/api/ai/images/generations', { json: { model: 'my-image', prompt: 'a boat' } })
  await eventuallyOn(clock, 0, async () => (fake.starts === 1 ? true : undefined))
  await eventuallyOn(clock, 0, async () => ((await list(service)).at(-1)?.ready === false ? true : undefined))
  const answer = eventuallyOn(clock, 1_000, async () => (fake.starts === 2 ? true : undefined))
  await answer
  const made = (await (await asking).json()) as { data: { url: string }[] }
  assert.match(made.data[0]?.url ?? '', /\/files\/.*\.png$/)
  assert.equal((await list(service)).at(-1)?.ready, true)

  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const used = (await (await service.call('/api/ai/usage?days=2')).json()) as { data: unknown[] }
  const row = { day, model: 'my-image', kind: 'image', tasks: 1, succeeded: 1, units: 1, usd: 0.04, unpriced: 0 }
  assert.deepEqual(used.data, [row])
  assert.equal((await service.call('/api/ai/usage?days=0')).status, 400)
  const other = await service.newKey()
  assert.deepEqual(await (await service.call('/api/ai/usage', { key: other })).json(), { object: 'list', data: [] })
})
