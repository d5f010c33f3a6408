import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const scriptOf = (prompt: string) => readPrompt(prompt, 1).script ?? assert.fail(`nothing is staged of: ${prompt}`)

test('who gives her brother a rose gives it to him, and changes no picture', () => {
  const { deeds } = scriptOf('A girl gives her brother a rose.')
  assert.deepEqual(deeds, [{ verb: 'give', agents: [0], recipient: 1, patient: 2 }])
  assert.deepEqual(readPrompt('give her a red hat', 1).edits, ['replace'])
})

test('after "and" a finite verb goes on with whom the sentence began', () => {
  const { deeds } = scriptOf('A dog sits beside a sleeping cat and looks through a telescope.')
  assert.deepEqual(deeds.find(({ verb }) => verb === 'look-through')?.agents, [0])
})

test('what is whispered into the ear of a horse is whispered to the horse', () => {
  const { deeds, ties } = scriptOf('A boy whispers into the ear of a grey horse.')
  assert.equal(deeds[0]?.patient, 1)
  assert.deepEqual(ties, [])
})

test('suitcases that are stacked are a stack', () => {
  assert.equal(readPrompt('Four suitcases are stacked beside a door.', 1).subjects[0]?.arranged, 'stack')
})

test('who leans is not seated', () => {
  const { deeds } = scriptOf('A woman leans over a fence to a horse.')
  assert.ok(!deeds.some(({ verb }) => verb === 'sit'))
})

test('a kitten is in the basket with which it is carried', () => {
  const { ties } = scriptOf('A woman carries a basket with a sleeping kitten.')
  assert.deepEqual(ties, [{ kind: 'in', subject: 2, other: 1 }])
})

test('what only one of several has on, but one of them has on', () => {
  const [frogs] = scriptOf('Three frogs sit on a log, and only the middle one wears a crown.').entities
  assert.equal(frogs?.looks, undefined)
  assert.equal(frogs?.only?.which, 1)
  const [cats] = scriptOf('Three cats in red hats sit on a sofa, the middle one sleeps.').entities
  assert.equal(cats?.only, undefined)
})
