import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { meadow } from '../../test/support/test-pictures.ts'
import { encodePng } from './png.ts'

test('a PNG decodes to the very pixels it was made from', async () => {
  const picture = meadow(97, 61)
  const image = await loadImage(Buffer.from(encodePng(picture)))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  assert.deepEqual([canvas.width, canvas.height], [97, 61])
  assert.equal(Buffer.compare(canvas.data(), picture.rgba), 0)
})
