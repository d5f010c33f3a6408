import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../core/errors.ts'
import type { ImageFacts } from '../ports/images.ts'
import { pngChunk } from '../../test/support/hostile-pictures.ts'
import { decoderProcess } from './decoder-process.ts'
import { sharpImages } from './sharp-images.ts'

const images = sharpImages()
const MAX_PIXELS = 40_000_000
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-images-'))
})
after(() => rm(folder, { recursive: true, force: true }))

for (const [name, make, expected] of [
  ['PNG', (picture: Sharp) => picture.png(), { mediaType: 'image/png', extension: 'png' }],
  ['JPEG', (picture: Sharp) => picture.jpeg(), { mediaType: 'image/jpeg', extension: 'jpg' }],
  ['WebP', (picture: Sharp) => picture.webp(), { mediaType: 'image/webp', extension: 'webp' }],
  ['GIF', (picture: Sharp) => picture.gif(), { mediaType: 'image/gif', extension: 'gif' }],
  ['AVIF', (picture: Sharp) => picture.avif({ effort: 0 }), { mediaType: 'image/avif', extension: 'avif' }],
] as const) {
  test(`${name} is read, whatever its name says`, async () => {
    const bytes = await make(picture(120, 80)).toBuffer()
    assert.deepEqual(await inspect(bytes), { width: 120, height: 80, ...expected })
    const pixels = await images.decode(bytes, 60)
    assert.deepEqual([pixels.width, pixels.height, pixels.rgba.length], [60, 40, 60 * 40 * 4])
  })

  test(`a ${name} that was cut short is refused`, async () => {
    const bytes = await make(picture(120, 80)).toBuffer()
    for (const share of [0.2, 0.5, 0.9]) {
      await refuses(bytes.subarray(0, Math.floor(bytes.length * share)), 'invalid_image')
    }
  })
}

test('the orientation that a camera noted is respected in the facts and in the pixels', async () => {
  const bytes = await picture(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const facts = await inspect(bytes)
  assert.deepEqual([facts.width, facts.height], [80, 120])
  const pixels = await images.decode(bytes, 1000)
  assert.deepEqual([pixels.width, pixels.height], [80, 120])
})

test('of an animation the first frame counts, and its size is the size of one frame', async () => {
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => plain(40, 30, colour).png().toBuffer()))
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const facts = await inspect(bytes)
  assert.deepEqual([facts.width, facts.height], [40, 30])
  const { rgba } = await images.decode(bytes, 100)
  assert.deepEqual([...rgba.subarray(0, 4)], [255, 0, 0, 255])
})

test('pixels come as straight alpha in sRGB, also from grey pictures', async () => {
  const grey = await plain(4, 4, '#808080').greyscale().png().toBuffer()
  assert.deepEqual([...(await images.decode(grey, 8)).rgba.subarray(0, 4)], [128, 128, 128, 255])
  const clear = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  assert.deepEqual([...(await images.decode(clear, 8)).rgba.subarray(0, 4)], [200, 100, 50, 128])
})

for (const [name, bytes] of [
  ['text', Buffer.from('a picture of a cat')],
  ['nothing', Buffer.alloc(0)],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  ],
  ['HTML', Buffer.from('<!doctype html><title>not a picture</title>')],
  ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['a TIFF header', Buffer.from('49492a0008000000', 'hex')],
  ['HEIC', Buffer.from('00000018667479706865696300000000686569636d696631', 'hex')],
  [
    'a PNG signature with SVG behind it',
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<svg/>')]),
  ],
  ['a JPEG signature with noise behind it', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500, 7)])],
  ['an AVIF brand with nothing behind it', Buffer.from('00000018667479706176696600000000617669666d696631', 'hex')],
] as const) {
  test(`${name} is refused with a message that says what to send`, async () => {
    const error = await refuses(bytes, 'invalid_image')
    assert.match(error.message, /PNG, JPEG, WebP, GIF or AVIF/)
    assert.equal(error.param, 'image')
    await assert.rejects(images.decode(bytes, 64), AppError)
  })
}

