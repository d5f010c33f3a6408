import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const sceneOf = (prompt: string) => readPrompt(prompt, 1).archetype

test('of the places of a list the first decides which scene it is', () => {
  assert.equal(sceneOf('calm mountain lake at sunrise, wooden jetty, red canoe, pine trees, light mist'), 'landscape')
  assert.equal(sceneOf('tropical island, white beach, sailing boats, coral reef, sunny'), 'sea')
  assert.equal(sceneOf('a boy on a bench in the park, autumn leaves, a dog, city skyline, soft light'), 'landscape')
})

test('light from windows is no room, where the scene is out of doors', () => {
  assert.equal(
    sceneOf('snowy village at night, warm light from the windows, a girl with a lantern, smoke from chimneys'),
    'landscape',
  )
  assert.equal(sceneOf('a girl at the window, rain, a cup of tea, cosy, books'), 'room')
})

test('snowy peaks behind somebody bring no snowfall, a winter does', () => {
  const weatherOf = (prompt: string) => readPrompt(prompt, 1).weather
  assert.ok(weatherOf('a dog in the snow, wooden fence, snowy peaks, cold').includes('snow'))
})
