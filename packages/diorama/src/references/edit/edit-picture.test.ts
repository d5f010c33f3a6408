import assert from 'node:assert/strict'
import test from 'node:test'
import { drawn, meadow } from '../../../test/support/test-pictures.ts'
import type { Pixels } from '../../job.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { restyle } from '../restyle.ts'
import { skyOf } from '../seen/sky.ts'
import { wishOf } from './wish.ts'

const studio = { step: () => undefined, breathe: async () => undefined }
// A blue sky with a white cloud over a green meadow.
const field = drawn(320, 200, (context) => {
  context.fillStyle = '#6ea8e0'
  context.fillRect(0, 0, 320, 200)
  context.fillStyle = '#ffffff'
  context.fillRect(60, 20, 50, 20)
  context.fillStyle = '#4f8a34'
  context.fillRect(0, 110, 320, 90)
})

const edited = async (prompt: string, picture: Pixels = field) =>
  restyle({ prompt, width: picture.width, height: picture.height, seed: 5, references: [picture] }, studio)

function colourAt({ width, rgba }: Pixels, x: number, y: number): [number, number, number] {
  const at = (y * width + x) * 4
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
}

function changed(a: Pixels, b: Pixels): number {
  let count = 0
  for (let at = 0; at < a.rgba.length; at += 4)
    if (Math.abs((a.rgba[at] ?? 0) - (b.rgba[at] ?? 0)) + Math.abs((a.rgba[at + 2] ?? 0) - (b.rgba[at + 2] ?? 0)) > 12)
      count++
  return count
}

test('what is added stands in the picture, and all the rest of it stays as it was given', async () => {
  const { pixels, notes } = await edited('add a dog')
  const share = changed(field, pixels) / (320 * 200)
  assert.ok(share > 0.005 && share < 0.15, `${share} of the picture changed`)
  assert.deepEqual(notes, [])
  let inSky = 0
  for (let x = 0; x < 320; x++) if (colourAt(pixels, x, 50).join() !== colourAt(field, x, 50).join()) inSky++
  assert.equal(inSky, 0, 'the dog stands in the sky')
})

test('what flies is added in the sky', async () => {
  const { pixels } = await edited('add a hot air balloon')
  let above = 0
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 320; x++)
      if (colourAt(pixels, x, y).join() !== colourAt(field, x, y).join()) above += y < 110 ? 1 : -1
  assert.ok(above > 400, `${above} more pixels changed above the horizon than below`)
})

test('the sky is found with its clouds, and the land is not', () => {
  const sky = skyOf(field)
  assert.ok(sky.at(0.5, 0.2) > 0.9 && sky.at(0.26, 0.15) > 0.9, 'sky or cloud was missed')
  assert.ok(sky.at(0.5, 0.8) < 0.1, 'the meadow counts as sky')
})

test('winter covers what grows, autumn turns it, and night darkens land and sky', async () => {
  const [winter, autumn, night] = await Promise.all(
    ['make it winter', 'make it autumn', 'make it night'].map(async (prompt) => (await edited(prompt)).pixels),
  )
  const [snow = [], leaves = [], dark = []] = [winter, autumn, night].map((picture) =>
    colourAt(picture as Pixels, 160, 170),
  )
  assert.ok(Math.min(...snow) > 160, `snow is ${snow.join(' ')}`)
  assert.ok((leaves[0] ?? 0) > (leaves[1] ?? 0), `autumn is ${leaves.join(' ')}`)
  assert.ok(Math.max(...dark) < 80, `night is ${dark.join(' ')}`)
  assert.ok(Math.max(...colourAt(night as Pixels, 20, 4)) < 110, 'the sky stayed bright')
})

test('what cannot be done is told, and refused where nothing else is wanted', async () => {
  assert.match((await edited('remove the tree and make it night')).notes.join(), /cannot take anything out/)
  await assert.rejects(edited('remove the tree'), { name: 'Refusal', message: /Nothing of this prompt can be done/ })
  await assert.rejects(edited('replace the face with a cat'), { name: 'Refusal' })
})

test('a prompt that only describes leaves the picture as it came, and says so', async () => {
  const { pixels, notes } = await edited('a meadow under a wide sky', meadow(160, 90))
  assert.equal(changed(meadow(160, 90), pixels), 0)
  assert.match(notes.join(), /given back as it came/)
})

test('of "a dog next to the house" only the dog is new, of "a dog and a cat" both are', () => {
  const addedBy = (prompt: string) => wishOf(readPrompt(prompt, 1)).additions.map(({ subject }) => subject.art)
  assert.deepEqual(addedBy('add a dog next to the house'), ['dog'])
  assert.deepEqual(addedBy('add a dog and a cat').toSorted(), ['cat', 'dog'])
  assert.deepEqual(addedBy('füge einen Hund hinzu'), ['dog'])
})

test('colours change as a whole where a prompt says so', async () => {
  const { pixels } = await edited('make it brighter', meadow(160, 90))
  assert.ok(changed(meadow(160, 90), pixels) > 160 * 90 * 0.5)
})

test('each added thing goes where it was said: "a cow on the left and two birds in the sky"', () => {
  const { additions } = wishOf(readPrompt('add a cow on the left and two birds in the sky', 1))
  const said = additions.map(({ subject, side, aloft }) => [subject.art, side, aloft])
  assert.deepEqual(said, [
    ['cow', 'left', false],
    ['bird', undefined, true],
  ])
})

test('a crop shows the part that was named, as large as the whole was', async () => {
  const { pixels } = await edited('crop it to the bottom')
  assert.equal(pixels.width, 320)
  // The meadow begins at 110 of 200; of the lower three fifths it fills all but the upper quarter.
  assert.ok(colourAt(pixels, 160, 70)[1] > colourAt(pixels, 160, 70)[2])
  assert.deepEqual(wishOf(readPrompt('crop it to the bottom', 1), true).crop, undefined)
})
