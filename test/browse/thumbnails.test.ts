import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Files } from '../../src/ports/files.ts'
import { aFile, anOutcome } from '../contracts/build.ts'
import { sharedS3, bucketSettings } from '../support/s3-server.ts'
import { openService, type TestService } from '../support/service.ts'
import { onBothDrivers, read, refusal, type Json } from './both-drivers.ts'

type Counted = { kept: string[]; removed: string[]; wrapFiles: (files: Files) => Files }

/** Remembers what was kept and removed. */
function counted(): Counted {
  const kept: string[] = []
  const removed: string[] = []
  const wrapFiles = (files: Files): Files => ({
    ...files,
    keep: (id, spooled) => (kept.push(id), files.keep(id, spooled)),
    remove: (id) => (removed.push(id), files.remove(id)),
  })
  return { kept, removed, wrapFiles }
}

async function made(service: TestService, kind: 'image' | 'video'): Promise<{ id: string; files: Json[] }> {
  const path = kind === 'image' ? '/api/ai/images/generations' : '/api/ai/videos'
  const json = { model: 'sandbox', prompt: 'a lighthouse', ...(kind === 'image' ? {} : { size: '16:9' }) }
  const answer = await service.call(path, { json, headers: { prefer: 'wait=60' } })
  const { id } = (await answer.json()) as { id?: string }
  const task = await read(service, `/api/ai/tasks/${answer.headers.get('x-task-id') ?? id}`)
  assert.equal(task['status'], 'success')
  return { id: String(task['id']), files: task['files'] as Json[] }
}

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

