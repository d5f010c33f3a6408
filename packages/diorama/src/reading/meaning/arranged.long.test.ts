import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const first = (prompt: string) => readPrompt(prompt, 1).subjects[0]

test('stacks, heaps, rows and circles are told, with as many as is said', () => {
  assert.equal(first('a pyramid of oranges')?.arranged, 'heap')
  assert.equal(first('a stack of four plates on a table')?.arranged, 'stack')
  assert.equal(first('a stack of four plates on a table')?.count, 4)
  assert.equal(first('a row of seven pumpkins')?.arranged, 'row')
  assert.equal(first('a bicycle along a row of cherry trees')?.count, 1)
  assert.equal(first('a stack of firewood next to a cabin')?.art, 'firewood')
})

test('a stack of books is one drawing, three books are three, a pair of glasses is one', () => {
  assert.equal(first('a stack of three old books')?.count, 1)
  assert.equal(first('three books on a shelf')?.art, 'closed-book')
  assert.equal(first('a pair of glasses on a newspaper')?.count, 1)
})

test('the plural of a drawing’s own name is that drawing', () => {
  assert.deepEqual(
    readPrompt('cucumbers, onions and limes on a table', 1)
      .subjects.map(({ art }) => art)
      .toSorted(),
    ['cucumber', 'lime', 'onion'],
  )
})
