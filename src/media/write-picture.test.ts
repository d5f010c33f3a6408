import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { writePicture } from './write-picture.ts'

const within = { maxSide: 768, maxBytes: 150_000 }

/** The worst that there is to squeeze. */
function noise(width: number, height: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 90 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: grain } })
    .png()
    .toBuffer()
}

for (const format of ['webp', 'jpeg', 'png'] as const) {
  test(`${format}: whatever the picture, it fits into what it is given`, async () => {
    const { written } = await writePicture(sharp(await noise(1600, 900)), { format, quality: 80, within })
    assert.ok(written.length <= within.maxBytes, `${written.length} bytes`)
    const { width, height, format: seen } = await sharp(written).metadata()
    assert.deepEqual([seen, Math.round((width / height) * 10)], [format, 18])
    assert.ok(width <= within.maxSide && width > 100, `${width} wide`)
  })
}

test('a picture that fits is neither made larger nor worse than asked for, and stands upright', async () => {
  const turned = await sharp(await noise(60, 40))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { written } = await writePicture(sharp(turned), { format: 'webp', quality: 80, within })
  const { width, height } = await sharp(written).metadata()
  assert.deepEqual([width, height], [40, 60])
})
