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
