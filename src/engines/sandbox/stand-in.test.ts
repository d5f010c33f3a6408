// needs: ffmpeg
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import sharp from 'sharp'
import { temporaryFolder } from '../../../test/support/at-end.ts'
import { standInClip, standInPicture, standInSize } from './stand-in.ts'

test('a stand-in is one opaque colour, which is the first bytes of the digest of its prompt', async () => {
  const size = standInSize({ width: 1280, height: 720 })
  assert.deepEqual(size, { width: 256, height: 144 })
  const { data, info } = await sharp(standInPicture(size, 'a fox')).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [256, 144, 3])
  const pixels = Array.from({ length: data.length / 3 }, (_, at) => data.subarray(at * 3, at * 3 + 3).join(' '))
  // SHA-256 of "a fox" begins with these three bytes.
  assert.deepEqual(new Set(pixels), new Set(['94 187 226']))
})

// The smallest, the largest, a single macroblock, rows and columns of them, and sides that end within one.
for (const [width, height] of [
  [2, 2],
  [16, 16],
  [256, 256],
  [2, 256],
  [256, 144],
  [146, 256],
] as const)
  test(`a stand-in clip of ${width}x${height} plays as two frames of that colour in a second`, async (t) => {
    const { bytes, durationMs } = standInClip({ width, height }, 'a fox')
    assert.equal(durationMs, 1000)
    const path = join(await temporaryFolder(t), 'clip.mp4')
    writeFileSync(path, bytes)
    // Any fault of the stream, however small, is an error here.
    const strict = ['-v', 'warning', '-err_detect', 'explode', '-xerror', '-i', path]
    const out = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-']
    const yuv = execFileSync('ffmpeg', [...strict, ...out])
    const frame = [...Array(width * height).fill(162), ...Array((width * height) / 4).fill(154)].concat(
      Array((width * height) / 4).fill(86),
    )
    assert.ok(yuv.equals(Uint8Array.from([...frame, ...frame])))
  })
