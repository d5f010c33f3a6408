import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const hairIn = (prompt: string) => readPrompt(prompt, 1).subjects[0]?.looks?.hair

test('how hair is cut and what colour it has goes to whoever has it', () => {
  assert.deepEqual(hairIn('hacker girl with pink bob, leather jacket, rain'), { colour: '#ee8fb4', shape: 'bob' })
  assert.deepEqual(hairIn('a woman with a blonde ponytail jogging in the park'), {
    colour: '#dcb45c',
    shape: 'ponytail',
  })
  assert.equal(hairIn('model with curly afro hair wearing a red coat')?.shape, 'afro')
  assert.equal(hairIn('young man with dreadlocks, green jacket')?.shape, 'dreadlocks')
})

test('an empty street of glowing signs is drawn in light', () => {
  assert.equal(readPrompt('a cyberpunk street', 1).style, 'neon')
})

test('a family of four is four people', () => {
  const { subjects } = readPrompt('family of four having a picnic under a tree', 1)
  assert.equal(subjects.filter(({ kind }) => kind === 'person').length, 4)
})
