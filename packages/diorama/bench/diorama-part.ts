// One measurement of bench/diorama.ts, in a process of its own, so that none sees the memory or the warm caches of another.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import { openDiorama } from '../src/diorama.ts'
import type { Frames } from '../src/film/frames.ts'
import { sceneFrames } from '../src/film/scene-frames.ts'
import { toYuv, yuvBytes } from '../src/film/yuv.ts'
import type { Pixels } from '../src/job.ts'
import { encodePng } from '../src/picture/png.ts'
import { readPrompt } from '../src/reading/read-prompt.ts'
import { stepBackChild } from '../src/threads/priority.ts'
import { meadow, street } from '../test/support/test-pictures.ts'

const PROMPT = 'a red fox by a lake at sunset in the snow'
const FRAMES = 120
const THREADS = 2
const clip = {
  prompt: PROMPT,
  width: 1280,
  height: 720,
  // What the service gives this prompt.
  seed: 963_504_926,
  references: [],
  seconds: 5,
  framesPerSecond: 24,
}
const picture = { ...clip, width: 1024, height: 576 }
const watch = { signal: new AbortController().signal, onProgress: () => {} }

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function repeated(times: number, work: () => unknown): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < times; i++) {
    all.push(await timed(work))
    await setImmediate()
  }
  return median(all)
}

const peakMB = (): number => (process.resourceUsage().maxRSS * 1024) / 1e6

async function measurePicture(): Promise<unknown> {
  const diorama = openDiorama({ threads: THREADS })
  const cold = await timed(() => diorama.drawPicture(picture, watch))
  await repeated(4, () => diorama.drawPicture(picture, watch))
  const warm = await repeated(12, () => diorama.drawPicture(picture, watch))
  await diorama.close()
  return { cold, warm }
}

async function measurePng(): Promise<unknown> {
  const frames = await sceneFrames({ ...clip, brief: readPrompt(clip.prompt, clip.seed) })
  const pixels = frames.frameAt(frames.coverAt)
  const { width, height, rgba } = pixels
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  const rows: Record<string, { ms: number; kB: number }> = {}
  const measure = async (name: string, encode: () => Uint8Array): Promise<void> => {
    const bytes = encode().length
    rows[name] = { ms: await repeated(7, encode), kB: bytes / 1000 }
  }
  await measure('canvas', () => canvas.toBuffer('image/png'))
  await measure('ours', () => encodePng(pixels))
  for (const level of [1, 3, 6]) await measure(`plain zlib ${level}`, () => deflateSync(rgba, { level }))
  return rows
}

// What the clip parts are compared with: ffmpeg fed with the same frames from memory, nothing else going on.
async function measureBaseline(): Promise<unknown> {
  const frames = await sceneFrames({ ...clip, brief: readPrompt(clip.prompt, clip.seed) })
  const { wall: rgba, cpu } = await ffmpegTime(await drawnFrames(frames, ({ rgba }) => rgba.slice()), 'rgba')
  const bytes = yuvBytes(clip.width, clip.height)
  const { wall: yuv } = await ffmpegTime(
    await drawnFrames(frames, (pixels) => toYuv(pixels, new Uint8Array(bytes))),
    'yuv420p',
  )
  return { rgba, yuv, cpu }
}

async function drawnFrames(frames: Frames, keep: (pixels: Pixels) => Uint8Array): Promise<Uint8Array[]> {
  const kept: Uint8Array[] = []
  for (let index = 0; index < FRAMES; index++) {
    kept.push(keep(frames.frameAt(index / clip.framesPerSecond)))
    await setImmediate()
  }
  return kept
}

async function ffmpegTime(frames: Uint8Array[], format: string): Promise<{ wall: number; cpu: number }> {
  const input = `-f rawvideo -pix_fmt ${format} -s ${clip.width}x${clip.height} -r ${clip.framesPerSecond} -i pipe:0`
  const output = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -f mp4 -movflags frag_keyframe -y /dev/null'
  let report = ''
  const wall = await timed(async () => {
    const stdio = ['pipe', 'ignore', 'pipe'] as const
    const child = spawn('ffmpeg', `-hide_banner -benchmark ${input} ${output}`.split(' '), { stdio: [...stdio] })
    // At the priority of the drawing, or a busy machine would favour this side.
    stepBackChild(child.pid)
    child.stderr.on('data', (text: Buffer) => (report += text.toString()))
    const ended = new Promise<void>((resolve, reject) => {
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(report))))
    })
    for (const frame of frames) await new Promise((resolve) => child.stdin.write(frame, resolve))
    child.stdin.end()
    await ended
  })
  const [, user = 0, system = 0] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(report)?.map(Number) ?? []
  return { wall, cpu: (user + system) * 1000 }
}

async function measureClip(ffmpeg: string | undefined): Promise<unknown> {
  const diorama = openDiorama({ threads: THREADS, ...(ffmpeg !== undefined && { ffmpeg }) })
  const first = await timed(() => diorama.drawClip(clip, watch))
  const before = process.cpuUsage()
  const second = await timed(() => diorama.drawClip(clip, watch))
  const { user, system } = process.cpuUsage(before)
  await diorama.close()
  return { first, second, peakMB: peakMB(), cpu: (user + system) / 1000 }
}

async function measureReferences(count: number): Promise<unknown> {
  const references = [meadow(1280, 720), street(1280, 720)].slice(0, count)
  const diorama = openDiorama({ threads: THREADS })
  const first = await timed(() => diorama.drawClip({ ...clip, prompt: 'a slow move', references }, watch))
  const second = await timed(() => diorama.drawClip({ ...clip, prompt: 'a slow move', references }, watch))
  await diorama.close()
  return { first, second, peakMB: peakMB() }
}

// Serves polls; on request it draws clips until it is ended. The parent asks and takes the time.
async function servePolls(): Promise<unknown> {
  const diorama = openDiorama({ threads: THREADS })
  const keepDrawing = (): Promise<void> => diorama.drawClip({ ...clip, seconds: 2 }, watch).then(keepDrawing)
  const server = createServer((request, response) => {
    if (request.url === '/draw') void keepDrawing()
    response.end('{"status":"processing"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
}

const PARTS = new Map<string | undefined, () => Promise<unknown>>(
  Object.entries({
    picture: measurePicture,
    png: measurePng,
    baseline: measureBaseline,
    wasm: () => measureClip(undefined),
    ffmpeg: () => measureClip('ffmpeg'),
    parallax: () => measureReferences(1),
    morph: () => measureReferences(2),
    polls: servePolls,
  }),
)

const measure = PARTS.get(process.argv[2])
if (!measure) throw new Error(`Parts are: ${[...PARTS.keys()].join(', ')}`)
const result = await measure()
process.send?.(result)
if (process.argv[2] !== 'polls') process.disconnect?.()
