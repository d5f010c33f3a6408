import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { apiKeyHint, hashApiKey, isWellFormedApiKey, newApiKeyText } from './api-key.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('a key has 256 random bits and a checksum that finds a typo', () => {
  const key = newApiKeyText(bytes)
  assert.match(key, /^mg_[0-9A-Za-z]{49}$/)
  assert.ok(isWellFormedApiKey(key))
  for (const index of [3, 20, key.length - 1]) {
    const typo = key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1)
    assert.equal(isWellFormedApiKey(typo), false)
  }
  assert.equal(apiKeyHint(key).includes(key.slice(8)), false)
  assert.equal(apiKeyHint('my-own-secret'), '…')
  assert.equal(hashApiKey(key).length, 64)
})