onBothDrivers('a picture is served in a width of the list, made once and removed with its task', async (_t, open) => {
  const { kept, removed, wrapFiles } = counted()
  const service = await open({ replacements: { wrapFiles } })
  const { id, files } = await made(service, 'image')
  const url = String(files[0]?.['url'])
  assert.equal(files[0]?.['thumbnail_url'], `${url}?width=512`)
  const before = kept.length
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}?width=64`)))
  const [bytes, ...others] = await Promise.all(answers.map(bytesOf))
  assert.ok(bytes !== undefined && others.every((other) => other.equals(bytes)))
  assert.equal(kept.length, before + 1)
  const [first] = answers
  for (const [name, value] of [
    ['content-type', 'image/webp'],
    ['content-length', String(bytes.length)],
    ['cache-control', 'private, max-age=31536000, immutable'],
    ['x-content-type-options', 'nosniff'],
  ] as const)
    assert.equal(first?.headers.get(name), value, name)
  const { width, height, format } = await sharp(bytes).metadata()
  const ratio = Number(files[0]?.['width']) / Number(files[0]?.['height'])
  assert.deepEqual([format, width, height], ['webp', 64, Math.round(64 / ratio)])

  const etag = first?.headers.get('etag') ?? ''
  assert.equal((await fetch(`${url}?width=64`, { headers: { 'if-none-match': etag } })).status, 304)
  const part = await fetch(`${url}?width=64`, { headers: { range: 'bytes=0-9' } })
  assert.deepEqual([part.status, await bytesOf(part)], [206, bytes.subarray(0, 10)])
  const head = await fetch(`${url}?width=64`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])

  const whole = await bytesOf(await fetch(url))
  assert.deepEqual(await bytesOf(await fetch(`${url}?width=1024`)), whole)
  assert.equal(kept.length, before + 1)

  const thumbnail = kept.at(-1) ?? ''
  assert.deepEqual(await service.store.files.withoutRecord([thumbnail, 'none']), ['none'])
  await service.call(`/api/ai/tasks/${id}`, { method: 'DELETE' })
  assert.ok(removed.includes(thumbnail))
  assert.equal((await fetch(`${url}?width=64`)).status, 404)
  assert.deepEqual(await service.store.files.withoutRecord([thumbnail]), [thumbnail])
})

onBothDrivers('of a video its cover is shown small; one without a cover is refused in words', async (_t, open) => {
  const service = await open()
  const { files } = await made(service, 'video')
  const url = String(files.find(({ role }) => role === 'output')?.['url'])
  const { width, format } = await sharp(await bytesOf(await fetch(`${url}?width=128`))).metadata()
  assert.deepEqual([format, width], ['webp', 128])
  assert.deepEqual(files.map(({ role, seconds, fps, has_audio }) => [role, seconds, fps, has_audio]).toSorted(), [
    ['cover', null, null, null],
    ['output', 1, 2, false],
  ])
  const [row] = (await read(service, '/api/ai/tasks'))['data'] as [Json]
  assert.equal((row['first_output'] as Json)['thumbnail_url'], `${url}?width=512`)

  const hanging = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: '[[hang]]' } })
  const { id } = (await hanging.json()) as { id: string }
  const bare = aFile('A'.repeat(22), id, { keyId: service.apiKey.id })
  const task = { id, webhookUrl: null }
  const outcome = anOutcome(task, { files: [bare] })
  outcome.usage.keyId = service.apiKey.id
  await service.store.queue.finishAny(id, outcome)
  const [listed] = (await read(service, '/api/ai/tasks'))['data'] as [Json]
  assert.equal((listed['first_output'] as Json)['thumbnail_url'], null)
  const refused = await service.call(`/files/${bare.id}.mp4?width=64`)
  assert.match(await refused.clone().text(), /has no cover/)
  assert.deepEqual((await refusal(refused)).slice(0, 2), [404, 'file_not_found'])
})

test('a width that is not on the list is refused with the list', async (t) => {
  const service = await openService(t)
  const { files } = await made(service, 'image')
  for (const width of ['65', '0', '', '-64', '64px', '1e2', '64&width=128']) {
    const answer = await fetch(`${String(files[0]?.['url'])}?width=${width}`)
    assert.match(await answer.clone().text(), /'width' must be one of: 64, 128, 256, 512, 1024\./, width)
    assert.deepEqual(await refusal(answer), [400, 'invalid_parameter', 'width'])
  }
})

test('a picture is served in another format, in its own size or a smaller one; each once, and none that is not listed', async (t) => {
  const { kept, wrapFiles } = counted()
  const service = await openService(t, { replacements: { wrapFiles } })
  const { files } = await made(service, 'image')
  const { url, width } = files[0] ?? {}
  const before = kept.length
  const seen = async (query: string): Promise<unknown[]> => {
    const answer = await fetch(`${String(url)}?${query}`)
    const { format, width: wide } = await sharp(await bytesOf(answer)).metadata()
    return [answer.headers.get('content-type'), format, wide]
  }
  for (const round of [1, 2]) {
    assert.deepEqual(await seen('format=jpeg'), ['image/jpeg', 'jpeg', width], `${round}`)
    assert.deepEqual(await seen('format=jpeg&width=64'), ['image/jpeg', 'jpeg', 64])
    assert.deepEqual(await seen('width=64'), ['image/webp', 'webp', 64])
    assert.deepEqual(await seen('format=png'), ['image/png', 'png', width])
    assert.deepEqual(await seen('format=png&width=64'), ['image/png', 'png', 64])
  }
  assert.equal(kept.length, before + 4)
  assert.deepEqual(await bytesOf(await fetch(`${String(url)}?format=png`)), await bytesOf(await fetch(String(url))))
  const refused = await fetch(`${String(url)}?format=spritesheet`)
  assert.match(await refused.clone().text(), /'format' must be one of: webp, jpeg, png\./)
  assert.deepEqual(await refusal(refused), [400, 'invalid_parameter', 'format'])
})

test('two processes that make the same picture small keep one, and the bytes of the other go', async (t) => {
  const { sharedPostgres } = await import('../support/postgres.ts')
  const env = {
    DATABASE_URL: await (await sharedPostgres()).newDatabase(),
    ...bucketSettings(await (await sharedS3()).newBucket()),
  }
  const { kept, removed, wrapFiles } = counted()
  const one = await openService(t, { env, replacements: { wrapFiles } })
  const two = await openService(t, { env, replacements: { wrapFiles } })
  const { files } = await made(one, 'image')
  const before = kept.length
  const path = `/files/${String(files[0]?.['url']).split('/').at(-1)}?width=128`
  const answers = await Promise.all([one, two].map((service) => service.call(path)))
  const [first, second] = await Promise.all(answers.map(bytesOf))
  assert.deepEqual(first, second)
  const made2 = kept.slice(before)
  assert.equal(made2.length - removed.length, 1)
  const rest = made2.filter((id) => !removed.includes(id))
  assert.deepEqual(await one.store.files.withoutRecord(made2), removed)
  assert.equal(rest.length, 1)
})

test('one whose bytes are gone, as after a backup was put back, is made anew', async (t) => {
  const { kept, wrapFiles } = counted()
  let storage: Files | undefined
  const service = await openService(t, { replacements: { wrapFiles: (files) => (storage = wrapFiles(files)) } })
  const { files } = await made(service, 'image')
  const url = `${String(files[0]?.['url'])}?width=64`
  const bytes = await bytesOf(await fetch(url))
  await storage?.remove(kept.at(-1) ?? '')
  assert.deepEqual(await bytesOf(await fetch(url)), bytes)
})
