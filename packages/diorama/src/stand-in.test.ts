import assert from 'node:assert/strict'
import test from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { standInPicture, standInSize } from './stand-in.ts'

async function coloursOf(bytes: Uint8Array): Promise<Set<string>> {
  const image = await loadImage(Buffer.from(bytes))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 4).join(' ')))
}

test('a stand-in is one opaque colour, which is the first bytes of the digest of its prompt', async () => {
  const size = standInSize({ width: 1280, height: 720 })
  // SHA-256 of "a fox" begins with these three bytes.
  assert.deepEqual(await coloursOf(standInPicture(size, 'a fox')), new Set(['94 187 226 255']))
})
