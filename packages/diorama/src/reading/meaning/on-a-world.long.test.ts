import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const drawn = (prompt: string) => {
  const { places, subjects, script } = readPrompt(prompt, 1)
  return { places, figures: (script?.entities ?? subjects).map(({ art }) => art.replace(/-medium.*/, '')) }
}

test('who is on another world has it for the ground, in every language that says so', () => {
  assert.deepEqual(drawn('two aliens on a purple planet').places, ['planet'])
  assert.deepEqual(drawn('космонавт на Луне').places, ['moon'])
  assert.ok(drawn('火星に立つ宇宙飛行士').places.includes('mars'))
  assert.deepEqual(drawn('a little prince standing on an asteroid with a rose').figures, ['prince', 'rose'])
})

test('on another world a rocket stands on its fins and a flag in the ground, unless they are said to fly', () => {
  const { figures } = drawn('an astronaut on Mars with a flag and a rocket')
  assert.ok(figures.includes('landed-rocket') && figures.includes('planted-flag'))
  assert.ok(drawn('a rocket flying over an astronaut on the moon').figures.includes('rocket'))
})

test('the earth and further moons are in the sky of another world', () => {
  assert.ok(drawn('a robot standing on the moon, the earth in the sky').places.includes('earth-above'))
  assert.ok(drawn('a robot on a green planet, two moons in the sky').figures.includes('full-moon'))
})

test('a moon that is looked at is no ground', () => {
  assert.deepEqual(drawn('a wolf howling at the moon').places, [])
})
