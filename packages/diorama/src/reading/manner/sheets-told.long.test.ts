import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const sheetOf = (prompt: string) => readPrompt(prompt, 1).studio?.sheet

test('a thing on a cover or a label is printed on a sheet and stands in no room', () => {
  assert.equal(sheetOf('book cover titled "The Last Lantern" with a lantern in fog'), 'poster')
  assert.equal(sheetOf('beer label with a bear and grapes, text "BIG BEAR"'), 'poster')
  // Who is somewhere on a cover stays there, and what has a label on it is no label.
  assert.equal(sheetOf('book cover titled "Bear at Sea" with a bear in a boat on the sea'), undefined)
  assert.equal(sheetOf('a glass bottle with a label that says "POISON" on a shelf'), undefined)
})

test('letters have the colour that is said of them', () => {
  const inkOf = (prompt: string) => readPrompt(prompt, 1).lettering?.ink
  assert.equal(inkOf('a poster with a red car and "RACE"'), undefined)
})

test('the cupcake of a birthday card stays one, without a table under it', () => {
  const { subjects, script } = readPrompt('a happy birthday card with balloons and a cupcake', 1)
  assert.deepEqual(
    [...subjects, ...(script?.entities ?? [])].filter(({ art }) => /table|birthday/.test(art)),
    [],
  )
})
