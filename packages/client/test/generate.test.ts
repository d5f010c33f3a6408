import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  AuthenticationError,
  ConnectionError,
  fileFrom,
  IntegrityError,
  InvalidRequestError,
  Mediagen,
  MediagenError,
  TaskFailedError,
  type TaskSummary,
} from '../src/mediagen.ts'
import { failureOf } from './failure-of.ts'
import { hastily, openClient } from './open-client.ts'
import { aPng } from './pictures.ts'
import { temporaryFolder } from '../../../test/support/at-end.ts'

const PNG_HEAD = '89504e470d0a1a0a'

test('an image saves itself, verified, under a path made of its id and kind', async (t) => {
  const { client } = await openClient(t)
  const folder = await temporaryFolder(t)
  const result = await client.images.generate({ model: 'sandbox', prompt: 'a fox', aspect_ratio: '1:1' })
  assert.deepEqual(await result.save(join(folder, '{id}.{ext}')), [join(folder, `${result.ids[0]}.png`)])
  const saved = await readFile(join(folder, `${result.ids[0]}.png`))
  assert.equal(saved.subarray(0, 8).toString('hex'), PNG_HEAD)
  const { sha256, bytes } = await result.file.details()
  assert.deepEqual([bytes, sha256.length], [saved.length, 64])
  assert.deepEqual(Buffer.from(await result.file.bytes()), saved)
  assert.equal((await result.file.blob()).type, 'image/png')
  const streamed = await Array.fromAsync((await result.file.stream()) as unknown as AsyncIterable<Uint8Array>)
  assert.deepEqual(Buffer.concat(streamed), saved)
})

test('several images are one result, and need a path that tells them apart', async (t) => {
  const { client } = await openClient(t)
  const folder = await temporaryFolder(t)
  const result = await client.images.generate({ model: 'sandbox', prompt: 'foxes', n: 3 })
  assert.equal(new Set(result.ids).size, 3)
  await assert.rejects(result.save(join(folder, 'fox.png')), /require \{index\}/)
  await result.save(join(folder, 'fox-{index}.png'))
  assert.deepEqual((await readdir(folder)).toSorted(), ['fox-1.png', 'fox-2.png', 'fox-3.png'])
})

test('bytes that changed on the way are refused, and leave no file behind', async (t) => {
  const { service } = await openClient(t)
  const folder = await temporaryFolder(t)
  const damaging = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (!url.includes('/files/')) return response
    const bytes = new Uint8Array(await response.arrayBuffer())
    bytes[bytes.length - 1]! ^= 1
    return new Response(bytes, { headers: response.headers })
  }
  const client = new Mediagen({ apiKey: service.key, baseURL: service.url, fetch: damaging })
  const result = await client.images.generate({ model: 'sandbox', prompt: 'a fox' })
  await assert.rejects(result.save(join(folder, 'fox.png')), IntegrityError)
  await assert.rejects(result.file.bytes(), IntegrityError)
  assert.deepEqual(await readdir(folder), [])
})

test('a path that cannot be written to is told at once, as what it is, and leaves nothing behind', async (t) => {
  const { client } = await openClient(t)
  const folder = await temporaryFolder(t)
  const result = await client.images.generate({ model: 'sandbox', prompt: 'a fox' })
  const nowhere = join(folder, 'missing', 'fox.png')
  const failure = await failureOf(result.save(nowhere))
  assert.ok(failure instanceof MediagenError && !(failure instanceof ConnectionError))
  assert.ok(failure.message.startsWith(`${nowhere} cannot be written: ENOENT`), failure.message)
  assert.deepEqual(await readdir(folder), [])
})

test('a key that may only generate verifies its results too', async (t) => {
  const { service } = await openClient(t)
  const apiKey = await service.newKey({ scopes: ['images:write'] })
  const client = new Mediagen({ apiKey, baseURL: service.url })
  const result = await client.images.generate({ model: 'sandbox', prompt: 'a fox' })
  assert.equal(
    Buffer.from(await result.file.bytes())
      .subarray(0, 8)
      .toString('hex'),
    PNG_HEAD,
  )
})

