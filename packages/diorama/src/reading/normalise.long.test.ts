import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainly } from './normalise.ts'
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

test('a neon sign of something is that, in light on a wall; a street with neon signs is a street', () => {
  const sign = readPrompt('neon sign of a flamingo on a brick wall, pink glow', 1)
  assert.deepEqual([sign.style, sign.studio?.neon, sign.subjects.map(({ art }) => art)], ['neon', true, ['flamingo']])
  assert.equal(readPrompt('a girl in a street with neon signs', 1).archetype, 'street')
})
