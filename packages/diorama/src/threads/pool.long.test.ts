import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { openPool } from './pool.ts'

const drawing = openPool({ threads: 1, program: new URL('./program.ts', import.meta.url) })
after(() => drawing.close())

const clip = { prompt: 'a hill', width: 64, height: 64, seed: 1, references: [], seconds: 2, framesPerSecond: 12 }

test('a prompt that one thread has read can be drawn by any other', async () => {
  const film = drawing.begin('clip')
  const { prompt, seed } = clip
  const result = await film.run({ kind: 'read', job: clip })
  film.end()
  assert.deepEqual(result, { brief: readPrompt(prompt, seed) })
})