test('references come as a file, a file address, a Blob, bytes, streams of both kinds, a data address or an earlier result, in order', async (t) => {
  const { client } = await openClient(t)
  const folder = await temporaryFolder(t)
  const blob = await aPng()
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const path = join(folder, 'in.png')
  await writeFile(path, bytes)
  const earlier = await client.images.generate({ model: 'sandbox', prompt: 'earlier' })
  const data = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  const inputs = [
    fileFrom(path),
    pathToFileURL(path),
    blob,
    bytes,
    blob.stream(),
    createReadStream(path),
    data,
    earlier,
    earlier.file,
  ]
  const result = await client.images.generate({ model: 'sandbox', prompt: 'from all of these', image: inputs })
  const references = (await client.tasks.get(result.ids[0] ?? '')).files.filter(({ role }) => role === 'reference')
  const { sha256 } = await earlier.file.details()
  assert.deepEqual(
    references.map((each) => each.sha256 === sha256),
    [...Array.from({ length: 7 }, () => false), true, true],
  )
  assert.ok(references.slice(0, 7).every((each) => each.sha256 === references[0]?.sha256))
  // With a role, as an address; what stands beside it goes along.
  const image = [blob, { url: data, role: 'source' as const }]
  const edited = await client.images.generate({ model: 'sandbox', prompt: 'an edit', image })
  const { files } = await client.tasks.get(edited.ids[0] ?? '')
  assert.deepEqual(
    files.flatMap(({ role, reference_role: named }) => (role === 'reference' ? [named] : [])),
    ['source', 'reference'],
  )
})

test('a text is an address and never a file: what somebody else wrote cannot read the disk of a server', async (t) => {
  const { client, service } = await openClient(t)
  const path = join(await temporaryFolder(t), 'in.png')
  await writeFile(path, new Uint8Array(await (await aPng()).arrayBuffer()))
  for (const image of [path, pathToFileURL(path).href, 'in.png', ''])
    await assert.rejects(client.images.generate({ model: 'sandbox', prompt: 'x', image }), /use fileFrom\(path\)/)
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })).length, 0)
})

test('a result tells what was not done as asked, its seed and what it cost, however it was waited for', async (t) => {
  const { client } = await openClient(t)
  const params = { model: 'diorama', prompt: 'a red fox', size: '65x65', seed: 7 }
  const warned = /^size: 65x65 was made as 66x66/
  for (const options of [{}, { onProgress: () => undefined }]) {
    const one = await client.images.generate(params, options)
    assert.match(one.warnings[0] ?? '', warned)
    assert.deepEqual([one.seed, one.usd], [7, 0])
    const two = await client.images.generate({ ...params, n: 2 }, options)
    assert.match(two.warnings[0] ?? '', warned)
    assert.deepEqual([two.warnings.filter((text) => warned.test(text)).length, two.seeds, two.usd], [1, [7, 8], 0])
  }
  const clip = await client.videos.generate({ model: 'sandbox', prompt: 'a fox', seed: 9 })
  assert.deepEqual([clip.seed, clip.usd], [9, 0])
})

