import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from './read-prompt.ts'

test('a caravan, a herd or a convoy is several, by whichever words', () => {
  for (const [prompt, art] of [
    ['a camel caravan in the desert', 'camel'],
    ['a caravan in the desert', 'camel'],
    ['eine Kamelkarawane', 'camel'],
    ['une caravane dans le désert', 'camel'],
    ['a truck convoy on the highway', 'delivery-truck'],
    ['eine Schafherde auf der Wiese', 'ewe'],
    ['ein Wolfsrudel im Schnee', 'wolf'],
  ] as const) {
    const [first] = readPrompt(prompt, 1).subjects
    assert.equal(first?.art, art, prompt)
    assert.ok(first.count > 2, `${prompt}: ${first.count}`)
  }
})
