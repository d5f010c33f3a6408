import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { TestService } from '../support/service.ts'
import { filesIn, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService } from '../support/service.ts'

type Made = { service: TestService; url: string; bytes: Buffer; etag: string }

async function makePicture(t: TestContext): Promise<Made> {
  const service = await openService(t)
  const body = formOf({ prompt: 'a cat', model: 'sandbox', image: await pngOf(30, 20) })
  const answer = await service.call('/api/ai/images/generations', { method: 'POST', body })
  const { data } = (await answer.json()) as { data: { url: string }[] }
  const url = data[0]?.url ?? ''
  const file = await fetch(url)
  const bytes = Buffer.from(await file.arrayBuffer())
  return { service, url, bytes, etag: file.headers.get('etag') ?? '' }
}

test('a file is served to anyone who knows its address, safely and for ever', async (t) => {
  const { url, bytes, etag } = await makePicture(t)
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  assert.equal(etag, `"${createHash('sha256').update(bytes).digest('hex')}"`)
  for (const [name, value] of [
    ['content-type', 'image/png'],
    ['content-length', String(bytes.length)],
    ['accept-ranges', 'bytes'],
    ['cache-control', 'private, max-age=31536000, immutable'],
    ['x-content-type-options', 'nosniff'],
    [
      'content-security-policy',
      "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    ],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['content-disposition', `inline; filename="${url.split('/').at(-1)}"`],
  ] as const) {
    assert.equal(answer.headers.get(name), value, name)
  }
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_/)
})

test('HEAD says the same as GET, without the bytes', async (t) => {
  const { url, bytes, etag } = await makePicture(t)
  const answer = await fetch(url, { method: 'HEAD' })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-length'), String(bytes.length))
  assert.equal(answer.headers.get('etag'), etag)
  assert.equal((await answer.arrayBuffer()).byteLength, 0)
})

test('one range is honoured, and the parts make the whole', async (t) => {
  const { url, bytes } = await makePicture(t)
  const part = async (range: string): Promise<{ status: number; range: string | null; bytes: Buffer }> => {
    const answer = await fetch(url, { headers: { range } })
    const body = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.headers.get('content-length'), String(body.length))
    return { status: answer.status, range: answer.headers.get('content-range'), bytes: body }
  }
  const size = bytes.length
  const first = await part('bytes=0-9')
  assert.deepEqual([first.status, first.range], [206, `bytes 0-9/${size}`])
  const rest = await part('bytes=10-')
  assert.deepEqual([rest.status, rest.range], [206, `bytes 10-${size - 1}/${size}`])
  assert.deepEqual(Buffer.concat([first.bytes, rest.bytes]), bytes)
  const last = await part('bytes=-5')
  assert.deepEqual(last.bytes, bytes.subarray(-5))
  for (const ignored of ['bytes=0-1,3-4', 'bytes=x-y', 'lines=0-1', 'bytes=9-1']) {
    const whole = await part(ignored)
    assert.deepEqual([whole.status, whole.range, whole.bytes.length], [200, null, size], ignored)
  }
})

test('a range outside the file is a 416 that tells its size', async (t) => {
  const { url, bytes } = await makePicture(t)
  const answer = await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })
  assert.equal(answer.status, 416)
  assert.equal(answer.headers.get('content-range'), `bytes */${bytes.length}`)
  assert.equal((await refusal(answer)).code, 'invalid_parameter')
})

test('who has the file already gets a 304; a range counts only for the same file', async (t) => {
  const { url, bytes, etag } = await makePicture(t)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await fetch(url, { headers: { 'if-none-match': known } })
    assert.equal(answer.status, 304)
    assert.equal(answer.headers.get('etag'), etag)
    assert.equal((await answer.arrayBuffer()).byteLength, 0)
  }
  assert.equal((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status, 200)
  const same = await fetch(url, { headers: { range: 'bytes=0-3', 'if-range': etag } })
  assert.equal(same.status, 206)
  for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
    const answer = await fetch(url, { headers: { range: 'bytes=0-3', 'if-range': other } })
    assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [200, bytes.length])
  }
})

test('wrong names, other extensions and paths are the same 404', async (t) => {
  const { service, url } = await makePicture(t)
  const name = url.split('/').at(-1) ?? ''
  const id = name.split('.')[0] ?? ''
  for (const path of [
    `/files/${id}`,
    `/files/${id}.jpg`,
    `/files/${id}.PNG`,
    `/files/${id}.png.png`,
    `/files/x${id}.png`,
    '/files/..%2f..%2fmediagen.db',
    '/files/..%2F' + name,
    '/files/%2e%2e%2fmediagen.db',
    '/files/%00.png',
    '/files/nothing.png',
  ]) {
    const answer = await service.call(path)
    assert.equal(answer.status, 404, path)
    assert.equal((await refusal(answer)).code, 'file_not_found', path)
    assert.equal(answer.headers.get('etag'), null)
  }
})

test('uploads of callers are never served', async (t) => {
  const { service } = await makePicture(t)
  const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
  const files = await service.store.files.ofTask(task?.id ?? '')
  const reference = files.find(({ role }) => role === 'reference')
  assert.ok(reference !== undefined)
  const answer = await service.call(`/files/${reference.id}.${reference.extension}`)
  assert.equal((await refusal(answer)).code, 'file_not_found')
})

test('a record whose bytes are gone is a 404, without the headers of the file', async (t) => {
  const { service, url } = await makePicture(t)
  const id = url.split('/').at(-1)?.split('.')[0] ?? ''
  assert.ok((await filesIn(service, 'files')).includes(id))
  await rm(join(service.dataDir, 'files', id.slice(0, 2).toLowerCase(), id))
  const answer = await fetch(url)
  assert.equal((await refusal(answer)).code, 'file_not_found')
  assert.equal(answer.headers.get('etag'), null)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})
