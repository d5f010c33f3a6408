import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const WORN: readonly [prompt: string, wearer: RegExp, hat: string][] = [
  ['a pirate dog on a ship', /^dog/, 'pirate-hat'],
  ['un chat pirate', /^cat/, 'pirate-hat'],
  ['宇宙飛行士の猫', /^cat/, 'space-helmet'],
  ['ein Astronauten-Hund', /^dog/, 'space-helmet'],
  ['a viking bear', /^bear/, 'viking-helmet'],
  ['a boy dressed as a pirate', /^boy/, 'pirate-hat'],
  ['a dog in a firefighter costume', /^dog/, 'rescue-workers-helmet'],
  ['ein Junge als Cowboy verkleidet', /^boy/, 'cowboy-hat'],
]

for (const [prompt, wearer, hat] of WORN) {
  test(`who is dressed as somebody is one and not two: ${prompt}`, () => {
    const { subjects } = readPrompt(prompt, 1)
    assert.deepEqual(
      subjects
        .filter(({ kind }) => /^(person|animal)/.test(kind))
        .map(({ art, looks }) => [wearer.test(art), looks?.hat?.art]),
      [[true, hat]],
    )
  })
}

test('somebody beside an animal stays somebody', () => {
  for (const prompt of ['a pirate and a dog', 'a pirate with a dog', 'a wizard feeding an owl', 'a dog, a pirate']) {
    const { subjects } = readPrompt(prompt, 1)
    assert.equal(subjects.filter(({ kind }) => /^(person|animal)/.test(kind)).length, 2, prompt)
  }
})

test('names of kinds dress nobody', () => {
  assert.deepEqual(
    readPrompt('a king penguin', 1).subjects.map(({ art, looks }) => [art, looks]),
    [['penguin', undefined]],
  )
})

test('what an animal cannot wear is told', () => {
  const { subjects, unused } = readPrompt('a wizard owl', 1)
  assert.deepEqual(
    subjects.map(({ art }) => art),
    ['owl'],
  )
  assert.ok(unused.includes('wizard'))
})

test('an animal that does what takes hands goes upright, and one that does what animals do stays on its feet', () => {
  const isUpright = (prompt: string) =>
    readPrompt(prompt, 1).script?.entities.some(({ looks }) => looks?.upright) === true
  for (const prompt of [
    'a bear painting at an easel',
    'a fox riding a bicycle',
    'ein Bär knetet Teig',
    'un chat qui joue de la guitare',
  ])
    assert.ok(isUpright(prompt), prompt)
  for (const prompt of [
    'a bear eating a fish',
    'a fox running through the snow',
    'a cat playing with yarn',
    'a horse pulling a cart',
  ])
    assert.ok(!isUpright(prompt), prompt)
  assert.ok(readPrompt('a bear kneading dough', 1).places.includes('kitchen'))
})
