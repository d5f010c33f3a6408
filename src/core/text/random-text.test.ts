import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { randomBase62 } from './random-text.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('random text draws every character equally often', () => {
  const counts = new Map<string, number>()
  for (const character of randomBase62(62_000, bytes)) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // A plain modulo of a byte would give the first 8 characters a quarter more.
  const first = [...'01234567'].reduce((sum, character) => sum + (counts.get(character) ?? 0), 0)
  assert.ok(first < 8_700 && first > 7_300, `${first} of 62,000 were among the first eight`)
})
