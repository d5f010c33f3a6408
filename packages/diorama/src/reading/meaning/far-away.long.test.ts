import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const farIn = (prompt: string) =>
  readPrompt(prompt, 1)
    .subjects.filter(({ far }) => far)
    .map(({ art }) => art)
const artsIn = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)

test('what is said to be in the background is, with the rest of its list, and nobody else', () => {
  assert.deepEqual(farIn('a dog on a bench, a windmill and three trees on the horizon'), ['windmill', 'deciduous-tree'])
  assert.deepEqual(farIn('a dog and a windmill'), [])
  assert.deepEqual(farIn('Ein Hund auf einer Bank, im Hintergrund eine Windmühle'), ['windmill'])
})

test('drops, flames and towers of plates are no things beside others', () => {
  assert.ok(!artsIn('a waiter with a tower of plates').includes('stone-tower'))
})

test('plurals of Dutch and Polish are several, and a German fisher is one', () => {
  const countOf = (prompt: string, art: string) =>
    readPrompt(prompt, 1).subjects.find((one) => one.art.startsWith(art))?.count
  assert.equal(countOf('een meisje en koeien', 'cow'), 3)
  assert.equal(countOf('babcia karmi gołębie', 'dove'), 3)
  assert.equal(countOf('ein alter Fischer auf einer Bank', 'old-man'), 1)
})
