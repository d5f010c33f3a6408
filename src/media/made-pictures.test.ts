import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../core/errors.ts'
import type { ImageFacts } from '../ports/images.ts'
import { pngChunk } from '../../test/support/hostile-pictures.ts'
import { sharpImages } from './sharp-images.ts'
import { wholePicture } from './whole-picture.ts'

const images = sharpImages()
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-made-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const FORMS = [
  ['PNG', (picture: Sharp) => picture.png(), 'image/png'],
  ['interlaced PNG', (picture: Sharp) => picture.png({ progressive: true }), 'image/png'],
  ['JPEG', (picture: Sharp) => picture.jpeg(), 'image/jpeg'],
  ['progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true }), 'image/jpeg'],
  ['lossy WebP', (picture: Sharp) => picture.webp(), 'image/webp'],
  ['lossless WebP', (picture: Sharp) => picture.webp({ lossless: true }), 'image/webp'],
  ['GIF', (picture: Sharp) => picture.gif(), 'image/gif'],
  ['AVIF', (picture: Sharp) => picture.avif({ effort: 0 }), 'image/avif'],
] as const

for (const [name, make] of FORMS) {
  test(`${name}: what a model made is described with its own size, and refused when it was cut short anywhere`, async () => {
    const bytes = await make(noise(130, 90)).toBuffer()
    const { width, height } = await describe(bytes)
    assert.deepEqual([width, height], [130, 90])
    for (const share of [0.05, 0.2, 0.5, 0.9, 0.99])
      await refuses(bytes.subarray(0, Math.floor(bytes.length * share)), 'invalid_image')
    await refuses(bytes.subarray(0, bytes.length - 3), 'invalid_image')
  })
}

// An AVIF has boxes to its very end.
for (const [name, make] of FORMS.slice(0, -1)) {
  test(`${name}: bytes behind the picture do no harm`, async () => {
    const bytes = Buffer.concat([await make(noise(130, 90)).toBuffer(), Buffer.alloc(64, 'x')])
    assert.equal((await describe(bytes)).width, 130)
  })
}

for (const [name, make, mediaType] of FORMS.slice(0, 5)) {
  test(`${name}: no decoder is needed to tell that it is whole`, async () => {
    const bytes = await make(noise(130, 90)).toBuffer()
    assert.deepEqual(wholePicture(bytes, mediaType), { width: 130, height: 90 })
    assert.equal(wholePicture(bytes.subarray(0, bytes.length - 20), mediaType), 'damaged')
  })
}

test('a PNG with one wrong bit anywhere in its data is refused', async () => {
  const bytes = await noise(130, 90).png().toBuffer()
  for (let at = 60; at < bytes.length; at += Math.floor(bytes.length / 40)) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 4
    await refuses(flipped, 'invalid_image')
  }
})

test('a PNG that claims a good size but holds no pixels is refused, though its checksums are right', async () => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(3000, 0)
  header.writeUInt32BE(3000, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(1000))
  await refuses(pngOf(['IHDR', header], ['IDAT', pixels], ['IEND', Buffer.alloc(0)]), 'invalid_image')
  await refuses(pngOf(['IHDR', header], ['IEND', Buffer.alloc(0)]), 'invalid_image')
})

test('a JPEG whose data are missing between its headers and its end is refused', async () => {
  const bytes = await noise(130, 90).jpeg().toBuffer()
  const scan = bytes.indexOf(Buffer.from('ffda', 'hex'))
  await refuses(Buffer.concat([bytes.subarray(0, scan + 30), Buffer.from('ffd9', 'hex')]), 'invalid_image')
})

test('the size is that of the picture as it is shown, whichever way it was turned', async () => {
  const turned = noise(130, 90).withMetadata({ orientation: 6 })
  for (const bytes of [await turned.clone().jpeg().toBuffer(), await turned.clone().png().toBuffer()]) {
    const { width, height } = await describe(bytes)
    assert.deepEqual([width, height], [90, 130])
  }
})

test('a picture of many megabytes is described as surely as a small one', async () => {
  const bytes = await noise(1400, 1200).png({ compressionLevel: 0 }).toBuffer()
  assert.ok(bytes.length > 5_000_000)
  assert.deepEqual((await describe(bytes)).width, 1400)
  const flipped = Buffer.from(bytes)
  flipped[4_500_000] = (flipped[4_500_000] ?? 0) ^ 1
  await refuses(flipped, 'invalid_image')
})

test('a picture may be larger than what a decoder may use beside it', async () => {
  const bytes = await noise(130, 90).png().toBuffer()
  const [head, body] = [bytes.subarray(0, 33), bytes.subarray(33)]
  const ballast = pngChunk('teSt', Buffer.alloc(16_000_000))
  const path = join(folder, 'large')
  await writeFile(path, [head, ...Array.from({ length: 10 }, () => ballast), body])
  assert.equal((await describeFile({ path, bytes: (await stat(path)).size, head })).width, 130)
})

test('a picture beyond the limit of pixels is refused', async () => {
  await refuses(await noise(130, 90).png().toBuffer(), 'image_too_large', 130 * 90 - 1)
})

test('many pictures at once are each described with their own size', async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      noise(20 + index, 30)
        .png()
        .toBuffer(),
    ),
  )
  const facts = await Promise.all(made.map((bytes) => describe(bytes)))
  assert.deepEqual(
    facts.map(({ width }) => width),
    made.map((_, index) => 20 + index),
  )
})

let count = 0
async function describe(bytes: Uint8Array, maxPixels?: number): Promise<ImageFacts> {
  const path = join(folder, `picture-${count++}`)
  await writeFile(path, bytes)
  return describeFile({ path, bytes: bytes.length, head: bytes.subarray(0, 4096) }, maxPixels)
}

type Written = { path: string; bytes: number; head: Uint8Array }

async function describeFile(file: Written, maxPixels = 200_000_000): Promise<ImageFacts> {
  return images.describe({ ...file, sha256: '', discard: async () => {} }, { maxPixels, maxBytes: Infinity })
}

async function refuses(bytes: Uint8Array, code: string, maxPixels?: number): Promise<void> {
  await assert.rejects(describe(bytes, maxPixels), (error) => error instanceof AppError && error.code === code)
}

/** Noise, so that the bytes are spread over the whole file. */
function noise(width: number, height: number): Sharp {
  const kind = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000000', noise: kind } })
}

function pngOf(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(([type, data]) => pngChunk(type, data))])
}
