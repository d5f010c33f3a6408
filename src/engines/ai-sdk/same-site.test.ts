import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameSite } from './same-site.ts'

test('names under one registered domain are of one owner; numbers, other domains and other schemes are not', () => {
  for (const [one, other] of [
    ['https://api.eu1.bfl.ai/v1/get_result', 'https://api.bfl.ai'],
    ['https://us-central1-aiplatform.googleapis.com/x', 'https://aiplatform.googleapis.com'],
    ['http://127.0.0.1:9/a', 'http://127.0.0.1:8/b'],
    ['https://a.shop.co.uk', 'https://shop.co.uk'],
  ] as const)
    assert.ok(isSameSite(one, other), one)
  for (const [one, other] of [
    ['https://bfl.ai.evil.example', 'https://api.bfl.ai'],
    ['https://evilbfl.ai', 'https://api.bfl.ai'],
    ['http://api.bfl.ai', 'https://api.bfl.ai'],
    ['http://10.0.0.1', 'http://11.0.0.1'],
    ['https://evil.co.uk', 'https://shop.co.uk'],
    ['http://[::1]', 'http://[::2]'],
    ['not an address', 'https://api.bfl.ai'],
  ] as const)
    assert.ok(!isSameSite(one, other), one)
})
