import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { systemClock } from '../../src/runtime/system.ts'
import { bucketSettings, sharedS3 } from '../support/s3-server.ts'
import { openService, type TestService } from '../support/service.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'
const SECONDS = 900
const WEEK = 7 * 86_400

type ShownFile = { url: string | null; url_expires_at: number | null; role: string; sha256: string; type: string }

/** A service that signs addresses in a real bucket, by a clock that the test can put forward. */
async function open(t: TestContext, more: Record<string, string> = {}) {
  const s3 = await (await sharedS3()).newBucket()
  let aheadMs = 0
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs }
  const env = {
    ...bucketSettings(s3),
    MEDIAGEN_S3_PREFIX: 'results',
    MEDIAGEN_S3_PRESIGN_SECONDS: String(SECONDS),
    MEDIAGEN_FFMPEG: 'off',
    ...more,
  }
  const service = await openService(t, { env, replacements: { clock } })
  const shift = (seconds: number): void => void (aheadMs += seconds * 1000)
  return { service, place: `${s3.endpoint}/${s3.bucket}/results/`, shift }
}

async function json<T>(answer: Response | Promise<Response>): Promise<T> {
  const came = await answer
  const text = await came.text()
  assert.equal(came.status, 200, text)
  return JSON.parse(text) as T
}

async function makeImage(service: TestService, headers: Record<string, string> = {}, image?: string) {
  const wish = { model: 'sandbox', prompt: 'a mill', ...(image === undefined ? {} : { image }) }
  const answer = await service.call(IMAGES, { json: wish, headers })
  const body = await json<{ created: number; data: { url: string }[] }>(answer)
  return { body, url: body.data[0]?.url ?? '', taskId: answer.headers.get('x-task-id') ?? '' }
}

async function filesOf(service: TestService, taskId: string): Promise<ShownFile[]> {
  return (await json<{ files: ShownFile[] }>(service.call(`/api/ai/tasks/${taskId}`))).files
}

/** The addresses of a finished clip and of its cover, as polling shows them. */
async function addressesOf(service: TestService, id: string): Promise<string[]> {
  const { data } = await json<{ data: Record<string, string>[] }>(service.call(`${VIDEOS}/${id}`))
  assert.deepEqual(
    data.map((each) => Object.keys(each)),
    [['url', 'cover_url']],
  )
  return data.flatMap((each) => Object.values(each))
}

const sha256 = async (answer: Response): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')

const parameter = (url: string, name: string): string => new URL(url).searchParams.get(name) ?? assert.fail(url)

test('an image answer, its repeat and its receipt each carry a fresh address that gives the bytes without a key', async (t) => {
  const { service, place, shift } = await open(t)
  const headers = { 'idempotency-key': 'one' }
  const first = await makeImage(service, headers)
  assert.deepEqual([Object.keys(first.body), Object.keys(first.body.data[0] ?? {})], [['created', 'data'], ['url']])
  shift(60)
  const again = await makeImage(service, headers)
  assert.equal(again.taskId, first.taskId)
  shift(60)
  const [file] = await filesOf(service, first.taskId)
  const urls = [first.url, again.url, file?.url ?? '']
  assert.equal(new Set(urls.map((url) => parameter(url, 'X-Amz-Signature'))).size, 3)
  assert.equal(new Set(urls.map((url) => parameter(url, 'X-Amz-Date'))).size, 3)
  for (const url of urls) {
    assert.ok(url.startsWith(place), url)
    const answer = await fetch(url)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
    assert.equal(await sha256(answer), file?.sha256)
  }
})

test('a receipt says when each address ends, which is what the storage goes by; a reference has neither', async (t) => {
  const { service } = await open(t)
  const made = await makeImage(service)
  const { taskId } = await makeImage(service, {}, made.url)
  const files = await filesOf(service, taskId)
  assert.deepEqual(files.map(({ role }) => role).toSorted(), ['output', 'reference'])
  for (const { role, url, url_expires_at: end } of files) {
    if (role === 'reference') assert.deepEqual([url, end], [null, null])
    else {
      const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(parameter(url ?? '', 'X-Amz-Date')) ?? assert.fail()
      const text = `${date}T${time}Z`.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
      assert.equal(end, Date.parse(text) / 1000 + Number(parameter(url ?? '', 'X-Amz-Expires')))
      assert.equal(parameter(url ?? '', 'X-Amz-Expires'), String(SECONDS))
    }
  }
})

test('a video and its cover are addressed afresh at every look; its webhook carries what lasts', async (t) => {
  const { service, place, shift } = await open(t)
  // The storage has a clock of its own, so that what shall be a week old has to be made a week ago.
  shift(-WEEK)
  const receiver = await openReceiver(t)
  const wish = { model: 'sandbox', prompt: 'a mill, moving', webhookUrl: receiver.url }
  const { id } = await json<{ id: string }>(service.call(VIDEOS, { json: wish }))
  const [arrival] = await receiver.came(1)
  const before = await addressesOf(service, id)
  shift(WEEK)
  const after = await addressesOf(service, id)
  assert.ok(
    [...before, ...after].every((url) => url.startsWith(place)),
    String([before, after]),
  )
  for (const url of before) assert.equal((await fetch(url)).status, 403)
  for (const url of after) assert.equal((await fetch(url)).status, 200)

  const sent = JSON.parse(arrival?.body ?? '') as { result: { images: { fileUrl: string }[] } }
  const fileUrl = String(sent.result.images[0]?.fileUrl)
  assert.match(fileUrl, new RegExp(`^${service.url}/files/[0-9A-Za-z]{22}\\.mp4$`))
  const output = (await filesOf(service, id)).find(({ role }) => role === 'output')
  const fetched = await fetch(fileUrl)
  assert.equal(fetched.redirected, true)
  assert.equal(await sha256(fetched), output?.sha256)
})

