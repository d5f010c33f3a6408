import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const seen = (prompt: string) => {
  const { archetype, places, script } = readPrompt(prompt, 1)
  return { archetype, places, figures: script?.entities.map(({ art }) => art) ?? [] }
}

test('who looks out of a window is inside, and what is outside is seen through it', () => {
  const train = seen('a woman looking out of the window of a train at the mountains')
  assert.equal(train.archetype, 'room')
  assert.deepEqual(train.places, ['train-car', 'mountains'])
  assert.deepEqual(seen('a cat looking out of a castle window at the sea').places, ['castle-hall', 'sea'])
  assert.deepEqual(seen('a boy looking out of an airplane window at the city').places, ['plane-cabin', 'city'])
  assert.deepEqual(seen('ein Mann schaut aus dem Fenster auf das Meer').places, ['room', 'sea'])
  assert.equal(seen('窓から海を見る猫').archetype, 'room')
})

test('mountains before a window are no ground to stand on', () => {
  assert.ok(!seen('женщина смотрит в окно поезда на горы').figures.includes('summit'))
})

test('a house with a window in it is seen from outside', () => {
  assert.equal(seen('a castle with a glowing window').archetype, 'landscape')
})

test('whom somebody watches through a window is beyond it, and not in the room', () => {
  for (const [prompt, who] of [
    ['a cat watching birds through the window', 'bird'],
    ['a boy looking out of the window at a dog in the garden', 'dog'],
    ['une fille regarde un cheval par la fenêtre', 'horse'],
    ['eine Katze beobachtet Vögel durch das Fenster', 'bird'],
    ['猫趴在窗台上看着外面的小鸟', 'bird'],
  ] as const) {
    const { beyond, script } = readPrompt(prompt, 1)
    assert.deepEqual(
      beyond?.map(({ art }) => art),
      [who],
      prompt,
    )
    assert.ok(!script?.entities.some(({ art }) => art === who), prompt)
  }
  assert.equal(readPrompt('a cat watching a fish in a fishbowl by the window', 1).beyond, undefined)
})
