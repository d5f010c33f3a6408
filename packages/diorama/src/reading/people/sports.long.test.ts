import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const deedsOf = (prompt: string) => (readPrompt(prompt, 1).script?.deeds ?? []).map(({ verb }) => verb)

test('groups skate, ski and surf, in several languages, and where that is done', () => {
  for (const [prompt, verb, place] of [
    ['three children skating', 'skate', 'ice-rink'],
    ['drei Kinder laufen Schlittschuh', 'skate', 'ice-rink'],
    ['three children skiing', 'ski', 'ski-slope'],
    ['deux amis font du ski', 'ski', 'ski-slope'],
  ] as const) {
    assert.ok(deedsOf(prompt).includes(verb), prompt)
    assert.ok(readPrompt(prompt, 1).places.includes(place), `${prompt}: ${readPrompt(prompt, 1).places.join(', ')}`)
  }
  assert.ok(deedsOf('deux amis surfent').includes('surf'))
})
