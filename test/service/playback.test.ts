import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test, type TestContext } from 'node:test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG } from '../support/long.ts'
import { openService, type TestService } from '../support/service.ts'
import { atEnd } from '../support/at-end.ts'

let browser: Browser
before(async () => {
  browser = await sharedBrowser()
})

type Video = { url: string; cover_url: string }

async function makeVideo(service: TestService, fields: Record<string, string>, image?: Blob): Promise<Video> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ model: 'diorama', ...fields })) form.set(name, value)
  if (image !== undefined) form.set('image', image, 'first.png')
  const submitted = await service.call('/api/ai/videos', { method: 'POST', body: form })
  const { id } = (await submitted.json()) as { id: string }
  for (;;) {
    const answer = await service.call(`/api/ai/videos/${id}`, { headers: { prefer: 'wait=60' } })
    const task = (await answer.json()) as { status: string; data: Video[]; error: unknown }
    if (task.status === 'processing' || task.status === 'pending') continue
    assert.equal(task.status, 'success', JSON.stringify(task.error))
    assert.ok(task.data[0] !== undefined)
    return task.data[0]
  }
}

/** A page of someone else's site that shows the video. */
async function foreignPage(t: TestContext, url: string): Promise<string> {
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html').end(`<!doctype html><video muted src="${url}"></video>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

// Runs in the page: waits until the video can play, seeks, and plays on to the end.
const PLAY = `(async () => {
  const video = document.querySelector('video')
  const event = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true })
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
  })
  if (video.readyState < 3) await event('canplay')
  const ready = video.readyState
  const seeked = event('seeked')
  video.currentTime = video.duration - 0.5
  await seeked
  const ended = event('ended')
  await video.play()
  await ended
  return { ready, width: video.videoWidth, height: video.videoHeight, duration: video.duration }
})()`

function topLevelBoxes(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const names: string[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)))
    const size = view.getUint32(at)
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size
  }
  return names
}

// The short run films with what is always there.
for (const ffmpeg of IS_LONG ? ['off', 'auto'] : ['off']) {
  test(`a video is H.264 of the size asked for, starts fast, and plays and seeks in a browser (ffmpeg ${ffmpeg})`, async (t) => {
    const service = await openService(t, { env: { MEDIAGEN_FFMPEG: ffmpeg } })
    const { url, cover_url: coverUrl } = await makeVideo(service, { prompt: 'a boat at sea', size: '360x640' })
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
    const boxes = topLevelBoxes(bytes)
    assert.ok(boxes.indexOf('moov') < boxes.indexOf('mdat'), boxes.join())

    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
    const track = await input.getPrimaryVideoTrack()
    assert.equal(track?.codec, 'avc')
    assert.deepEqual([track?.displayWidth, track?.displayHeight], [360, 640])
    assert.ok(Math.abs((await input.computeDuration()) - 5) < 0.1)

    const cover = await sharp(Buffer.from(await (await fetch(coverUrl)).arrayBuffer())).metadata()
    assert.deepEqual([cover.format, cover.width, cover.height], ['jpeg', 360, 640])

    const page = await browser.newPage()
    page.setDefaultTimeout(0)
    await page.goto(await foreignPage(t, url))
    const { ready, width, height } = (await page.evaluate(PLAY)) as { ready: number; width: number; height: number }
    assert.ok(ready >= 3)
    assert.deepEqual([width, height], [360, 640])

    // The address itself, as someone pastes it: no script may look inside, so the picture on the screen is looked at.
    await page.goto(url)
    await eventually(async () => {
      const { channels } = await sharp(await page.screenshot()).stats()
      return channels.some(({ stdev }) => stdev > 30) || undefined
    })
    await page.close()
  })
}

test('the clip of a given first frame begins with it', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_FFMPEG: 'off' } })
  const stripes = Buffer.alloc(64 * 36 * 3, Buffer.from([200, 30, 30, 30, 30, 200]))
  const picture = await sharp(stripes, { raw: { width: 64, height: 36, channels: 3 } })
    .resize(640, 360, { kernel: 'cubic' })
    .png()
    .toBuffer()
  const { cover_url: coverUrl } = await makeVideo(
    service,
    { prompt: 'a slow push in', size: '320x180' },
    new Blob([new Uint8Array(picture)]),
  )
  const mean = async (bytes: Buffer): Promise<number[]> =>
    (await sharp(bytes).stats()).channels.slice(0, 3).map((channel) => Math.round(channel.mean))
  const [given, made] = await Promise.all([
    mean(picture),
    mean(Buffer.from(await (await fetch(coverUrl)).arrayBuffer())),
  ])
  for (const [channel, value] of given.entries())
    assert.ok(Math.abs(value - (made[channel] ?? 0)) < 25, `${given.join()} became ${made.join()}`)
})
