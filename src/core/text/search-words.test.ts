import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWords, searchWords } from './search-words.ts'

test('every word must occur, in any order, as a part of another or alone, whatever its case and accents are made of', () => {
  const prompt = 'Ein GROSSER Fuchs im Café\u0301, ＮＥＯＮ 日本語の看板'
  for (const search of ['fuchs', 'FUCHS grosser', '  neon\tcafé', '看板 日本', 'uch'])
    assert.ok(hasWords(prompt, searchWords(search, 'search')), search)
  for (const search of ['fuchs hund', 'fuchsbau', '%', '_']) assert.ok(!hasWords(prompt, searchWords(search, 'search')))
})

test('marks beyond those that anybody writes make no difference', () => {
  const run = '\u0301'.repeat(40)
  assert.ok(hasWords(`a fo${run}x`, searchWords(`fo${run}\u0301x`, 'search')))
})

test('a search without words, or with more than anybody types, is refused by name', () => {
  for (const search of [' ', '\u3000', 'a b c d e f g h i j k'])
    assert.throws(() => searchWords(search, 'search'), { code: 'invalid_parameter', param: 'search' })
})
