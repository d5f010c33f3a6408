// needs: comfyui
// needs: ffmpeg
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { temporaryFolder } from '../support/at-end.ts'
import { openService, type TestService } from '../support/service.ts'
import { formOf } from '../support/uploads.ts'

const run = promisify(execFile)
const COMFYUI = process.env['COMFYUI_URL'] ?? ''
const SIDE = 64
const [RED, GREEN, BLUE] = ['#ff0000', '#00ff00', '#0000ff']

/** No weights: what callers give is all that these graphs work with. */
const WORKFLOWS = {
  // Each second of the clip shows the first frame and then the last.
  'frames.json': {
    mediagen: { kind: 'video', seconds: 2, takes: { seconds: { from: 2, to: 6 } } },
    1: { class_type: 'LoadImage', inputs: { image: '{{first_frame}}' } },
    2: { class_type: 'LoadImage', inputs: { image: '{{last_frame}}' } },
    3: { class_type: 'ImageBatch', inputs: { image1: ['1', 0], image2: ['2', 0] } },
    4: { class_type: 'RepeatImageBatch', inputs: { image: ['3', 0], amount: '{{seconds}}' } },
    5: { class_type: 'CreateVideo', inputs: { images: ['4', 0], fps: 2 } },
    6: {
      class_type: 'SaveVideo',
      inputs: { video: ['5', 0], filename_prefix: 'mediagen', format: 'mp4', codec: 'h264' },
    },
    7: { class_type: 'PreviewAny', inputs: { source: '{{prompt}}, without {{negative_prompt}}' } },
  },
  // What the mask marks becomes blue.
  'inpaint.json': {
    mediagen: { kind: 'image' },
    1: { class_type: 'LoadImage', inputs: { image: '{{source}}' } },
    2: { class_type: 'LoadImageMask', inputs: { image: '{{mask}}', channel: 'red' } },
    3: { class_type: 'EmptyImage', inputs: { width: SIDE, height: SIDE, batch_size: 1, color: 0x0000ff } },
    4: {
      class_type: 'ImageCompositeMasked',
      inputs: { destination: ['1', 0], source: ['3', 0], mask: ['2', 0], x: 0, y: 0, resize_source: false },
    },
    5: { class_type: 'SaveImage', inputs: { images: ['4', 0], filename_prefix: 'mediagen' } },
    6: { class_type: 'PreviewAny', inputs: { source: '{{prompt}}' } },
  },
  // The clip that was given, written anew.
  'clip.json': {
    mediagen: { kind: 'video' },
    1: { class_type: 'LoadVideo', inputs: { file: '{{video}}' } },
    2: {
      class_type: 'SaveVideo',
      inputs: { video: ['1', 0], filename_prefix: 'mediagen', format: 'mp4', codec: 'h264' },
    },
    3: { class_type: 'PreviewAny', inputs: { source: '{{prompt}}' } },
  },
}

async function openReal(t: TestContext): Promise<TestService> {
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  for (const [name, graph] of Object.entries(WORKFLOWS)) await writeFile(join(workflows, name), JSON.stringify(graph))
  const model = (kind: string, file: string): object => ({ kind, engine: 'real', model: file })
  const config = {
    engines: { real: { type: 'comfyui', baseURL: COMFYUI, workflows } },
    models: {
      frames: model('video', 'frames.json'),
      inpaint: model('image', 'inpaint.json'),
      clip: model('video', 'clip.json'),
    },
  }
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  return openService(t, { env: { MEDIAGEN_CONFIG: path } })
}

const solid = (background: string): Promise<Buffer> =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer()

type Shown = { role: string; url: string; seconds: number; fps: number }

/** The result of a task, once it is there. */
async function made(service: TestService, path: string, fields: Record<string, unknown>): Promise<Shown> {
  const answer = await service.call(path, { method: 'POST', body: formOf(fields) })
  assert.ok(answer.ok, await answer.clone().text())
  const id = answer.headers.get('x-task-id') ?? ((await answer.json()) as { id: string }).id
  for (;;) {
    const task = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as {
      status: string
      error: unknown
      files: Shown[]
    }
    if (task.status === 'success') return task.files.find(({ role }) => role === 'output') ?? assert.fail('no result')
    assert.notEqual(task.status, 'failed', JSON.stringify(task.error))
    await service.call(`/api/ai/tasks/${id}/events`).then((events) => events.text())
  }
}

/** Which of the three colours a picture has at a place: encoders change the last bits of all of them. */
async function colourAt(picture: Buffer, x: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + x) * info.channels
  const channels = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  const strongest = channels.indexOf(Math.max(...channels))
  return [RED, GREEN, BLUE][strongest] ?? ''
}

async function frameOf(t: TestContext, url: string, number: number): Promise<Buffer> {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'clip.mp4')
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()))
  const pick = ['-vf', `select=eq(n\\,${number})`, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1']
  return (await run('ffmpeg', ['-v', 'error', '-i', path, ...pick], { encoding: 'buffer' })).stdout
}

test('a real ComfyUI makes a clip of the length that was asked for, from the first and the last frame', async (t) => {
  const service = await openReal(t)
  const frames = { first_frame: await solid(RED), last_frame: await solid(GREEN) }
  for (const seconds of [3, 5]) {
    const words = { prompt: `a boat ${seconds} ${t.name.length}`, negative_prompt: `no hats ${Date.now()}` }
    const clip = await made(service, '/api/ai/videos', { model: 'frames', ...words, ...frames, seconds })
    assert.deepEqual([clip.seconds, clip.fps], [seconds, 2])
    assert.equal(await colourAt(await frameOf(t, clip.url, 0), 1), RED)
    assert.equal(await colourAt(await frameOf(t, clip.url, 1), 1), GREEN)
    const history = await (await fetch(`${COMFYUI}/history?max_items=5`)).text()
    assert.ok(history.includes(`"text": ["${words.prompt}, without ${words.negative_prompt}"]`), history.slice(0, 2000))
  }
})

test('a real ComfyUI repaints what the mask marks, and nothing else', async (t) => {
  const service = await openReal(t)
  const half = new Uint8Array(SIDE * SIDE).map((_, at) => (at % SIDE < SIDE / 2 ? 255 : 0))
  const white = await sharp(half, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer()
  const transparent = await sharp(await solid(GREEN))
    .joinChannel(Buffer.from(half.map((value) => 255 - value)), { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer()
  for (const mask of [white, transparent]) {
    const asked = { model: 'inpaint', prompt: `a hat ${Date.now()}`, image: await solid(RED), mask }
    const picture = await made(service, '/api/ai/images/generations', asked)
    const bytes = Buffer.from(await (await fetch(picture.url)).arrayBuffer())
    assert.deepEqual([await colourAt(bytes, 1), await colourAt(bytes, SIDE - 2)], [BLUE, RED])
  }
})

test('a real ComfyUI works from a clip: an upload, and the video of an earlier task', async (t) => {
  const service = await openReal(t)
  const frames = { first_frame: await solid(BLUE), last_frame: await solid(RED) }
  const first = await made(service, '/api/ai/videos', {
    model: 'frames',
    prompt: `a ${Date.now()}`,
    ...frames,
    seconds: 2,
  })
  const bytes = Buffer.from(await (await fetch(first.url)).arrayBuffer())
  for (const video of [bytes, first.url]) {
    const clip = await made(service, '/api/ai/videos', { model: 'clip', prompt: `b ${Date.now()}`, video })
    assert.equal(clip.seconds, 2)
    assert.equal(await colourAt(await frameOf(t, clip.url, 0), 1), BLUE)
  }
})
