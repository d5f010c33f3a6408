import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresOfPlace, hasFeature, PLACE_NAMES } from './places.ts'
import { firmGround } from './reading/firm-ground.ts'
import { readPrompt } from './reading/read-prompt.ts'
import { tabledNames } from '../test/support/tabled-names.ts'

const placesOf = (prompt: string) => readPrompt(prompt, 1).places
const artsOf = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)

test('every place that the word tables name has a row that says what it brings', () => {
  const named = [...tabledNames('place'), ...tabledNames('home')]
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter((name) => !PLACE_NAMES.includes(name)),
    [],
  )
})

test('a place brings what its row says, not what its name looks like', () => {
  assert.ok(hasFeature({ places: ['island'] }, 'palms'))
  assert.ok(!hasFeature({ places: ['island lighthouse'] }, 'palms'))
  assert.ok(hasFeature({ places: ['lake'] }, 'riverside'))
  assert.ok(!hasFeature({ places: ['underwater'] }, 'riverside'))
  assert.deepEqual(featuresOfPlace('toString'), [])
})

test('the longest phrase wins: a thing inside the phrase of a place is not seen as a subject', () => {
  assert.deepEqual(artsOf('a panda in a bamboo forest'), ['panda'])
  assert.deepEqual(artsOf('a panda with bamboo in a forest'), ['panda', 'tanabata-tree'])
})

test('of several places all bring their features, and the first that is more than sky or land gives the scene', () => {
  const { archetype, places } = readPrompt('a cat in the garden and the kitchen', 1)
  assert.equal(archetype, 'room')
  assert.deepEqual(places, ['garden', 'kitchen'])
})

test('the moon is ground to who stands on it, and part of the sky to everybody else', () => {
  assert.deepEqual(placesOf('an astronaut on the moon'), ['space', 'moon'])
  assert.deepEqual(placesOf('an astronaut on mars'), ['space', 'mars'])
  assert.deepEqual(placesOf('an astronaut under the moon in space'), ['space'])
  assert.deepEqual(firmGround('auf dem Mond'), ['moon'])
  assert.deepEqual(firmGround('火星上的宇航员'), ['mars'])
  assert.deepEqual(firmGround('a moonlit street'), [])
})
