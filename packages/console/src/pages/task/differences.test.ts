import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './differences.ts'

const OPEN = {
  seconds: null,
  audio: null,
  negative_prompt: null,
  quality: null,
  background: null,
  output_format: null,
  strength: null,
  style: null,
  options: null,
}
const EFFECTIVE = { ...OPEN, aspect_ratio: '16:9', width: 1280, height: 720, resolution: null, seed: 7 }
const NOTHING = { ...OPEN, aspect_ratio: null, size: null, seed: null }
const verdicts = (...given: [Parameters<typeof differencesOf>[0]]) =>
  differencesOf(...given).map(({ name, verdict }) => `${name}: ${verdict}`)

test('what was done as asked, what was chosen and what was changed are told apart', () => {
  assert.deepEqual(verdicts({ asked: { ...NOTHING, aspect_ratio: '2:1', size: '1280x720' }, effective: EFFECTIVE }), [
    'Shape: changed',
    'Size: same',
    'Seed: chosen',
  ])
})

test('of the further parameters those are told that anybody chose', () => {
  const asked = { ...NOTHING, seconds: 4, audio: true }
  const effective = { ...EFFECTIVE, seed: null, seconds: 4, audio: false, quality: 'high' }
  assert.deepEqual(verdicts({ asked, effective }).slice(2), ['Length: same', 'Sound: changed', 'Quality: chosen'])
  assert.deepEqual(
    differencesOf({ asked, effective: null })
      .slice(3)
      .map(({ name, asked: told }) => `${name} ${told}`),
    ['Length 4 s', 'Sound on'],
  )
})

test('a size in lines or as a shape is held against what it speaks of', () => {
  const effective = { ...EFFECTIVE, width: null, height: null, resolution: '720p' }
  assert.deepEqual(verdicts({ asked: { ...NOTHING, size: '720p' }, effective })[1], 'Resolution: same')
  assert.deepEqual(verdicts({ asked: { ...NOTHING, size: '1:1' }, effective })[1], 'Size: changed')
  assert.deepEqual(verdicts({ asked: { ...NOTHING, size: '720p' }, effective: EFFECTIVE }).slice(1, 3), [
    'Resolution: same',
    'Pixels: chosen',
  ])
  assert.deepEqual(verdicts({ asked: { ...NOTHING, size: '480p' }, effective: EFFECTIVE })[1], 'Resolution: changed')
})

test('a shape within 3 % of a usual one has its name, another keeps its numbers', () => {
  const shown = (shape: string) =>
    differencesOf({ asked: NOTHING, effective: { ...EFFECTIVE, aspect_ratio: shape } })[0]?.effective
  assert.equal(shown('427:240'), '16:9')
  assert.equal(shown('240:427'), '9:16')
  assert.equal(shown('2:1'), '2:1')
  assert.equal(shown('64:65'), '1:1')
})

test('nothing is judged before it is known', () => {
  assert.deepEqual(verdicts({ asked: NOTHING, effective: null }), ['Shape: waiting', 'Size: waiting', 'Seed: waiting'])
})
