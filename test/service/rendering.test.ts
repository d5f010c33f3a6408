import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openService } from '../support/service.ts'

type Json = Record<string, unknown>

test('a video is accepted, polled and cancelled while ten renders run: the event loop stays free', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_FFMPEG: 'off' } })
  const renders: Promise<Response>[] = []
  for (let index = 0; index < 10; index++) {
    const json = { model: 'diorama', prompt: `a castle on hill number ${index}`, size: '320x180' }
    renders.push(service.call('/api/ai/videos', { json }))
  }
  const ids = await Promise.all(renders.map(async (answer) => String(((await (await answer).json()) as Json)['id'])))
  const statuses = async (): Promise<unknown[]> =>
    Promise.all(ids.map(async (id) => ((await (await service.call(`/api/ai/videos/${id}`)).json()) as Json)['status']))
  await eventually(async () => (await statuses()).includes('processing') || undefined)

  // One render takes far longer than a free loop needs for a hundred rounds; a blocked one would let renders end first.
  for (let round = 0; round < 100; round++) {
    const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: `round ${round}` } })
    assert.equal(answer.status, 200)
  }
  const unfinished = (await statuses()).filter((status) => status !== 'success')
  assert.ok(unfinished.length > 0, 'all ten renders ended before a hundred submissions were answered')
  for (const id of ids) await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
})
