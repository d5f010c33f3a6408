import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../art.ts'
import { readPrompt } from '../reading/read-prompt.ts'
import { oneOfMany } from './one-of-many.ts'
import { planStage } from './plan-stage.ts'

const membersOf = (prompt: string, art: string): string[] => {
  const subject = readPrompt(prompt, 1).subjects.find((one) => drawingOf(one.art)?.id === art)
  assert.ok(subject, prompt)
  return Array.from({ length: subject.count }, (_, index) => drawingOf(oneOfMany(subject, index).art)?.id ?? '')
}

test('of several whom one word names, nobody is the double of the next', () => {
  assert.deepEqual(membersOf('children playing in the park', 'child'), ['child', 'girl', 'boy'])
  assert.deepEqual(membersOf('three friends sitting on a bench', 'person'), ['person', 'woman', 'man'])
  assert.deepEqual(membersOf('three firefighters', 'firefighter'), [
    'firefighter',
    'woman-firefighter',
    'man-firefighter',
  ])
})

test('a word that says who they are is kept, and so is what they look like', () => {
  assert.deepEqual(membersOf('three girls running', 'girl'), ['girl', 'girl', 'girl'])
  const { subjects } = readPrompt('three children with red hair', 1)
  const [children] = subjects
  assert.ok(children?.looks?.hair?.colour !== undefined)
  for (const index of [1, 2]) assert.deepEqual(oneOfMany(children, index).looks, children.looks)
})

test('one alone and animals are as they are drawn', () => {
  for (const prompt of ['a child', 'three dogs running']) {
    const [one] = readPrompt(prompt, 1).subjects
    assert.ok(one)
    assert.equal(oneOfMany(one, 1), one)
  }
})

test('whoever eats has something to eat; of one bear that several have, the first has it', () => {
  const handsOf = (prompt: string): number[] => {
    const { script } = readPrompt(prompt, 1)
    const stage = script && planStage(script)
    assert.ok(stage, prompt)
    return stage.roles
      .filter(({ entity }) => stage.entities[entity]?.kind === 'person')
      .map(({ grasps }) => grasps.length)
  }
  assert.deepEqual(handsOf('three friends sitting on a bench eating ice cream'), [1, 1, 1])
  assert.deepEqual(handsOf('two children holding a teddy bear'), [1, 0])
})

test('a family whose parents or children are named is they, and nobody beside them', () => {
  const people = (prompt: string): string[] =>
    readPrompt(prompt, 1).subjects.map(({ art, count }) => `${count} ${drawingOf(art)?.id}`)
  assert.deepEqual(people('a family with two children on the beach'), ['1 woman', '1 man', '2 child'])
  assert.deepEqual(people('a family on the beach'), ['1 woman', '1 man', '1 child'])
})
