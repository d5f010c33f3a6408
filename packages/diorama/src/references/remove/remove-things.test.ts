import assert from 'node:assert/strict'
import test from 'node:test'
import { drawn } from '../../../test/support/test-pictures.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'
import { pixelsOf } from '../fit-picture.ts'
import { restyle } from '../restyle.ts'
import { windowsInside } from '../seen/indoors.ts'

const studio = { step: () => undefined, breathe: async () => undefined }
const [WIDTH, HEIGHT] = [480, 270]
const field = drawn(WIDTH, HEIGHT, (context) => {
  context.fillStyle = '#6ea8e0'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#4f8a34'
  context.fillRect(0, 150, WIDTH, HEIGHT - 150)
})

async function withThing(art: string): Promise<Pixels> {
  const canvas = canvasOf(field)
  canvas.getContext('2d').drawImage(await renderArt(art, 110, 110), 90, 110)
  return pixelsOf(canvas)
}

const edited = async (prompt: string, picture: Pixels) =>
  restyle({ prompt, width: WIDTH, height: HEIGHT, seed: 5, references: [picture] }, studio)

function unlike(a: Pixels, b: Pixels): number {
  let count = 0
  for (let at = 0; at < a.rgba.length; at += 4)
    if (Math.abs((a.rgba[at] ?? 0) - (b.rgba[at] ?? 0)) + Math.abs((a.rgba[at + 2] ?? 0) - (b.rgba[at + 2] ?? 0)) > 30)
      count++
  return count
}

test('what is found and to be removed is gone, and the land behind it is there', async () => {
  const picture = await withThing('fox')
  const before = unlike(picture, field)
  const { pixels, notes } = await edited('remove the fox', picture)
  assert.deepEqual(notes, ['What was behind fox is a guess, filled in from beside it.'])
  assert.ok(unlike(pixels, field) < before * 0.06, `${unlike(pixels, field)} of ${before} pixels stayed`)
})

test('what is replaced is another thing in the same place, and the rest stays', async () => {
  const picture = await withThing('fox')
  const { pixels } = await edited('replace the fox with a bear', picture)
  assert.ok(unlike(pixels, field) > 1500, 'nothing was put there')
  const right = (x: Pixels) => ({ ...x, rgba: x.rgba.filter((_, at) => Math.floor(at / 4) % WIDTH > 330) })
  assert.equal(unlike(right(pixels), right(field)), 0)
})

const room = drawn(WIDTH, HEIGHT, (context) => {
  context.fillStyle = '#dcdce2'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#8a6a50'
  context.fillRect(0, 200, WIDTH, 70)
  context.fillStyle = '#ffffff'
  context.fillRect(180, 40, 104, 94)
  context.fillStyle = '#5ea8ea'
  context.fillRect(186, 46, 92, 82)
})

test('at night a room has the night in its window and light on its wall, and no stars', async () => {
  assert.equal(windowsInside(room).length, 1)
  assert.deepEqual(windowsInside(field), [])
  const { pixels } = await edited('make it night', room)
  const at = (x: number, y: number) => (y * WIDTH + x) * 4
  const light = (x: number, y: number) => (pixels.rgba[at(x, y)] ?? 0) + (pixels.rgba[at(x, y) + 1] ?? 0)
  assert.ok(light(230, 60) < 130, `the window is ${light(230, 60)}`)
  assert.ok(light(140, 90) > 200, `the wall is ${light(140, 90)}`)
  assert.ok((pixels.rgba[at(140, 90)] ?? 0) > (pixels.rgba[at(140, 90) + 2] ?? 0), 'the light is cold')
})
