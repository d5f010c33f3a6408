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

test('who is said to be behind another or in the background is a second one, and of which sex somebody is no other', () => {
  assert.deepEqual(drawn('a singer on stage, a drummer behind her'), ['singer', 'person', 'drum-kit'])
  assert.deepEqual(drawn('a boy, a drummer in the background'), ['boy', 'person', 'drum-kit'])
  assert.deepEqual(drawn('a dog with a bone'), ['dog', 'bone'])
})

test('an animal that does yoga does it without a yogi', () => {
  assert.deepEqual(drawn('a cat doing yoga in the park'), ['cat'])
})
