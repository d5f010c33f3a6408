import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const drawn = (prompt: string): string[] =>
  readPrompt(prompt, 1).subjects.map(({ art }) => art.replace(/-(light|medium|dark).*/, ''))

test('two words for people side by side are one of them', () => {
  assert.deepEqual(drawn('an elf archer in a forest'), ['elf'])
  assert.deepEqual(drawn('an orc warrior'), ['troll'])
  assert.deepEqual(drawn('an old man wizard'), ['mage'])
  assert.deepEqual(drawn('a nurse and a zombie'), ['woman-health-worker', 'zombie'])
})
