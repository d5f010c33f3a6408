// Draws the clip of `bench:diorama` twice in one process, as a service would, and keeps the second. Its arguments are where
// to, and the encoder, where it is not the built-in one.
import { writeFileSync } from 'node:fs'
import { openDiorama } from '@mediagen/diorama'

const [file = '', ffmpeg] = process.argv.slice(2)
const THREADS = 2
const clip = {
  prompt: 'a red fox by a lake at sunset in the snow',
  width: 1280,
  height: 720,
  seed: 963_504_926,
  references: [],
  seconds: 5,
  framesPerSecond: 24,
}
const watch = { signal: new AbortController().signal, onProgress: () => {} }
const diorama = openDiorama({ threads: THREADS, ...(ffmpeg === undefined ? {} : { ffmpeg }) })
await diorama.drawClip(clip, watch)
const began = performance.now()
const { bytes } = await diorama.drawClip(clip, watch)
const ms = performance.now() - began
writeFileSync(file, bytes)
await diorama.close()
process.send?.({ ms, peakMib: process.resourceUsage().maxRSS / 1024 })
process.disconnect?.()
