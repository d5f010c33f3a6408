import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { formOf, pngOf } from '../support/uploads.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { openFleet, runCommand, type Process } from './fleet.ts'

type VideoTask = { id: string; status: string; data: { url: string; cover_url: string }[] }
type Images = { data: { url: string }[] }

const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'

const video = async (api: Process, prompt: string, more: object = {}): Promise<string> => {
  const answer = await api.call(VIDEOS, { json: { model: 'sandbox', prompt, ...more } })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as VideoTask).id
}
const look = async (api: Process, id: string, wait = 0): Promise<VideoTask> =>
  (await api.call(`${VIDEOS}/${id}`, { headers: wait > 0 ? { prefer: `wait=${wait}` } : {} })).json() as never

test('two api processes and a worker behave as one service', async (t) => {
  const fleet = await openFleet(t)
  const migrated = await runCommand(['migrate'], fleet.common)
  assert.deepEqual([migrated.code, migrated.out.includes('up to date')], [0, true], migrated.out)
  const [one, two] = await Promise.all([fleet.api(), fleet.api()])
  const receiver = await openReceiver(t)
  const early = await video(one, 'submitted while nobody works', { webhookUrl: receiver.url })
  assert.equal((await look(two, early)).status, 'pending')
  let worker = await fleet.worker()

  await t.test('what was accepted while no worker ran is made once there is one, and announced once', async () => {
    const { status, data } = await look(two, early, 60)
    assert.equal(status, 'success')
    const [arrival] = await receiver.came(1)
    const sent = JSON.parse(arrival?.body ?? '') as { result: { images: { fileUrl: string }[] } }
    assert.equal(sent.result.images[0]?.fileUrl, data[0]?.url)
  })

  await t.test(
    'an image is answered in the same request though another process draws it, and every api serves it',
    async () => {
      const answer = await two.call(IMAGES, { json: { model: 'sandbox', prompt: 'a lighthouse' } })
      assert.equal(answer.status, 200)
      const url = ((await answer.json()) as Images).data[0]?.url ?? ''
      assert.ok(url.startsWith(one.url), url)
      const here = Buffer.from(await (await fetch(url)).arrayBuffer())
      const there = await fetch(url.replace(one.url, two.url), { headers: { range: 'bytes=1-3' } })
      assert.equal(there.status, 206)
      assert.equal(await there.text(), 'PNG')
      assert.equal(here.subarray(1, 4).toString(), 'PNG')
    },
  )

  await t.test('a file uploaded to one process is drawn from by another', async () => {
    const form = formOf({ model: 'sandbox', prompt: 'the same in winter', image: await pngOf(64, 64) })
    const answer = await one.call(IMAGES, { method: 'POST', body: form })
    assert.equal(answer.status, 200, await answer.clone().text())
  })

  await t.test('events of a task can be watched on any api process', async () => {
    const id = await video(one, '[[hang]] watched elsewhere')
    const watched = await two.call(`/api/ai/tasks/${id}/events`)
    const decoder = new TextDecoder()
    let stream = ''
    let isCancelled = false
    for await (const piece of watched.body ?? []) {
      stream += decoder.decode(piece, { stream: true })
      if (isCancelled || !stream.includes('"status":"processing"')) continue
      isCancelled = true
      assert.equal((await one.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).status, 200)
    }
    assert.match(stream, /"status":"processing"[^]*"code":"cancelled"/)
    const ended = await (await two.call(`/api/ai/tasks/${early}/events`)).text()
    assert.match(ended, /"status":"success"/)
  })

  await t.test('a repeated request with the same Idempotency-Key gives the same task on another process', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { json: { model: 'sandbox', prompt: 'once' }, headers }
    const [first, second] = await Promise.all([one.call(VIDEOS, body), two.call(VIDEOS, body)])
    assert.equal(((await first.json()) as VideoTask).id, ((await second.json()) as VideoTask).id)
  })

  await t.test('a worker tells its health and nothing else', async () => {
    // One that stood still for longer than a lease says so truly, until its next beat.
    await eventually(async () => ((await worker.call('/readyz')).status === 200 ? true : undefined))
    const statuses = ['/healthz', VIDEOS, '/docs'].map(async (path) => (await worker.call(path)).status)
    assert.deepEqual(await Promise.all(statuses), [200, 404, 404])
  })

  await t.test('when the worker is killed in the middle of a clip, a second one makes it', async () => {
    const json = { model: 'diorama', prompt: 'a red kite over the sea', size: '320x180' }
    const begin = async (): Promise<string> => ((await (await one.call(VIDEOS, { json })).json()) as VideoTask).id
    let id = await begin()
    const sleeping = await video(two, '[[delay 1s]] asleep at the kill')
    await eventually(async () => {
      // It stands still while it is looked at, or it might be done between the look and the kill.
      worker.freeze()
      const { status } = await look(one, id)
      if (status === 'processing') return true
      worker.thaw()
      // Done between two looks: then it is the next one that is not.
      if (status === 'success') id = await begin()
      return undefined
    })
    await worker.kill()
    assert.equal((await look(two, id)).status, 'processing')
    worker = await fleet.worker()
    for (const task of [id, sleeping]) {
      const done = await eventually(async () => {
        const seen = await look(two, task, 30)
        return seen.status === 'processing' || seen.status === 'pending' ? undefined : seen
      })
      assert.equal(done.status, 'success')
      const clip = await fetch(done.data[0]?.url ?? '')
      assert.equal(
        Buffer.from(await clip.arrayBuffer())
          .subarray(4, 8)
          .toString(),
        'ftyp',
      )
      const cover = await fetch((done.data[0]?.cover_url ?? '').replace(one.url, two.url))
      assert.equal(cover.status, 200)
    }
    const receipt = (await (await two.call(`/api/ai/tasks/${id}`)).json()) as { attempts: number }
    assert.equal(receipt.attempts, 2)
  })

  await t.test('an api process that is told to stop answers what it was asked first', async () => {
    const waiting = two.call(IMAGES, { json: { model: 'sandbox', prompt: '[[delay 1s]] asked before the stop' } })
    await eventually(async () => {
      const { data } = (await (await one.call('/api/ai/tasks?limit=1')).json()) as { data: { kind: string }[] }
      return data[0]?.kind === 'image' ? true : undefined
    })
    const [code, answer] = await Promise.all([two.stop(), waiting])
    assert.deepEqual([code, answer.status], [0, 200])
    assert.equal(await worker.stop(), 0)
    assert.equal((await look(one, early)).status, 'success')
  })
})
