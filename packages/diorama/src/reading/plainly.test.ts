import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainly } from './plainly.ts'
import { readPrompt } from './read-prompt.ts'

test('words that only ask for a picture are no deed of whoever is in it', () => {
  assert.equal(plainly('hey can you make a picture of my two cats on a sofa'), 'my two cats on a sofa')
  assert.equal(plainly('please create an image for my travel blog: a woman on a mountain'), 'a woman on a mountain')
  assert.equal(plainly('I need a logo for my bike shop'), 'a logo for my bike shop')
  assert.equal(plainly('a woman draws a picture of a cat'), 'a woman draws a picture of a cat')
})

test('of two each has the colour that is told of it', () => {
  const arts = readPrompt('two cats, one orange and one black, on a sofa', 1).subjects.map(({ art }) => art)
  assert.ok(arts.includes('ginger-cat') && arts.includes('black-cat') && !arts.includes('tangerine'))
  assert.equal(readPrompt('two dogs, one white and the other brown', 1).subjects[0]?.colours?.length, 2)
})

test('what is named again is told more of', () => {
  assert.equal(readPrompt('dragon flying over mountains, red dragon with huge wings', 1).subjects[0]?.colour, '#d7342e')
})

test('a neon sign of something is that, in light on a wall; a street with neon signs is a street', () => {
  const sign = readPrompt('neon sign of a flamingo on a brick wall, pink glow', 1)
  assert.deepEqual([sign.style, sign.studio?.neon, sign.subjects.map(({ art }) => art)], ['neon', true, ['flamingo']])
  assert.equal(readPrompt('a girl in a street with neon signs', 1).archetype, 'street')
})

test('who watches has no watch, and who is shown how to do something is taught', () => {
  assert.equal(plainly('a wolf on a rock while two cubs watch it'), 'a wolf on a rock while two cubs watching it')
  assert.equal(plainly('a man with a gold watch on his arm'), 'a man with a gold watch on his arm')
  assert.equal(plainly('a chef showing two kids how to bake'), 'a chef teaching two kids to bake')
})
