import assert from 'node:assert/strict'
import test from 'node:test'
import { drawn, meadow } from '../../../test/support/test-pictures.ts'
import type { Pixels } from '../../job.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { findDrawing } from '../seen/find-drawing.ts'
import { shapesOf } from '../seen/shapes-of.ts'
import { asSubject } from '../colour/recolour-things.ts'
import { colourOrders } from '../colour/colour-orders.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'
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
  assert.match((await edited('remove the tree and make it night')).notes.join(), /did not find .*tree.* it stayed/)
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

// The field with a sun in its sky, and the same with a car on the meadow.
const sunny = drawn(320, 200, (context) => {
  context.drawImage(canvasOf(field), 0, 0)
  context.fillStyle = '#fffdf2'
  context.beginPath()
  context.arc(170, 66, 12, 0, Math.PI * 2)
  context.fill()
})

async function withCar(): Promise<Pixels> {
  const canvas = canvasOf(field)
  canvas.getContext('2d').drawImage(await renderArt('automobile', 96, 60), 180, 116)
  return pixelsOf(canvas)
}

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

test('a drawing is found where it stands, and not where it is not', async () => {
  const shapes = await shapesOf(asSubject('automobile'))
  const found = findDrawing(await withCar(), shapes)
  assert.ok(found && Math.abs(found.x - 180) < 10 && Math.abs(found.y - 116) < 10, JSON.stringify(found))
  assert.equal(findDrawing(meadow(320, 200), shapes), undefined)
})

test('the named thing gets its colour, and the rest of the picture stays', async () => {
  const car = await withCar()
  const { pixels, notes } = await edited('make the car blue', car)
  assert.deepEqual(notes, [])
  let [turned, astray] = [0, 0]
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 320; x++) {
      const [red, , blue] = colourAt(pixels, x, y)
      const before = colourAt(car, x, y)
      if (before[0] > before[2] + 100 && blue > red + 40) turned++
      const inside = x > 165 && x < 292 && y > 104 && y < 190
      if (!inside && before.some((value, c) => Math.abs(value - (colourAt(pixels, x, y)[c] ?? 0)) > 2)) astray++
    }
  assert.ok(turned > 800, `${turned} pixels turned from red to blue`)
  assert.equal(astray, 0, 'what was not named changed too')
})

test('what is not found keeps its colour, and that is told', async () => {
  const { pixels, notes } = await edited('make the boat green')
  assert.equal(changed(field, pixels), 0)
  assert.match(notes.join(), /did not find boat/)
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

test('what is added on something stands on it; what it was added to is not drawn again', async () => {
  const car = await withCar()
  const { pixels } = await edited('add a cat on the car', car)
  let [above, elsewhere] = [0, 0]
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 320; x++) {
      if (colourAt(pixels, x, y).join() === colourAt(car, x, y).join()) continue
      if (x > 165 && x < 292 && y < 140) above++
      else elsewhere++
    }
  assert.ok(above > 300 && above > elsewhere * 3, `${above} pixels changed over the car, ${elsewhere} elsewhere`)
})

test('a moon is added without making it night', async () => {
  const { pixels } = await edited('add a moon')
  assert.deepEqual(colourAt(pixels, 160, 180), colourAt(field, 160, 180))
})
