import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const artsIn = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)
const entitiesIn = (prompt: string) => readPrompt(prompt, 1).script?.entities.map(({ art }) => art) ?? []

test('a phrase about light or weather does not show what it falls on', () => {
  assert.ok(
    !artsIn('a woman in a greenhouse, watering can, sunlight through the glass, bees').includes('tumbler-glass'),
  )
  assert.ok(!entitiesIn('a man pouring tea, market, carpets, sun rays through the roof, dust').includes('roof'))
})

test('flowers of a kimono are on its cloth, blossoms of a list in the air, those of a field in that field', () => {
  const { subjects, particles } = readPrompt(
    '1girl, black kimono with white flowers, cherry blossoms, full moon, wind',
    1,
  )
  assert.equal(subjects.length, 1)
  assert.deepEqual(particles, ['petals'])
  const field = readPrompt('young woman, green dress, standing in a field of poppies, golden hour, dreamy', 1)
  assert.equal(field.subjects.length, 1)
  assert.deepEqual(field.places, ['poppies'])
})

test('blankets and pillows are on the bed that has its own, and are told; a picnic has one on the ground', () => {
  const { subjects, unused } = readPrompt(
    'a bedroom with a white bed, grey blanket, two pillows, a lamp, big window',
    1,
  )
  assert.ok(!subjects.some(({ art }) => /blanket|pillow/.test(art)))
  assert.ok(unused.includes('blanket') && unused.includes('pillows'))
  assert.ok(entitiesIn('a family having a picnic in the park on a checkered blanket').includes('picnic-blanket'))
})

test('light from above is no place of the camera, and a drone at the end of a list stands back', () => {
  assert.equal(readPrompt('a diver, old chest, blue light from above, bubbles, calm', 1).framing?.shot, undefined)
  const { design, framing } = readPrompt('a train crossing a viaduct, green hills, autumn, drone shot', 1)
  assert.equal(design, undefined)
  assert.equal(framing?.shot, 'wide')
})

test('a tree pose has no tree, a bear mother is no woman, an elven village has no elf', () => {
  assert.ok(!artsIn('five women on the beach doing the tree pose, calm sea, soft light').includes('deciduous-tree'))
  assert.deepEqual(artsIn('polar bear mother with two cubs walking on the ice, northern lights'), ['polar-bear'])
  assert.deepEqual(artsIn('a fox, huge waterfall, elven village, purple sky, calm'), ['fox'])
})

test('who drives drives the car that was named, and a cart with a horse is drawn by it', () => {
  const { script } = readPrompt('a red car on a coastal road, blue sea, woman with sunglasses driving, summer', 1)
  assert.equal(script?.deeds[0]?.patient, 0)
  const cart = readPrompt('farmers in a wheat field, hay cart with horse, summer clouds, calm', 1).script
  assert.ok(cart?.deeds.some(({ verb, patient = -1 }) => verb === 'pull' && cart.entities[patient]?.art === 'wagon'))
})
