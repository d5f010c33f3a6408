import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { flat, HOSTILE_PICTURES, type HostilePicture } from '../../test/support/hostile-pictures.ts'
import { IS_LONG } from '../../test/support/long.ts'
import { AppError } from '../core/errors.ts'
import type { ImageFacts, Images } from '../ports/images.ts'
import { sharpImages } from './sharp-images.ts'

const images = sharpImages()
const MAX_PIXELS = 40_000_000
const MB = 1_000_000
const made = new Map<string, Buffer>()
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-images-'))
})
after(() => rm(folder, { recursive: true, force: true }))

for (const picture of HOSTILE_PICTURES.filter(({ isLong }) => IS_LONG || isLong !== true)) {
  const { name, within } = picture
  test(`${name} ${within === 'limits' ? 'is read within the limits' : `is refused with ${within}`}`, async () => {
    const bytes = await bytesOf(picture)
    const code = await inspect(images, bytes).then(
      () => 'limits',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )
    assert.equal(code, within)
  })
}

// Half a minute of work: each alone is read above, and what they may take together is reckoned before they are begun.
if (IS_LONG)
  test('all hostile pictures at once do not grow this process, and its decoders stay within their limits', async () => {
    const set = await Promise.all(HOSTILE_PICTURES.map((picture) => bytesOf(picture)))
    const small = await flat(64).png().toBuffer()
    await inspect(images, small)
    const ownBefore = process.memoryUsage.rss()
    const decodersBefore = await memoryOfChildren()
    const meter = peakMeter()
    await Promise.allSettled(set.map((bytes, index) => inspect(images, bytes, `key-${index}`)))
    const peak = await meter.stop()
    assert.ok(process.memoryUsage.rss() - ownBefore < 150 * MB, 'this process grew')
    // The estimate of one heavy picture, what may come on top of it, a light one beside it, and a second decoder.
    const grown = peak - decodersBefore
    assert.ok(grown < 400 * MB, `the decoders grew by ${Math.round(grown / MB)} MB`)
  })

test('a picture that takes more work than it is given is ended, and the next one is read', async () => {
  const hasty = sharpImages({ maxWorkMs: 100 })
  const heavy = await flat(2_500).avif({ effort: 0, quality: 10 }).toBuffer()
  const small = await flat(64).png().toBuffer()
  for (const _ of [1, 2]) {
    await assert.rejects(inspect(hasty, heavy), { code: 'image_too_large', message: /more time to decode/ })
    assert.equal((await inspect(hasty, small)).width, 64)
  }
})

test('a small picture of one key is decoded while heavy ones of another wait, and heavy ones take turns', async () => {
  const heavy = await flat(2_500).avif({ effort: 0, quality: 10 }).toBuffer()
  const small = await flat(64).png().toBuffer()
  const order: string[] = []
  const crowd = Array.from({ length: 4 }, () => inspect(images, heavy, 'crowd').finally(() => order.push('heavy')))
  await Promise.all([
    ...crowd,
    inspect(images, small, 'other').finally(() => order.push('small')),
    inspect(images, heavy, 'other').finally(() => order.push('heavy of the other')),
  ])
  // One of the crowd was at work when the other key came, and may be done first on a busy machine; the rest waits.
  assert.ok(order.indexOf('small') < 2, order.join(', '))
  // Then it is the other's turn.
  assert.equal(order.indexOf('heavy of the other'), 2)
})

test('a result of a model is looked at however dear it is, one of a caller is not', async () => {
  const bytes = await flat(3_000).avif({ effort: 0, quality: 10 }).toBuffer()
  await assert.rejects(inspect(images, bytes), {
    code: 'image_too_large',
    message: /as AVIF; the maximum is 8\.8 megapixels/,
  })
  const spooled = await spool(bytes)
  assert.equal((await images.inspect(spooled, { maxPixels: MAX_PIXELS, maxBytes: Infinity })).width, 3_000)
})

/** Made once: some take longer to make than to read. */
async function bytesOf({ name, make }: HostilePicture): Promise<Buffer> {
  const bytes = made.get(name) ?? (await make())
  made.set(name, bytes)
  return bytes
}

let count = 0
async function spool(bytes: Uint8Array) {
  const path = join(folder, `picture-${count++}`)
  await writeFile(path, bytes)
  return { path, bytes: bytes.length, sha256: '', head: bytes.subarray(0, 64), discard: async () => {} }
}

async function inspect(reader: Images, bytes: Uint8Array, asker = 'key'): Promise<ImageFacts> {
  return await reader.inspect(await spool(bytes), { maxPixels: MAX_PIXELS }, asker)
}

/** The resident memory of all children of this process, where the system tells. */
async function memoryOfChildren(): Promise<number> {
  const tasks = await readdir('/proc/self/task').catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const pids = lists
    .join(' ')
    .split(' ')
    .filter((pid) => pid !== '')
  const statuses = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')))
  return statuses.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024, 0)
}

function peakMeter(): { stop: () => Promise<number> } {
  let peak = 0
  let running = true
  const measuring = (async () => {
    while (running) {
      peak = Math.max(peak, await memoryOfChildren())
      await new Promise(setImmediate)
    }
  })()
  return {
    stop: async () => {
      running = false
      await measuring
      return peak
    },
  }
}
