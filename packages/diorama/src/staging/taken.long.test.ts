import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { stagedLines } from '../../test/support/staged-lines.ts'

const TAKEN: [prompt: string, want: string[]][] = [
  ['a baker pulling bread out of an oven', ['cook holds bread', 'stove facing cook']],
  ['a magician pulls a rabbit out of a hat', ['mage holds rabbit', 'top-hat facing mage']],
  ['ein Zauberer zieht ein Kaninchen aus einem Hut', ['mage holds rabbit', 'top-hat facing mage']],
  ['un mago saca un conejo del sombrero', ['mage holds rabbit', 'top-hat facing mage']],
  ['une boulangère sort le pain du four', ['woman-cook holds bread', 'stove facing woman-cook']],
  ['мальчик достаёт книгу с полки', ['boy holds open-book', 'shelf facing boy']],
  ['パン職人がオーブンからパンを取り出す', ['cook holds bread', 'stove facing cook']],
  ['女孩从信箱里拿出一封信', ['girl holds envelope', 'postbox facing girl']],
]

for (const [prompt, want] of TAKEN)
  test(`what is taken out of something is in the hands, and that is before who takes it: ${prompt}`, () => {
    const lines = stagedLines(prompt)
    for (const line of want) assert.ok(lines.includes(line), `${line}: ${lines.join(', ')}`)
  })

test('a rope is for what is large or rolls', () => {
  assert.ok(stagedLines('a boy pulling a sled through the snow').includes('sled pulled boy'))
  assert.ok(stagedLines('a girl pulling a toy train').includes('toy-train pulled girl'))
  assert.ok(stagedLines('a farmer pulling carrots out of the ground').includes('farmer holds carrot'))
})

test('what falls off something is still on it, at its edge', () => {
  assert.ok(stagedLines('a vase falling off a shelf').includes('vase on shelf edge'))
  assert.ok(stagedLines('a cat falling off a roof').includes('cat on roof edge'))
})

test('a friend who wrote a letter is no box that it is taken from', () => {
  const { script } = readPrompt('a man holding a letter from a friend', 1)
  assert.deepEqual(script?.ties, [])
})
