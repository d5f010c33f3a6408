import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGeneration, countCharacters } from './generation-request.ts'

test('characters are code points: 3000 of four bytes each are allowed, 3001 are too many', () => {
  assert.equal(countCharacters('👍🏽a'), 3)
  const fields = { model: 'm', prompt: '🦊'.repeat(3000) }
  assert.equal(checkGeneration('image', fields).prompt, fields.prompt)
  assert.throws(() => checkGeneration('image', { model: 'm', prompt: '🦊'.repeat(3001) }), { code: 'prompt_too_long' })
})

test('U+0000 and half surrogate pairs are refused in every text', () => {
  for (const bad of ['a\u0000b', 'a\ud800b', '\udc00']) {
    assert.throws(() => checkGeneration('image', { model: 'm', prompt: bad }), { code: 'invalid_parameter' })
    assert.throws(() => checkGeneration('image', { model: bad, prompt: 'p' }), { code: 'invalid_parameter' })
  }
})

test('two names for the webhook address may agree but not differ', () => {
  const fields = { model: 'm', prompt: 'p', webhookUrl: 'https://example.com/a' }
  assert.equal(
    checkGeneration('video', { ...fields, callback_url: 'https://example.com/a' }).webhookUrl,
    fields.webhookUrl,
  )
  assert.equal(
    checkGeneration('video', { model: 'm', prompt: 'p', callback_url: 'https://x.org' }).webhookUrl,
    'https://x.org/',
  )
  assert.throws(() => checkGeneration('video', { ...fields, callback_url: 'https://example.com/b' }), {
    code: 'invalid_parameter',
  })
  for (const webhookUrl of [
    'ftp://x.org/',
    'x.org',
    '//x.org',
    'https://user:pw@x.org/',
    'https://u@x.org',
    `https://x.org/${'a'.repeat(2048)}`,
  ]) {
    assert.throws(
      () => checkGeneration('video', { ...fields, webhookUrl }),
      { code: 'invalid_webhook_url' },
      webhookUrl,
    )
  }
})
