import assert from 'node:assert/strict'
import test from 'node:test'
import { hungIn } from '../../scene/plan/hang-on-wall.ts'
import { readPrompt } from '../read-prompt.ts'

const hung = (prompt: string) => hungIn(readPrompt(prompt, 1)).map(({ art }) => art)
const standing = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)

test('what is on the wall of a room hangs there and stands nowhere', () => {
  const bedroom = 'a bedroom with posters above the bed and a clock on the wall'
  assert.deepEqual(hung(bedroom), ['wall-poster', 'wall-poster', 'wall-poster', 'wall-clock'])
  assert.deepEqual(standing(bedroom), ['bed'])
  assert.equal(readPrompt(bedroom, 1).styled, undefined)
  assert.deepEqual(hung('un reloj en la pared de la cocina'), ['wall-clock'])
  assert.equal(readPrompt('a boy looking at a clock on the wall', 1).archetype, 'room')
})

test('what a room shows on its wall by itself is not there twice', () => {
  assert.deepEqual(hung('ein Klassenzimmer mit einer Uhr an der Wand'), [])
  assert.deepEqual(hung('a workshop with tools on the wall'), [])
})

test('who walks on a wall does not hang on it', () => {
  assert.deepEqual(hung('a cat walking on a wall'), [])
})
