import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { pngOf } from '../support/uploads.ts'
import { call, connect, openPatient, openSpoken } from './client.ts'
import { atEnd } from '../support/at-end.ts'

const good = { prompt: 'a cat', model: 'sandbox' }

/** What was given to the task to work from, by the digests of its bytes. */
async function referencesOf(service: Awaited<ReturnType<typeof openSpoken>>['service'], id: string): Promise<string[]> {
  const files = await service.store.files.ofTask(id)
  return files.filter(({ role }) => role === 'reference').map(({ sha256 }) => sha256)
}

test('an earlier result is worked from by its task_id, its file_id or its address, in the order given', async (t) => {
  const { service, client } = await openPatient(t)
  const { receipt: first } = await call(client, 'generate_image', {
    prompt: 'a lake',
    model: 'diorama',
    size: '256x256',
  })
  const { receipt: other } = await call(client, 'generate_image', {
    prompt: 'a hill',
    model: 'diorama',
    size: '256x256',
  })
  const [lake, hill] = [first.files[0], other.files[0]]
  const images = [first.task_id, hill?.file_id, lake?.url]
  const made = await call(client, 'generate_image', { ...good, images })
  assert.equal(made.receipt.status, 'success', made.text)
  assert.deepEqual(await referencesOf(service, made.receipt.task_id), [lake?.sha256, hill?.sha256, lake?.sha256])
  const clip = await call(client, 'generate_video', { ...good, images: [first.task_id, other.task_id] })
  assert.deepEqual(await referencesOf(service, clip.receipt.task_id), [lake?.sha256, hill?.sha256])
})

test('of a clip its cover is worked from, by whichever of its ids; as video it is worked from itself', async (t) => {
  const { service, client } = await openSpoken(t)
  const { receipt: clip } = await call(client, 'generate_video', good)
  const cover = clip.files.find(({ role }) => role === 'cover')
  const images = [clip.task_id, clip.files[0]?.file_id, cover?.file_id]
  assert.equal(clip.files[0]?.type, 'video/mp4')
  const made = await call(client, 'generate_image', { ...good, images })
  const digest = cover?.sha256
  assert.deepEqual(await referencesOf(service, made.receipt.task_id), [digest, digest, digest])
  for (const video of [clip.task_id, clip.files[0]?.url]) {
    const again = await call(client, 'generate_video', { ...good, video })
    assert.deepEqual(await referencesOf(service, again.receipt.task_id), [clip.files[0]?.sha256], again.text)
  }
  const refused = await call(client, 'generate_video', { ...good, model: 'diorama', video: clip.task_id })
  assert.match(refused.text, /does not accept a video/)
})

test('a picture comes by its address or in a data: URL too', async (t) => {
  const picture = await pngOf()
  const server = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1')
  atEnd(t, () => server.close())
  await eventually(() => (server.listening ? true : undefined))
  const { service, client } = await openSpoken(t)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`
  const inline = `data:image/png;base64,${picture.toString('base64')}`
  const made = await call(client, 'generate_image', { ...good, images: [address, inline] })
  assert.equal((await referencesOf(service, made.receipt.task_id)).length, 2, made.text)
  const one = await call(client, 'generate_image', { ...good, images: inline })
  assert.equal((await referencesOf(service, one.receipt.task_id)).length, 1, one.text)
  const masked = await call(client, 'generate_image', { ...good, images: [{ url: inline, role: 'mask' }, address] })
  const task = await service.store.tasks.find(masked.receipt.task_id)
  assert.deepEqual(
    task?.references.map(({ role }) => role),
    ['reference', 'mask'],
    masked.text,
  )
})

test('results of another key, unknown ones, unfinished ones and what is no picture are refused, each with its code', async (t) => {
  const { service, client } = await openSpoken(t)
  const other = await connect(t, service.url, await service.newKey())
  const { receipt: foreign } = await call(other, 'generate_image', good)
  const { receipt: hung } = await call(client, 'generate_image', {
    ...good,
    prompt: 'a cat [[hang]]',
    wait_seconds: 0,
  })
  const { receipt: failed } = await call(client, 'generate_image', { ...good, prompt: 'a cat [[fail]]' })
  const before = (await service.store.tasks.list({ keyId: service.apiKey.id, limit: 100 })).length
  for (const [image, code] of [
    [foreign.task_id, 'task_not_found'],
    ['123', 'task_not_found'],
    [foreign.files[0]?.file_id, 'file_not_found'],
    ['A'.repeat(22), 'file_not_found'],
    [hung.task_id, 'task_not_finished'],
    [failed.task_id, 'file_not_found'],
    ['cat.png', 'invalid_parameter'],
    ['data:image/png;base64,AAAA', 'invalid_image'],
    ['http://127.0.0.1:1026/a.png', 'image_url_unreachable'],
  ]) {
    const refused = await call(client, 'generate_image', { ...good, images: [image] })
    assert.deepEqual(
      [refused.isError, refused.error?.['code'], refused.error?.['param'] ?? 'images'],
      [true, code, 'images'],
    )
  }
  const many = await call(client, 'generate_image', { ...good, images: Array.from({ length: 11 }, () => '123') })
  assert.equal(many.error?.['code'], 'too_many_images')
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 100 })).length, before)
})
