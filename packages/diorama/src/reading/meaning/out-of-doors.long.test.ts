import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

test('a named place out of doors wins over the room that a party would bring', () => {
  const garden = readPrompt('a birthday party in a garden with balloons and a cake', 1)
  assert.equal(garden.archetype, 'landscape')
  assert.deepEqual(garden.places, ['garden'])
  assert.equal(readPrompt('a birthday party with balloons', 1).archetype, 'room')
})

test('the cake of a party stands on a table', () => {
  const { script } = readPrompt('ein Kindergeburtstag im Garten mit Luftballons und Torte', 1)
  assert.ok(script?.ties.some(({ kind, other }) => kind === 'on' && script.entities[other]?.art === 'table'))
})
