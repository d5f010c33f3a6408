import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const BLACK = '#26262b'
const WHITE = '#f4f1ea'

test('two of one animal that are told in two colours are two, each in its own', () => {
  for (const prompt of [
    'a black horse and a white horse in a field',
    'a black dog and a white one',
    'ein schwarzes Pferd und ein weißes Pferd',
    'un cheval noir et un cheval blanc dans un pré',
  ]) {
    const { subjects } = readPrompt(prompt, 1)
    assert.deepEqual(
      subjects.map(({ colour }) => colour),
      [BLACK, WHITE],
      prompt,
    )
  }
})

test('colours told one by one after several are theirs, and not those of what follows', () => {
  for (const prompt of [
    'dos gatos, uno negro y otro blanco, en el sofá',
    'zwei Katzen, eine schwarz, die andere weiß, auf dem Sofa',
    'deux chats, un noir et un blanc, sur un canapé',
  ]) {
    const [cats, sofa] = readPrompt(prompt, 1).subjects
    assert.deepEqual(cats?.colours, [BLACK, WHITE], prompt)
    assert.equal(sofa?.colours, undefined, prompt)
  }
})
