import assert from 'node:assert/strict'
import test from 'node:test'
import { sceneClock } from '../../scene/clock.ts'
import { passingOf } from '../../scene/motion/passing-hour.ts'
import { readPrompt } from '../read-prompt.ts'

test('the camera turns where the prompt says, whatever stands between its verb and its direction', () => {
  const cameraOf = (prompt: string) => readPrompt(prompt, 1).camera
  assert.equal(cameraOf('a quiet village, slow pan left'), 'pan-left')
  assert.equal(cameraOf('a harbour, the camera pans slowly to the right'), 'pan-right')
  assert.equal(cameraOf('a lake, camera pans from right to left'), 'pan-left')
  assert.equal(cameraOf('a lake, camera pans left to right'), 'pan-right')
  assert.equal(cameraOf('a castle, the camera slowly zooms out'), 'pull-out')
  assert.equal(cameraOf('a tower, camera tilts gently down'), 'tilt-down')
  assert.equal(cameraOf('a frying pan on the left of a table'), undefined)
})

test('what rolls goes where a verb says so, in several languages, and stands where none does', () => {
  const goes = (prompt: string) => readPrompt(prompt, 1).happenings.includes('go')
  assert.ok(goes('a truck driving across the desert'))
  assert.ok(goes('ein Bus fährt durch die Stadt'))
  assert.ok(goes('поезд едет по мосту'))
  assert.ok(!goes('a red car parked in front of a house'))
})

test('a sun that rises brings the day in a clip, and a mere sunrise is one hour', () => {
  const hoursOf = (prompt: string) => {
    const { painted, passing } = passingOf(readPrompt(prompt, 1), sceneClock(4, false))
    return [passing?.to, painted.time]
  }
  assert.deepEqual(hoursOf('the sun rises over the mountains'), ['night', 'dawn'])
  assert.deepEqual(hoursOf('sunrise over the mountains, timelapse'), ['night', 'day'])
  assert.deepEqual(hoursOf('die Sonne geht unter über dem Meer'), ['dusk', 'golden'])
  assert.equal(hoursOf('sunrise over the mountains')[0], undefined)
})

test('what happens once is read where words stand between', () => {
  const happens = (prompt: string) => readPrompt(prompt, 1).happenings
  assert.ok(happens('a frog jumps from a lily pad into the water').includes('splash'))
  assert.ok(happens('a rocket launches into space').includes('rise'))
  assert.ok(happens('a kite flies up into the sky').includes('rise'))
  assert.ok(happens('a sailboat sails past').includes('cross'))
  assert.deepEqual(happens('a fish swims in an aquarium'), [])
})

test('seasons that change go from summer to winter, and autumn leaves that fall are in the air', () => {
  const { season, turnsTo } = readPrompt('the seasons change around a tree', 1)
  assert.deepEqual([season, turnsTo], ['summer', 'winter'])
  assert.ok(readPrompt('autumn leaves fall in a park', 1).particles.includes('leaves'))
  assert.equal(readPrompt('a campfire burns', 1).subjects[0]?.art, 'campfire')
  assert.equal(readPrompt('a baby crawls across the floor', 1).subjects[0]?.art, 'baby-medium-skin-tone')
})

test('a wish about a given picture keeps the words that make it one', () => {
  assert.deepEqual(readPrompt('make it black and white', 1).edits, ['monochrome'])
  assert.deepEqual(readPrompt('can you make it black and white', 1).edits, ['monochrome'])
})
