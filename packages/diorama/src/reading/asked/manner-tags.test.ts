import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const artsIn = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)
const withTag = (tag: string) => readPrompt(`a red fox, green grass, quiet evening, ${tag}, masterpiece`, 1)

test('how a picture is taken, felt or made brings nothing into it', () => {
  const tags = [
    'equestrian photography',
    'car photography',
    'toy photography',
    'family photo',
    'lion king style',
    'how to train your dragon style',
    'lord of the rings',
    'harry potter',
    'by tim walker',
    'inspired by beatrix potter',
    'game of thrones',
    'bird perspective',
    'low key',
    'cowboy shot',
    'dslr',
    'looking at viewer',
    'looking straight at viewer',
    'clean lineart',
    'rounded square',
    'happy face',
    'wedding photography',
    'old school',
  ]
  for (const tag of tags)
    assert.deepEqual(
      withTag(tag).subjects.map(({ art }) => art),
      ['fox'],
      tag,
    )
})

test('a mood that is called after a place moves nobody there, where another place is named', () => {
  for (const tag of ['beach vibes', 'coffee shop atmosphere', 'street photography', 'museum quality', 'road trip mood'])
    assert.deepEqual(withTag(tag).places, ['meadow'], tag)
  assert.deepEqual(readPrompt('a diver, school of fish, blue light, underwater photography', 1).archetype, 'underwater')
})

test('for whom a picture is made is not in it', () => {
  assert.deepEqual(withTag('for my daughter').subjects.length, 1)
  assert.deepEqual(withTag('as a gift').subjects.length, 1)
  assert.equal(withTag("for my son's room").archetype, 'landscape')
  assert.deepEqual(artsIn('a picture for my daughter with a fox and an owl'), ['fox', 'owl'])
})

test('a phrase that tells of something is no tag: by the sea is a place', () => {
  assert.ok(withTag('by the sea').places.includes('sea'))
})

test('who is asked to draw something paints no picture in it', () => {
  const { script } = readPrompt('hey, could you draw a panda riding a bicycle through the city, people are waving', 1)
  assert.ok(!script?.deeds.some(({ verb }) => verb === 'paint'))
})

test('what is on a thing or in the air is no manner of the whole picture', () => {
  const styleOf = (prompt: string) => readPrompt(prompt, 1).style
  const said = [
    'a rock climber, chalk dust in the air',
    'a kitchen with an embroidered curtain',
    'a felt hat on a table',
  ]
  assert.deepEqual(said.map(styleOf), ['papercut', 'papercut', 'papercut'])
  assert.deepEqual(['a chalk drawing of a cat', 'an embroidery of a rose'].map(styleOf), ['chalk', 'embroidery'])
})
