import assert from 'node:assert/strict'
import { sharedDiorama } from '../../../../test/support/shared-diorama.ts'
import type { Diorama, Pixels } from '../../src/job.ts'
import { coverFit } from '../../src/references/fit-picture.ts'
import { decodeClip } from './decode-clip.ts'
import { ssim } from './ssim.ts'
import { drawn, meadow, street } from './test-pictures.ts'

/** The illustrator with each of its encoders. */
export const openEncoders = (): { WebAssembly: Diorama; ffmpeg: Diorama } => ({
  WebAssembly: sharedDiorama({ threads: 1 }),
  ffmpeg: sharedDiorama({ threads: 1, ffmpeg: 'ffmpeg' }),
})

const watch = { signal: new AbortController().signal, onProgress: () => {} }
const size = { width: 480, height: 270 }
const filmOf = async (diorama: Diorama, prompt: string, references: Pixels[]): Promise<Pixels[]> =>
  decodeClip(await diorama.drawClip({ prompt, ...size, seed: 1, references, seconds: 1, framesPerSecond: 12 }, watch))

const fitted = (picture: Pixels): Pixels => coverFit(picture, size.width, size.height)
const blackRim = ({ width, height, rgba }: Pixels): number => {
  let dark = 0
  for (let y = 0; y < height; y++)
    for (const x of [0, width - 1]) {
      const at = (y * width + x) * 4
      if (rgba[at]! + rgba[at + 1]! + rgba[at + 2]! < 40) dark += 1
    }
  return dark
}

// Upright bars of uneven width under the sky and on the ground: how far a row has moved can be read off them.
const reeds = (width: number, height: number): Pixels =>
  drawn(width, height, (context) => {
    for (const [top, colours] of [
      [0, ['#9cc4ec', '#b8d8f4', '#86b2e0']],
      [0.5, ['#3a6a34', '#5a8a3c', '#284e2a']],
    ] as const) {
      for (let x = 0, index = 0; x < width; x += 7 + ((index * 5) % 13), index++) {
        context.fillStyle = colours[(index * 7) % 3] ?? '#000000'
        context.fillRect(x, top * height, width, height)
      }
    }
  })

// The shift under which the middle of a row of one frame is most like that of the other.
function sideways(a: Pixels, b: Pixels, y: number): number {
  const cost = (shift: number): number => {
    let sum = 0
    for (let x = a.width / 2 - 60; x < a.width / 2 + 60; x++)
      sum += Math.abs(a.rgba[(y * a.width + x) * 4]! - b.rgba[(y * a.width + x + shift) * 4]!)
    return sum
  }
  const shifts = Array.from({ length: 61 }, (_, index) => index - 30)
  return shifts.reduce((best, shift) => (cost(shift) < cost(best) ? shift : best))
}

/** One picture becomes a move that begins with it, reaches every edge and is no plain zoom. */
export async function assertMovesThrough(diorama: Diorama): Promise<void> {
  const picture = reeds(640, 400)
  const frames = await filmOf(diorama, 'a camera move', [picture])
  assert.equal(frames.length, 12)
  const like = ssim(frames[0]!, fitted(picture))
  assert.ok(like >= 0.95, `the first frame is alike by ${like} only`)
  // A zoom, however strong, moves nothing sideways on the upright through the middle.
  const [far, near] = [0.1, 0.9].map((y) => sideways(frames[0]!, frames.at(-1)!, Math.round(y * size.height)))
  assert.ok(Math.abs(near! - far!) > 4, `what is near moved by ${near} pixels, what is far by ${far}`)
  for (const frame of frames) assert.equal(blackRim(frame), 0)
}

/** First and last frame are the pictures given. */
export async function assertBeginsAndEnds(diorama: Diorama): Promise<void> {
  const [first, last] = [meadow(640, 360), street(480, 480)]
  const frames = await filmOf(diorama, 'a change', [first, last])
  for (const [frame, picture] of [
    [frames[0], first],
    [frames.at(-1), last],
  ] as const) {
    const like = ssim(frame!, fitted(picture))
    assert.ok(like >= 0.95, `alike by ${like} only`)
  }
  assert.equal(frames.length, 12)
}

/** Three pictures are passed through in order. */
export async function assertPassesThrough(diorama: Diorama): Promise<void> {
  const pictures = [meadow(480, 270), street(480, 270), meadow(480, 270, 60)]
  const frames = await filmOf(diorama, 'a change', pictures)
  assert.ok(ssim(frames[0]!, pictures[0]!) > 0.95)
  assert.ok(ssim(frames.at(-1)!, pictures[2]!) > 0.95)
  assert.ok(Math.max(ssim(frames[5]!, pictures[1]!), ssim(frames[6]!, pictures[1]!)) > 0.9)
}
