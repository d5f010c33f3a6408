import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { stagedLines } from '../../test/support/staged-lines.ts'

function assertStaged(prompt: string, ...wanted: string[]): void {
  const lines = stagedLines(prompt)
  for (const line of wanted) assert.ok(lines.includes(line), `${prompt}: no "${line}" in ${lines.join(', ')}`)
}

test('those who do one thing together are all at it', () => {
  assertStaged('two children building a sandcastle', 'child busy sandcastle')
})

test('what is worked on lies on the bench, and nobody stands on it', () => {
  assertStaged('a chef chopping carrots on a cutting board', 'carrot on cutting-board', 'cutting-board on table')
  assertStaged('a baker kneading dough on a wooden table', 'dough on table', 'table facing cook')
  assertStaged('a man frying eggs in a pan', 'egg in frying-pan', 'frying-pan on stove')
  assertStaged('a man typing on a typewriter', 'typewriter on table')
  assertStaged('a woman hanging laundry on a clothesline', 'clothesline facing woman')
  assertStaged('a girl spreading jam on toast', 'jam-jar on table', 'toast on table')
})

test('what is put into something is in the hand that is there', () => {
  assertStaged('a boy posting a letter into a red mailbox', 'boy holds envelope', 'boy busy postbox')
  assertStaged('a boy kicking a ball into a goal', 'boy before goal-net', 'soccer-ball facing boy')
  assertStaged('a child playing on a tablet in bed', 'child holds tablet-computer', 'child on bed')
})

test('a table is no place of its own where somebody works at it', () => {
  assert.ok(readPrompt('a baker kneading dough on a wooden table', 1).places.includes('kitchen'))
})

test('to switch on, to take off and to blow up are no places, no flights and no blasts', () => {
  assertStaged('a woman switching on a lamp', 'desk-lamp on table', 'table facing woman')
  assertStaged('a knight taking off his helmet', 'knight adjust')
  assertStaged('a clown blowing up a balloon', 'balloon breathed clown-face')
})

test('loads are on the back or between those who carry them', () => {
  assertStaged('a man carrying a sack on his back', 'man walk', 'man holds sack')
  assertStaged('two men carrying a sofa', 'man carry', 'man flank sofa')
})

test('a cat on the lap is on who sits', () => {
  assertStaged('a girl stroking a cat on her lap', 'girl sit', 'cat on girl lap')
})

test('what is picked or found outside is on no table', () => {
  for (const prompt of ['a woman picking strawberries in a field', 'a boy with a magnifying glass examining a beetle'])
    assert.ok(!stagedLines(prompt).some((line) => line.endsWith('table')), prompt)
})
