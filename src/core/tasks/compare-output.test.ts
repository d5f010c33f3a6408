import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputWarnings } from './compare-output.ts'

const told = { ratio: '16:9', width: null, height: null, resolution: null }
const made = (width: number | null, height: number | null, durationMs: number | null = null) => ({
  width,
  height,
  durationMs,
})

test('a result of another size than the engine was told is said, one that was rounded is not', () => {
  const exact = { ...told, width: 1024, height: 768 }
  assert.deepEqual(outputWarnings(made(320, 320), exact), ['size: the model made 320x320, not 1024x768'])
  assert.deepEqual(outputWarnings(made(1, 1), { ...told, width: 1360, height: 768 }).length, 1)
  assert.deepEqual(outputWarnings(made(1024, 768), exact), [])
  assert.deepEqual(outputWarnings(made(1040, 768), exact), [])
  assert.deepEqual(outputWarnings(made(1080, 768), exact), ['size: the model made 1080x768, not 1024x768'])
})

test('where only a ratio or a resolution was told, that is what is compared', () => {
  assert.deepEqual(outputWarnings(made(1280, 720), told), [])
  assert.deepEqual(outputWarnings(made(720, 1280), told), ['size: the model made 720x1280, which is not 16:9'])
  assert.deepEqual(outputWarnings(made(854, 480), { ...told, resolution: '720p' }), [
    'size: the model made 854x480, which is not 720p',
  ])
  assert.deepEqual(outputWarnings(made(1280, 704), { ...told, ratio: '20:11', resolution: '720p' }), [])
})

test('a model that decides by itself, and a result that could not be measured, are never said to differ', () => {
  assert.deepEqual(outputWarnings(made(333, 777), { ...told, ratio: 'auto' }), [])
  assert.deepEqual(outputWarnings(made(null, null), { ...told, width: 10, height: 10 }, 5), [])
})

test('a clip may differ by a fifth of its length or half a second, whichever is more', () => {
  assert.deepEqual(outputWarnings(made(16, 9, 5_900), told, 5), [])
  assert.deepEqual(outputWarnings(made(16, 9, 1_450), told, 1), [])
  assert.deepEqual(outputWarnings(made(16, 9, 6_250), told, 5), ['seconds: the model made 6.25 s, not 5 s'])
  assert.deepEqual(outputWarnings(made(16, 9, 400), told, 1), ['seconds: the model made 0.4 s, not 1 s'])
})
