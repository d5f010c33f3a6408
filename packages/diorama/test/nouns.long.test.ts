import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { readPrompt } from '../src/reading/read-prompt.ts'

// Nouns that were read as nothing, as a lookalike or in another sense, with the drawing that each of them means.
const NOUNS = JSON.parse(readFileSync(new URL('nouns.json', import.meta.url), 'utf8')) as Record<string, string>

test('a thing that is named alone is drawn as itself', () => {
  const asked = Object.entries(NOUNS)
  const drawn = asked.map(([noun]) => {
    const { subjects, script } = readPrompt(noun, 1)
    return [noun, (script?.entities ?? subjects)[0]?.art ?? 'nothing']
  })
  assert.deepEqual(drawn, asked)
})
