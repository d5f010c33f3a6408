import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openService } from '../../../test/support/service.ts'
import { AuthenticationError, Mediagen, mediagenProxy, NotFoundError, type ProxyOptions } from '../src/mediagen.ts'
import { aPng } from './pictures.ts'

const APP = 'https://app.example'

/** An application with a session of its own, and pages of it. */
async function openApplication(t: TestContext, options: Partial<ProxyOptions> = {}) {
  const service = await openService(t)
  const handle = mediagenProxy({
    path: '/api/media',
    authorize: ({ headers }) => /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? null,
    apiKey: service.key,
    baseURL: service.url,
    ...options,
  })
  const ask = (path: string, init: RequestInit = {}) => handle(new Request(`${APP}/api/media${path}`, init))
  const pageOf = (user: string | null, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    new Mediagen({
      baseURL: `${APP}/api/media`,
      apiKey: null,
      maxRetries: 0,
      headers: { ...headers, ...(user === null ? {} : { cookie: `session=${user}` }) },
      fetch: (url, init) =>
        url.startsWith(APP) ? handle(new Request(url, { ...init, duplex: 'half' })) : fetch(url, init),
    })
  return { service, ask, pageOf }
}

test('a page without a key makes, uploads, watches and cancels through its server, as an end user of its key', async (t) => {
  const { service, pageOf } = await openApplication(t)
  const page = pageOf('ann')
  const image = await page.images.generate({ model: 'sandbox', prompt: 'from a page', image: await aPng() })
  assert.ok((await image.file.bytes()).length > 0)
  const upload = await page.uploads.create(await aPng())
  assert.match(upload.id, /^upload_/)
  const seen: string[] = []
  const onProgress = ({ status }: { status: string }): void => void seen.push(status)
  await page.videos.generate({ model: 'sandbox', prompt: '[[delay 1s]] [[progress 2]]' }, { onProgress })
  assert.equal(seen.at(-1), 'success')
  const handle = await page.videos.create({ model: 'sandbox', prompt: '[[hang]]' })
  assert.equal((await handle.cancel()).error?.code, 'cancelled')
  const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })
  assert.deepEqual(
    tasks.map(({ endUser }) => endUser),
    ['ann', 'ann', 'ann'],
  )
})

test('a page learns from headers what a caller with a key learns', async (t) => {
  const { ask, pageOf } = await openApplication(t)
  const { warnings, seed, usd } = await pageOf('ann').images.generate({ model: 'sandbox', prompt: 'a fox', seed: 7 })
  assert.deepEqual([warnings.length, seed, usd], [1, 7, 0])
  const { id } = await pageOf('ann').videos.create({ model: 'sandbox', prompt: '[[hang]]' })
  const polled = await ask(`/api/ai/videos/${id}`, { headers: { cookie: 'session=ann', prefer: 'wait=1' } })
  assert.equal(polled.headers.get('preference-applied'), 'wait=1')
})

test('pages of other sites, strangers, and what is no business of a page are refused by the server', async (t) => {
  const { ask, pageOf, service } = await openApplication(t)
  const refusedFor = { name: 'PermissionError', status: 403 }
  await assert.rejects(pageOf('ann', { 'sec-fetch-site': 'cross-site' }).models.list(), refusedFor)
  await assert.rejects(pageOf('ann', { origin: 'https://evil.example' }).models.list(), refusedFor)
  await assert.rejects(pageOf(null).models.list(), AuthenticationError)
  const page = pageOf('ann')
  for (const asked of [
    page.tasks.list(),
    page.me(),
    page.admin.keys.list(),
    page.webhooks.secrets(),
    page.uploads.list(),
  ])
    await assert.rejects(Promise.resolve(asked), NotFoundError)
  const cookie = 'session=ann'
  for (const path of [
    '/api/ai/videos/..%2f..%2fai/admin/keys',
    '/api/ai/videos/../admin/keys',
    '/api/ai/videos/1/../../admin/keys',
    '//api/ai/models',
    '/api/ai/models/',
    '/healthz',
  ])
    assert.equal((await ask(path, { headers: { cookie } })).status, 404, path)
  const own = await ask('/api/ai/models', { headers: { cookie } })
  assert.equal(own.status, 200)
  assert.doesNotMatch(JSON.stringify([...own.headers]), new RegExp(service.key))
})

test('what a page says about itself is not believed, and the repeats of one user are not those of another', async (t) => {
  const { service, ask } = await openApplication(t)
  const make = async (user: string): Promise<string> => {
    const headers = {
      cookie: `session=${user}`,
      'content-type': 'application/json',
      'idempotency-key': 'the-same-word',
      'x-mediagen-user': 'boss',
      authorization: 'Bearer of-another',
    }
    const body = JSON.stringify({ model: 'sandbox', prompt: '[[hang]]' })
    const answer = await ask('/api/ai/videos', { method: 'POST', headers, body })
    return ((await answer.json()) as { id: string }).id
  }
  const [first, again, other] = [await make('ann'), await make('ann'), await make('bob')]
  assert.equal(first, again)
  assert.notEqual(first, other)
  const users = (await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })).map(({ endUser }) => endUser)
  assert.deepEqual(users.toSorted(), ['ann', 'bob'])
})
