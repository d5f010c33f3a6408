import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from './read-prompt.ts'

const read = (prompt: string) => {
  const { archetype, places, subjects } = readPrompt(prompt, 1)
  return { archetype, places, arts: subjects.map(({ art }) => art.replace(/-(light|medium|dark).*$/, '')) }
}

test('who is in a building sees its room, in every language; a building that stands somewhere stays a building', () => {
  for (const prompt of [
    'a priest in a gothic cathedral',
    'ein Mann in einer Kirche',
    '教会で祈る女性',
    'мужчина в церкви',
  ])
    assert.deepEqual(read(prompt).places, ['church-nave'], prompt)
  for (const prompt of ['a nurse in a hospital', 'una enfermera en un hospital', '在医院工作的护士'])
    assert.deepEqual(read(prompt).places, ['hospital-ward'], prompt)
  assert.deepEqual(read('a church on a hill'), { archetype: 'landscape', places: ['hills'], arts: ['church'] })
  assert.deepEqual(read('a boy in front of a castle').arts, ['boy', 'castle'])
})

test('the house around a named room is not in the picture', () => {
  assert.deepEqual(read('a castle kitchen with a cook').arts, ['cook'])
  assert.deepEqual(read('two astronauts in the cockpit of a spaceship'), {
    archetype: 'room',
    places: ['cockpit'],
    arts: ['astronaut'],
  })
})

test('a café of a town is a room', () => {
  assert.deepEqual(read('a Paris cafe').places, ['cafe'])
  assert.equal(read('friends in a London pub').archetype, 'room')
  assert.deepEqual(read('an der Bar sitzt ein Mann').places, ['bar'])
  assert.deepEqual(read('ein Bär vor einer Höhle').arts, ['bear'])
})

test('a temple has a hall of its own, though it is drawn as museums are', () => {
  assert.deepEqual(read('a monk in a temple').places, ['temple-hall'])
  assert.deepEqual(read('a woman in a museum').places, ['museum'])
})

test('one is in a train by being on it, and on a rocket outside of it', () => {
  assert.equal(read('an astronaut on a space station').archetype, 'room')
  assert.notEqual(read('a cat riding on a rocket').archetype, 'room')
})

test('before a shop one stands in the street', () => {
  assert.equal(read('a bicycle in front of a bakery').archetype, 'street')
  assert.equal(read('a bicycle in a bakery').archetype, 'room')
})

test('who is on a rooftop of the city stands on the roof that the scene has', () => {
  const { script, places } = readPrompt('a cat on a rooftop, city at night', 1)
  assert.deepEqual(places, ['rooftop'])
  assert.ok(!script?.entities.some(({ art }) => art === 'roof'))
})