test('our own address leads to a fresh one, which may be remembered for half its life', async (t) => {
  const { service, place, shift } = await open(t)
  const { url, taskId } = await makeImage(service)
  const id = url.slice(place.length, place.length + 22)
  const own = `${service.url}/files/${id}.png`
  const led = async (method = 'GET') => {
    const answer = await fetch(own, { method, redirect: 'manual' })
    assert.equal(answer.status, 302)
    assert.equal(await answer.text(), '')
    const [, maxAge] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? assert.fail()
    assert.ok(Number(maxAge) > SECONDS / 4 && Number(maxAge) <= SECONDS / 2, `max-age=${maxAge}`)
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
    return answer.headers.get('location') ?? ''
  }
  const first = await led()
  shift(10)
  assert.notEqual(parameter(await led(), 'X-Amz-Signature'), parameter(first, 'X-Amz-Signature'))
  const whole = await fetch(own)
  const [file] = await filesOf(service, taskId)
  assert.equal(await sha256(whole), file?.sha256)
  assert.equal(whole.headers.get('content-disposition'), `inline; filename="${id}.png"`)
  const part = await fetch(own, { headers: { range: 'bytes=1-3' } })
  assert.deepEqual([part.status, await part.text()], [206, 'PNG'])
  // HEAD is led to an address that answers HEAD: one that was signed for GET would not.
  assert.equal((await fetch(await led('HEAD'), { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(own, { method: 'HEAD' })).headers.get('content-type'), 'image/png')

  for (const unknown of [`${id}.jpg`, `${'0'.repeat(22)}.png`, 'x']) {
    const answer = await fetch(`${service.url}/files/${unknown}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [404, null])
    assert.match(await answer.text(), /file_not_found/)
  }
})

test('a signed address is a reference like any other of ours, also when it has ended or nobody answers there', async (t) => {
  // No such host: who fetched the address instead of reading the file would fail.
  const { service, shift } = await open(t, { MEDIAGEN_S3_PUBLIC_ENDPOINT: 'https://media.invalid' })
  const { url, taskId } = await makeImage(service)
  assert.match(url, /^https:\/\/media\.invalid\/bucket-\d+\/results\/[0-9A-Za-z]{22}\?/)
  shift(2 * SECONDS)
  const next = await makeImage(service, {}, url)
  const [original] = await filesOf(service, taskId)
  const reference = (await filesOf(service, next.taskId)).find(({ role }) => role === 'reference')
  assert.equal(reference?.sha256, original?.sha256)

  const submit = async (image: string): Promise<Response> =>
    service.call(VIDEOS, {
      json: { model: 'sandbox', prompt: 'the same, moving', image },
      headers: { 'idempotency-key': 'video', prefer: 'wait=60' },
    })
  const video = await json<{ id: string; status: string }>(submit(url))
  assert.equal(video.status, 'success')
  // The same picture under a newer address is the same request.
  const [fresh] = await filesOf(service, taskId)
  assert.notEqual(fresh?.url, url)
  assert.equal((await json<{ id: string }>(submit(fresh?.url ?? ''))).id, video.id)

  const unknown = url.replace(/[0-9A-Za-z]{22}\?/, `${'0'.repeat(22)}?`)
  const refused = await service.call(IMAGES, { json: { model: 'sandbox', prompt: 'x', image: unknown } })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /image_url_unreachable/)
})

test('what was uploaded as a reference is not to be had by an address that names it in the bucket', async (t) => {
  const { service, place } = await open(t)
  const made = await makeImage(service)
  const { taskId } = await makeImage(service, {}, made.url)
  const [record] = (await service.store.files.ofTask(taskId)).filter(({ role }) => role === 'reference')
  const image = `${place}${record?.id}?X-Amz-Signature=0`
  const refused = await service.call(IMAGES, { json: { model: 'sandbox', prompt: 'x', image } })
  assert.match(await refused.text(), /image_url_unreachable/)
  const own = await fetch(`${service.url}/files/${record?.id}.${record?.extension}`, { redirect: 'manual' })
  assert.deepEqual([own.status, own.headers.get('location')], [404, null])
})

test('the document tells of the redirect and of when an address ends', async (t) => {
  const { service } = await open(t)
  const document = await json<{
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }>
  }>(fetch(`${service.url}/openapi.json`))
  assert.ok('302' in (document.paths['/files/{name}']?.get.responses ?? {}))
  const receipt = document.paths['/api/ai/tasks/{taskId}']?.get.responses['200']
  assert.match(JSON.stringify(receipt), /"required":\["url","url_expires_at"/)
})
