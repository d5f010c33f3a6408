import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sharedBrowser } from '../../../test/support/browser.ts'
import { sharedDiorama } from '../../../test/support/shared-diorama.ts'

let browser: Browser
before(async () => {
  browser = await sharedBrowser()
})

type Played = { readyState: number; size: number[]; duration: number; seeked: number; played: number }

// Runs in the page: loads, seeks near the end, then plays from the start.
const PLAY = `async () => {
  const video = document.querySelector('video')
  const event = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true })
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
  })
  const ready = event('canplaythrough')
  video.src = '/clip.mp4'
  await ready
  const seeked = event('seeked')
  video.currentTime = 1.25
  await seeked
  const reached = video.currentTime
  const ended = event('ended')
  video.currentTime = 0
  await video.play()
  await ended
  return {
    readyState: video.readyState,
    size: [video.videoWidth, video.videoHeight],
    duration: video.duration,
    seeked: reached,
    played: video.currentTime,
  }
}`

test('a clip of the built-in encoder plays and seeks in a browser', async () => {
  const diorama = sharedDiorama({ threads: 1 })
  const job = {
    prompt: 'a boat at sea',
    width: 320,
    height: 180,
    seed: 1,
    references: [],
    seconds: 1.5,
    framesPerSecond: 24,
  }
  const clip = await diorama.drawClip(job, { signal: new AbortController().signal, onProgress: () => {} })
  await diorama.close()
  const server = createServer((request, response) => {
    if (request.url !== '/clip.mp4') return response.setHeader('content-type', 'text/html').end('<video muted></video>')
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return response.setHeader('content-type', 'video/mp4').end(clip.bytes)
    const part = clip.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${clip.bytes.length}`
    return response
      .writeHead(206, { 'content-type': 'video/mp4', 'content-range': range, 'accept-ranges': 'bytes' })
      .end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const played: Played = await page.evaluate(`(${PLAY})()`)
  await page.close()
  server.close()
  assert.ok(played.readyState >= 2, `ready state ${played.readyState}`)
  assert.deepEqual(played.size, [320, 180])
  assert.ok(Math.abs(played.duration - 1.5) < 0.05, `lasts ${played.duration} s`)
  assert.ok(Math.abs(played.seeked - 1.25) < 0.05, `seeked to ${played.seeked} s`)
  assert.ok(played.played >= 1.4, `played to ${played.played} s`)
})
