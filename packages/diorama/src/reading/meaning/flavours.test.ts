import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const told = (prompt: string) =>
  readPrompt(prompt, 1).subjects.map(({ art, colour }) => `${art} ${colour ?? ''}`.trim())

test('ice cream, juice and soup have the colour of their flavour, and no fruit lies beside them', () => {
  const asked: [prompt: string, dish: string][] = [
    ['a bowl of chocolate ice cream', 'ice-cream #6b4226'],
    ['a pistachio gelato', 'ice-cream #b4cf86'],
    ['un helado de chocolate', 'ice-cream #6b4226'],
    ['un sorvete de morango', 'ice-cream #f2a3b8'],
    ['un gelato al pistacchio', 'scoop-cone #b4cf86'],
    ['ein Schokoladeneis', 'ice-cream #6b4226'],
    ['ein Erdbeereis', 'ice-cream #f2a3b8'],
    ['草莓冰淇淋', 'ice-cream #f2a3b8'],
    ['चॉकलेट आइसक्रीम', 'ice-cream #6b4226'],
  ]
  for (const [prompt, dish] of asked) assert.deepEqual(told(prompt), [dish], prompt)
})

test('a fruit beside ice cream stays, and so does the colour that is said', () => {
  assert.deepEqual(told('a strawberry beside an ice cream'), ['strawberry', 'ice-cream'])
  assert.deepEqual(told('a blue ice cream'), ['ice-cream #3d74c9'])
})

test('a word may mean a drawing in a colour of its own', () => {
  assert.deepEqual(told('a glass of white wine'), ['wine #ecd98a'])
  assert.deepEqual(told('un verre de vin rouge'), ['wine'])
  assert.deepEqual(told('ein Glas Apfelsaft'), ['juice-glass #e9c94a'])
  assert.deepEqual(told('тыквенный суп'), ['soup-bowl #e8932a'])
})
