import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const first = (prompt: string) => readPrompt(prompt, 1).subjects[0]

test('patterns, covers and what has become of a thing are said of it', () => {
  assert.equal(first('a striped cup on a table')?.finish?.pattern, 'stripes')
  assert.equal(first('a dotted teapot')?.finish?.pattern, 'dots')
  assert.equal(first('a car covered with snow')?.finish?.cover, 'snow')
  assert.equal(first('a stone statue covered with moss')?.art, 'statue')
  assert.equal(first('a broken vase on the floor')?.finish?.state, 'broken')
  assert.equal(first('a half eaten sandwich')?.finish?.state, 'bitten')
  assert.equal(first('a bicycle lying on its side in the grass')?.finish?.state, 'on-its-side')
})

test('who lives is neither broken nor printed on', () => {
  assert.equal(first('a spotted dog in a garden')?.finish, undefined)
})

test('each of several has the colour that is told', () => {
  const apples = first('three red and two yellow apples in a bowl')
  assert.equal(apples?.count, 5)
  assert.equal(new Set(apples?.colours).size, 2)
  assert.equal(apples?.colours?.length, 5)
  assert.equal(first('a red and white striped sock')?.colours, undefined)
})

test('the colour of a plate is its own, and things that are named twice have both colours', () => {
  const plate = readPrompt('a doughnut on a pink plate', 1).script?.entities.find(({ art }) => art === 'plate')
  assert.ok(plate?.colour)
  const balloons = first('four blue balloons and three yellow balloons')
  assert.equal(balloons?.count, 7)
  assert.equal(new Set(balloons?.colours).size, 2)
})

test('words that are said to be on a mug or a cake are on it', () => {
  assert.equal(readPrompt('a mug with the words BEST DAD on it', 1).lettering?.carrier, 'label')
  assert.equal(readPrompt('a cake that says "Happy Birthday"', 1).lettering?.carrier, 'label')
  assert.equal(readPrompt('a fox, with the text "Hello"', 1).lettering?.carrier, 'poster')
})