test('a video is waited for with its progress told, and has a cover', async (t) => {
  const { client } = await openClient(t)
  const told: TaskSummary[] = []
  const result = await client.videos.generate(
    { model: 'sandbox', prompt: '[[progress 4]]' },
    { onProgress: (task) => told.push(task) },
  )
  assert.equal(told.at(-1)?.status, 'success')
  assert.equal(told.at(-1)?.progress, 100)
  assert.equal(result.file.extension, 'mp4')
  assert.match((await result.covers[0]?.details())?.type ?? '', /^image\//)
})

test('pictures have roles, as addresses and as files, and a clip is worked from by its result, its id or its bytes', async (t) => {
  const { client } = await openClient(t)
  const [picture, other] = [new Blob([await aPng()]), new Blob([await aPng()])]
  const rolesOf = async (id: string): Promise<(string | null)[]> => {
    const { files } = await client.tasks.get(id)
    return files.filter(({ role }) => role === 'reference').map((file) => file.reference_role)
  }
  const good = { model: 'sandbox', prompt: 'a boat' }
  const address = `data:image/png;base64,${Buffer.from(await other.arrayBuffer()).toString('base64')}`
  for (const image of [
    [
      { url: picture, role: 'last_frame' as const },
      { url: other, role: 'reference' as const },
    ],
    [
      { url: address, role: 'last_frame' as const },
      { url: address, role: 'reference' as const },
    ],
  ]) {
    const task = await client.videos.create({ ...good, image })
    assert.deepEqual(await rolesOf(task.id), ['reference', 'last_frame'])
  }
  const clip = await client.videos.generate(good)
  const handle = client.handle(clip.ids[0] ?? '')
  for (const video of [clip, clip.file, handle, handle.id, clip.url, await clip.file.blob()]) {
    const made = await client.videos.generate({ ...good, video })
    assert.deepEqual(await rolesOf(made.ids[0] ?? ''), ['video'])
    const { usd } = await client.estimate({ ...good, kind: 'video', video })
    assert.equal(usd, 0)
  }
  const [waiting] = await client.images.create({ ...good, image: { url: picture, role: 'source' }, mask: other })
  assert.deepEqual(await rolesOf(waiting?.id ?? ''), ['source', 'mask'])
  assert.equal((await waiting?.wait())?.files.length, 1)
})

test('a failed task throws with its code, its id and where codes are explained', async (t) => {
  const { client, service } = await openClient(t)
  const failed = await failureOf(client.videos.generate({ model: 'sandbox', prompt: '[[fail no_output]]' }))
  assert.ok(failed instanceof TaskFailedError)
  assert.deepEqual([failed.code, failed.retryable, failed.docsUrl], ['no_output', true, `${service.url}/docs#errors`])
  assert.equal((await client.tasks.get(failed.taskId)).status, 'failed')
})

test('refusals have their class, code, parameter and request id', async (t) => {
  const { client, service } = await openClient(t)
  const refused = await failureOf(client.images.generate({ model: 'sandbox', prompt: 'x'.repeat(3001) }))
  assert.ok(refused instanceof InvalidRequestError)
  assert.deepEqual(
    [refused.status, refused.code, refused.param, refused.retryable],
    [400, 'prompt_too_long', 'prompt', false],
  )
  assert.equal(refused.requestId, refused.headers.get('x-request-id'))
  const stranger = new Mediagen({ apiKey: 'mg_nobody_has_this', baseURL: service.url })
  await assert.rejects((async () => (await stranger.models.list()).data)(), AuthenticationError)
  const nobody = new Mediagen({ baseURL: service.url, runtime: { variable: () => undefined } })
  await assert.rejects((async () => (await nobody.models.list()).data)(), /set MEDIAGEN_API_KEY/)
})

test('an image that takes longer than its request is waited for all the same', async (t) => {
  const { client } = await openClient(t, { runtime: hastily() }, { env: { MEDIAGEN_IMAGE_WAIT_SECONDS: '1' } })
  const { data, response } = await client.images
    .generate({ model: 'sandbox', prompt: 'late [[delay 2s]]' })
    .withResponse()
  assert.equal(data.files.length, 1)
  assert.equal(response.headers.get('x-task-id'), data.ids[0])
})

test('lists go on over their pages by themselves, and page by page', async (t) => {
  const { client } = await openClient(t)
  const { ids } = await client.images.generate({ model: 'sandbox', prompt: 'foxes', n: 5 })
  const seen: string[] = []
  for await (const { id } of client.tasks.list({ limit: 2 })) seen.push(id)
  assert.deepEqual(seen.toSorted(), ids.toSorted())
  const first = await client.tasks.list({ limit: 2 })
  assert.deepEqual([first.data.length, first.hasMore], [2, true])
  assert.equal((await first.next())?.data[0]?.id, seen[2])
  assert.ok((await client.models.list({ kind: 'video' })).data.some(({ id }) => id === 'diorama'))
  const [line] = (await client.usage({ days: 1 })).data
  assert.deepEqual([line?.model, line?.succeeded], ['sandbox', 5])
})

test('withResponse gives the answer beside the data, and tells a failure once', async (t) => {
  const { client } = await openClient(t)
  const { requestId, response, data } = await client.videos.create({ model: 'sandbox', prompt: 'x' }).withResponse()
  assert.match(requestId ?? '', /^req_/)
  assert.equal(response.headers.get('location'), `/api/ai/videos/${data.id}`)
  const made = await client.videos.generate({ model: 'sandbox', prompt: 'x' }).withResponse()
  assert.equal(made.response.headers.get('location'), `/api/ai/videos/${made.data.ids[0]}`)
  const unheard: unknown[] = []
  const listen = (error: unknown): void => void unheard.push(error)
  process.on('unhandledRejection', listen)
  await assert.rejects(client.tasks.get('1').withResponse(), { code: 'task_not_found' })
  await new Promise(setImmediate)
  process.off('unhandledRejection', listen)
  assert.deepEqual(unheard, [])
})

test('an estimate takes what a generation takes, and makes nothing', async (t) => {
  const { client } = await openClient(t)
  const clip = await client.estimate({ kind: 'video', model: 'sandbox', prompt: 'a fox', size: '720p' })
  assert.deepEqual([clip.kind, clip.usd, clip.count, clip.source], ['exact', 0, 1, 'built-in'])
  const pictures = await client.estimate({
    kind: 'image',
    model: 'sandbox',
    prompt: 'foxes',
    n: 3,
    image: await aPng(),
  })
  assert.deepEqual([pictures.kind, pictures.count], ['exact', 3])
  await assert.rejects(client.estimate({ model: 'nobody', prompt: 'a fox' }), InvalidRequestError)
  assert.deepEqual((await client.tasks.list()).data, [])
})
