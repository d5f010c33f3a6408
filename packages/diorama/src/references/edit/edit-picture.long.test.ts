import assert from 'node:assert/strict'
import test from 'node:test'
import { drawn, meadow } from '../../../test/support/test-pictures.ts'
import type { Pixels } from '../../job.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { colourOrders } from './colour-orders.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { restyle } from '../restyle.ts'
import { windowsInside } from '../seen/indoors.ts'
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

test('what cannot be done to a given picture is refused in words', async () => {
  for (const [prompt, said] of [
    ['add a rabbit', /draws nothing into a given picture \(rabbit\)/],
    ['remove the tree', /takes nothing out of a given picture/],
    ['replace the fox with a bear', /cannot exchange .*fox, bear/],
    ['make the car blue', /another colour \(car\)/],
    ['mach das Auto blau', /another colour/],
  ] as const)
    await assert.rejects(edited(prompt), (error: Error) => {
      assert.equal(error.name, 'Refusal', prompt)
      assert.match(error.message, said)
      assert.match(error.message, /Nothing of this prompt can be done/)
      return true
    })
})

test('where something else is wanted too, that is done, and what cannot be is told', async () => {
  for (const [prompt, said] of [
    ['add a rabbit and make it night', /draws nothing into/],
    ['remove the tree and make it night', /takes nothing out/],
    ['make the house yellow, black and white', /another colour/],
  ] as const) {
    const { pixels, notes } = await edited(prompt)
    assert.ok(changed(field, pixels) > 160 * 100, prompt)
    assert.match(notes.join(), said)
  }
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

// The field with a sun in its sky.
const sunny = drawn(320, 200, (context) => {
  context.drawImage(canvasOf(field), 0, 0)
  context.fillStyle = '#fffdf2'
  context.beginPath()
  context.arc(170, 66, 12, 0, Math.PI * 2)
  context.fill()
})

const brightness = (colour: readonly number[]) => colour.reduce((sum, value) => sum + value, 0)

test('at night the sun is gone, a moon has come, and the horizon is brighter than the zenith', async () => {
  assert.ok(skyOf(sunny).sun, 'the sun was not found')
  const { pixels } = await edited('make it night', sunny)
  assert.ok(brightness(colourAt(pixels, 170, 66)) < 240, `the sun left ${colourAt(pixels, 170, 66).join(' ')}`)
  assert.ok(brightness(colourAt(pixels, 12, 104)) > brightness(colourAt(pixels, 12, 3)), 'no glow at the horizon')
  let brightest = 0
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 320; x++) brightest = Math.max(brightest, brightness(colourAt(pixels, x, y)))
  assert.ok(brightest > 600, 'there is no moon')
})

test('a sun that sets is low', async () => {
  const { pixels } = await edited('make it sunset', sunny)
  const brightestIn = (from: number, to: number) => {
    let most = 0
    for (let y = from; y < to; y++)
      for (let x = 0; x < 320; x++) most = Math.max(most, brightness(colourAt(pixels, x, y)))
    return most
  }
  assert.ok(brightestIn(85, 110) > brightestIn(0, 60) + 60, 'it is no brighter at the horizon than above')
})

test('colours are read with what they are for: "the red car blue", "the door green and the roof blue"', () => {
  const read = (prompt: string) => colourOrders(prompt).map(({ said, from, to }) => [said, from, to])
  assert.deepEqual(read('make the red car blue'), [['car', '#d7342e', '#3d74c9']])
  assert.deepEqual(read('paint the door green and the roof blue'), [
    ['door', undefined, '#4c9a47'],
    ['roof', undefined, '#3d74c9'],
  ])
  assert.deepEqual(
    read('färbe die Tür rot').map(([, , to]) => to),
    ['#d7342e'],
  )
  assert.deepEqual(read('a red fox in a green forest under a wide blue sky at dawn'), [])
})

const [WIDTH, HEIGHT] = [480, 270]
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
