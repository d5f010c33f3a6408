import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalized } from './normalized.ts'

// Marks that sorting must move past each other; the halfwidth one becomes a mark.
const above = '\u0301'
const below = '\u0316'
const halfwidth = '\uff9e'

test('of a long run of marks, only the first are kept, so that sorting them costs little', () => {
  for (const run of [above.repeat(500) + below.repeat(500), (below + halfwidth).repeat(500), '\u{1d165}'.repeat(500)]) {
    const text = normalized(`a${run}b${run}c`)
    assert.ok([...text].length <= 3 + 2 * 30, `${[...text].length} characters`)
    assert.deepEqual(text.match(/[abcá]/g)?.length, 3, 'the letters are kept')
    assert.equal(normalized(text), text)
  }
})

test('as many marks as people write are kept, however they are composed', () => {
  const most = 'e' + below.repeat(15) + above.repeat(15)
  assert.equal(normalized(most), most.normalize('NFKC'))
  assert.equal(normalized('Cafe\u0301 ｶﾞ'), 'Caf\u00e9 ガ')
  assert.equal(normalized(`e${above.repeat(15)}${below.repeat(15)}`), normalized(most))
})
