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

test('a mask means the same to every reader: what is transparent, or else what is white, is painted; black knows no greys', async () => {
  const raw = { width: 3, height: 1, channels: 4 } as const
  const asPng = (...bytes: number[]): Promise<Buffer> => sharp(new Uint8Array(bytes), { raw }).png().toBuffer()
  const byAlpha = await asPng(9, 9, 9, 0, 9, 9, 9, 255, 9, 9, 9, 155)
  const byColour = await asPng(255, 255, 255, 255, 0, 0, 0, 255, 100, 100, 100, 255)
  const painted = [255, 0, 100]
  const expected = {
    white: painted,
    black: [0, 255, 255],
    alpha: painted.flatMap((value) => [value, value, value, 255 - value]),
  }
  for (const picture of [byAlpha, byColour]) {
    for (const form of ['white', 'black', 'alpha'] as const) {
      const { written } = await writePicture(sharp(picture), { format: 'png', quality: null, mask: form })
      const { hasAlpha } = await sharp(written).metadata()
      assert.equal(hasAlpha, form === 'alpha')
      const seen = form === 'alpha' ? sharp(written) : sharp(written).extractChannel(0)
      assert.deepEqual([...(await seen.raw().toBuffer())], expected[form], form)
    }
  }
})