test('a TIFF made by the same library is refused: only the five formats have a door', async () => {
  await refuses(await picture(20, 20).tiff().toBuffer(), 'invalid_image')
})

test('a picture with more pixels than allowed is refused, one with exactly as many is taken', async () => {
  const bytes = await plain(200, 100, '#123456').png().toBuffer()
  assert.equal((await inspect(bytes, 20_000)).width, 200)
  await refuses(bytes, 'image_too_large', 19_999)
})

test('a side longer than 16384 pixels is refused even where the area is small', async () => {
  await refuses(await plain(16_400, 2, '#123456').png().toBuffer(), 'image_too_large')
})

test('a small file that claims 60000 by 60000 pixels is refused without memory growth', async () => {
  const bomb = hollowPng(60_000, 60_000)
  const earlier = process.memoryUsage.rss()
  for (let round = 0; round < 20; round++) await refuses(bomb, 'image_too_large')
  const grown = process.memoryUsage.rss() - earlier
  assert.ok(grown < 100 * 2 ** 20, `memory grew by ${grown} bytes`)
})

test('a file that claims a good size but holds no pixels is refused', async () => {
  await refuses(hollowPng(3000, 3000), 'invalid_image')
})

test('many pictures at once are all read', async () => {
  const bytes = await picture(64, 64).png().toBuffer()
  const facts = await Promise.all(Array.from({ length: 12 }, () => inspect(bytes)))
  assert.ok(facts.every(({ width }) => width === 64))
})

for (const [when, event] of [
  ['before it is ready', 'spawn'],
  ['at its first order', 'message'],
] as const) {
  test(`a decoder that is killed ${when} says nothing about the picture: a fresh one reads it`, async () => {
    const bytes = await picture(40, 30).png().toBuffer()
    const [facts, started] = await killing(event, 1, () => decode(bytes))
    assert.deepEqual([facts, started], [{ width: 40, height: 30 }, 2])
  })
}

test('a picture that ends two decoders one after the other is refused', async () => {
  const bytes = await picture(40, 30).png().toBuffer()
  const [error, started] = await killing('message', 2, () => decode(bytes).catch((thrown: unknown) => thrown))
  assert.ok(error instanceof AppError)
  assert.deepEqual([error.code, started], ['invalid_image', 2])
})

/** The size that a decoder of its own finds. */
async function decode(bytes: Uint8Array): Promise<unknown> {
  const type = { mediaType: 'image/png', extension: 'png', family: 'image' } as const
  const allowance = { workMs: 6_000, bytes: 100_000_000 }
  const result = await decoderProcess().run({ work: { kind: 'decode', bytes, maxSide: 64, type }, allowance })
  assert.ok('rgba' in result)
  return { width: result.width, height: result.height }
}

/** Ends so many of the next processes at an event of theirs; also tells how many were started. */
async function killing<T>(event: 'spawn' | 'message', most: number, work: () => Promise<T>): Promise<[T, number]> {
  let started = 0
  const onStart = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    if (++started <= most) child.once(event, () => child.kill('SIGKILL'))
  }
  subscribe('child_process', onStart)
  try {
    return [await work(), started]
  } finally {
    unsubscribe('child_process', onStart)
  }
}

let count = 0
async function inspect(bytes: Uint8Array, maxPixels = MAX_PIXELS): Promise<ImageFacts> {
  const path = join(folder, `picture-${count++}.svg`)
  await writeFile(path, bytes)
  const spooled = { path, bytes: bytes.length, sha256: '', head: bytes.subarray(0, 64), discard: async () => {} }
  return await images.inspect(spooled, { maxPixels })
}

async function refuses(bytes: Uint8Array, code: string, maxPixels = MAX_PIXELS): Promise<AppError> {
  const error = await inspect(bytes, maxPixels).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AppError, `expected ${code}, got ${String(error)}`)
  assert.equal(error.code, code)
  return error
}

function plain(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Noise, so that the bytes are spread over the whole file. */
function picture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000000', noise } })
}

/** A PNG whose header claims a size and whose pixel data is a few compressed zeros. */
function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
