import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'
import { withoutSlips } from '../normalise.ts'

const subjectsOf = (prompt: string) => readPrompt(prompt, 1).subjects
const artsIn = (prompt: string) => subjectsOf(prompt).map(({ art }) => art)

test('a word that is misspelt is the word that was meant, and names stay as they are', () => {
  assert.deepEqual(artsIn('golden retreiver running thru a medow, elefant'), ['golden-retriever', 'elephant'])
  const names = 'style of klimt, by manet, monet, artgerm, hasselblad, portra 400, shinjuku, suspenders'
  assert.equal(withoutSlips(names), names)
  assert.equal(withoutSlips('a cat looks trough the window'), 'a cat looks through the window')
  assert.equal(
    withoutSlips('pigs at a trough, a cub on its mothers back'),
    "pigs at a trough, a cub on its mother's back",
  )
})

test('a breed and its sort are one beast, as many as are counted', () => {
  assert.deepEqual(artsIn('cute corgi puppy, red bandana, meadow'), ['corgi'])
  assert.equal(subjectsOf('two husky puppies playing in snow')[0]?.count, 2)
  assert.deepEqual(artsIn('a cat and a dog'), ['cat', 'dog'])
})

test('who is told of first does not turn away because somebody else looks in at the window', () => {
  const behind = (prompt: string) => readPrompt(prompt, 1).framing?.behind
  assert.equal(behind('a girl in a kitchen looking through the window'), true)
  assert.equal(behind('a grandma baking in a kitchen, a cat looking through the window'), undefined)
})
