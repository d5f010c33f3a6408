import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { longTest } from '../../../test/support/long.ts'
import { sharedDiorama } from '../../../test/support/shared-diorama.ts'
import { decoded } from '../test/support/decoded-png.ts'
import { meadow } from '../test/support/test-pictures.ts'
import { openDiorama } from './diorama.ts'
import type { Pixels, Watch } from './job.ts'
import { readMark } from './picture/own-mark.ts'

const diorama = sharedDiorama({ threads: 1 })
after(() => diorama.close())

const watch = (onProgress: Watch['onProgress'] = () => {}, signal = new AbortController().signal): Watch => ({
  signal,
  onProgress,
})
const picture = { prompt: 'a red fox by a lake at sunset', width: 320, height: 180, seed: 7, references: [] }
const clip = { ...picture, seconds: 0.5, framesPerSecond: 24 }

test('a picture is a PNG of the size asked for, the same bytes every time', async () => {
  const [once, again, other] = await Promise.all([
    diorama.drawPicture(picture, watch()),
    diorama.drawPicture(picture, watch()),
    diorama.drawPicture({ ...picture, seed: 8 }, watch()),
  ])
  const image = await loadImage(Buffer.from(once.bytes))
  assert.deepEqual([image.width, image.height, once.mediaType], [320, 180, 'image/png'])
  assert.deepEqual(once.bytes, again.bytes)
  assert.notDeepEqual(once.bytes, other.bytes)
})

longTest('a clip is the same file whatever the number of threads', async () => {
  const together = openDiorama({ threads: 2 })
  // Long enough for both threads to have a part of it.
  const long = { ...clip, width: 160, height: 90, seconds: 1 }
  const [one, two] = await Promise.all([diorama.drawClip(long, watch()), together.drawClip(long, watch())])
  await together.close()
  assert.deepEqual(one.bytes, two.bytes)
  assert.deepEqual(one.cover, two.cover)
})

test('progress climbs from 0 to 100 and never falls', async () => {
  for (const draw of [
    (w: Watch): Promise<unknown> => diorama.drawPicture(picture, w),
    (w: Watch): Promise<unknown> => diorama.drawClip(clip, w),
  ]) {
    const seen: number[] = []
    await draw(watch((percent) => seen.push(percent)))
    assert.deepEqual([seen[0], seen.at(-1)], [0, 100])
    assert.ok(
      seen.length > 3 && seen.every((percent, index) => index === 0 || percent > (seen[index - 1] ?? 0)),
      seen.join(' '),
    )
  }
})

test('a cancelled clip rejects with the reason it was given and reports no more progress', async () => {
  const controller = new AbortController()
  const reason = new Error('the caller left')
  const seen: number[] = []
  const onProgress = (percent: number): void => {
    seen.push(percent)
    if (percent >= 20) controller.abort(reason)
  }
  await assert.rejects(diorama.drawClip(clip, watch(onProgress, controller.signal)), reason)
  const before = seen.length
  await diorama.drawPicture(picture, watch())
  assert.equal(seen.length, before)
  await assert.rejects(
    diorama.drawPicture(
      picture,
      watch(() => {}, controller.signal),
    ),
    reason,
  )
})

test('a broken reference fails its own job only', async () => {
  const broken = { width: 10, height: 10, rgba: new Uint8Array(3) }
  const [failed, fine] = await Promise.allSettled([
    diorama.drawPicture({ ...picture, references: [broken] }, watch()),
    diorama.drawPicture(picture, watch()),
  ])
  assert.match(String(failed.status === 'rejected' && failed.reason), /reference of 10x10 has 3 bytes/)
  assert.equal(fine.status, 'fulfilled')
})

test('a picture carries what it was drawn from, and an edit of it all that was wished', async () => {
  const drawn = async (prompt: string, references: Pixels[] = []): Promise<Pixels> =>
    decoded((await diorama.drawPicture({ ...picture, prompt, references }, watch())).bytes)
  const fox = await drawn('a fox on a meadow')
  assert.deepEqual(readMark(fox), { prompt: 'a fox on a meadow', seed: 7, wishes: [] })
  const night = await drawn('make it night', [fox])
  assert.deepEqual(readMark(night)?.wishes, ['make it night'])
  const lightOf = ({ rgba }: Pixels): number => rgba.reduce((sum, value) => sum + value, 0)
  assert.ok(lightOf(night) < lightOf(fox), 'the night is no darker than the day')
  await assert.rejects(drawn('remove the spaceship', [fox]), /Nothing of that name is in this picture/)
})

test('what cannot be done to a given picture is refused in words', async () => {
  const given = { ...picture, prompt: 'replace the fox with a bear', references: [meadow(160, 90)] }
  await assert.rejects(diorama.drawPicture(given, watch()), { name: 'Refusal', message: /cannot exchange .*fox, bear/ })
})

test('odd sizes are refused in words', async () => {
  await assert.rejects(diorama.drawClip({ ...clip, width: 321 }, watch()), /even width and height, and 321x180 is not/)
})

test('the event loop keeps turning while clips are drawn', async () => {
  const drawing = new Set([1, 2])
  let frames = 0
  const count = (): number => frames++
  const jobs = [...drawing].map((seed) =>
    diorama.drawClip({ ...clip, seed }, watch(count)).finally(() => drawing.delete(seed)),
  )
  let turns = 0
  for (; drawing.size > 0; turns++) await setImmediate()
  await Promise.all(jobs)
  // Drawn on this thread, every frame would hold the loop for a turn; in others, hundreds pass meanwhile.
  assert.ok(turns > frames * 20, `${turns} turns during ${frames} steps`)
})

test('a reference keeps its composition and colours', async () => {
  const small = { ...picture, width: 160, height: 90, prompt: 'oil painting', references: [meadow(640, 360)] }
  const { bytes } = await diorama.drawPicture(small, watch())
  const canvas = createCanvas(160, 90)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(bytes)), 0, 0)
  const at = (x: number, y: number): Uint8ClampedArray => canvas.getContext('2d').getImageData(x, y, 1, 1).data
  const [ball, sky] = [at(79, 57), at(80, 5)]
  assert.ok(ball[0]! > ball[2]! + 50, `the ball is no longer red: ${ball.join(' ')}`)
  assert.ok(sky[2]! > sky[0]! + 30, `the sky is no longer blue: ${sky.join(' ')}`)
})
