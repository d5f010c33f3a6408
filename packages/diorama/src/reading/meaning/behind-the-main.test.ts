import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const farIn = (prompt: string) =>
  readPrompt(prompt, 1)
    .subjects.filter(({ far }) => far)
    .map(({ art }) => art)

test('castles, trees and tents of a list are behind whoever it is about', () => {
  assert.deepEqual(farIn('a princess in a blue gown, roses, castle, moonlight, fairy tale'), ['castle'])
  assert.deepEqual(farIn('friends around a campfire on the beach, guitar, tents, stars'), ['tent'])
})

test('what the picture is about stays in front, and so does what somebody is on or at', () => {
  assert.deepEqual(farIn('a lonely lighthouse on a rock, big waves, seagulls, storm clouds'), [])
  assert.deepEqual(farIn('a viking with an axe, standing on a longship, cold sea, snow'), [])
  assert.deepEqual(farIn('a castle on a hill, a knight on a horse, sunset, epic'), [])
})

test('a single tree is what one sits under', () => {
  assert.deepEqual(farIn('a family having a picnic in the park, sandwiches, big oak tree, sunny day'), [])
})

test('boats are far away only on water', () => {
  assert.deepEqual(farIn('a fisherman mending a net, gulls, boats, dusk, calm'), [])
  assert.deepEqual(farIn('a girl on the beach, red dress, sailing boats, calm sea, dusk'), ['sailboat'])
})

test('where everybody is far away, nobody is what the others are behind', () => {
  assert.deepEqual(farIn('fantasy land, huge waterfall, wooden bridge, flying dragons far away'), ['dragon'])
})
