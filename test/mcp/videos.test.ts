// needs: ffmpeg
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { call, openPatient } from './client.ts'

const MOST_PREVIEW_BYTES = 150_000

async function previewOf(pictures: readonly { data: string; mimeType: string }[]) {
  const bytes = Buffer.from(pictures[0]?.data ?? '', 'base64')
  assert.ok(bytes.length > 0 && bytes.length <= MOST_PREVIEW_BYTES, `${bytes.length} bytes`)
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

test('a video is shown by six of its frames, from the first to the last, where there is an ffmpeg', async (t) => {
  const { client } = await openPatient(t)
  const given = { prompt: 'a red boat crosses a lake', model: 'diorama', size: '640x360' }
  const made = await call(client, 'generate_video', given)
  assert.equal(made.receipt.status, 'success', made.text)
  assert.match(made.text, /6 of its frames/)
  const { width, height, format } = await previewOf(made.pictures)
  // Three times two frames of 16:9.
  assert.deepEqual([format, width, Math.round(height / 10)], ['webp', 768, 29])
  assert.deepEqual([made.links[0]?.mimeType, made.links[0]?.size], ['video/mp4', made.receipt.files[0]?.bytes])
  assert.ok((made.receipt.files[0]?.seconds ?? 0) > 1)
})

test('without an ffmpeg a video is shown by its cover', async (t) => {
  const { client } = await openPatient(t, undefined, { MEDIAGEN_FFMPEG: 'off' })
  const made = await call(client, 'generate_video', { prompt: 'a boat', model: 'sandbox' })
  assert.match(made.text, /its cover/)
  assert.equal((await previewOf(made.pictures)).format, 'webp')
})
