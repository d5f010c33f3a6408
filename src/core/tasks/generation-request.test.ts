import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGeneration, countCharacters } from './generation-request.ts'

const given = <Value>(name: string, value: Value) => [{ name, value }]
const model = given('model', 'm')
const prompt = given('prompt', 'p')

test('a missing model is asked for in good English', () => {
  assert.throws(() => checkGeneration('image', { prompt }), { message: 'model is required: name an image model.' })
  assert.throws(() => checkGeneration('video', { prompt }), { message: 'model is required: name a video model.' })
})

test('characters are code points: 3000 of four bytes each are allowed, 3001 are too many', () => {
  assert.equal(countCharacters('👍🏽a'), 3)
  const longest = '🦊'.repeat(3000)
  assert.equal(checkGeneration('image', { model, prompt: given('prompt', longest) }).prompt, longest)
  const tooLong = given('prompt', '🦊'.repeat(3001))
  assert.throws(() => checkGeneration('image', { model, prompt: tooLong }), { code: 'prompt_too_long' })
})

test('U+0000 and half surrogate pairs are refused in every text', () => {
  for (const bad of ['a\u0000b', 'a\ud800b', '\udc00']) {
    const refused = { code: 'invalid_parameter' }
    assert.throws(() => checkGeneration('image', { model, prompt: given('prompt', bad) }), refused)
    assert.throws(() => checkGeneration('image', { model: given('model', bad), prompt }), refused)
    assert.throws(() => checkGeneration('image', { model, prompt, size: given('size', bad) }), refused)
    const second = [...given('webhookUrl', 'https://a.example/'), ...given('callback_url', `https://a.example/${bad}`)]
    assert.throws(() => checkGeneration('video', { model, prompt, webhookUrl: second }), refused)
  }
})

test('two names for the webhook address may agree but not differ', () => {
  const webhook = (first: string | undefined, second?: string) => [
    { name: 'webhookUrl', value: first },
    { name: 'callback_url', value: second },
  ]
  const address = 'https://example.com/a'
  const urlOf = (first: string | undefined, second?: string) =>
    checkGeneration('video', { model, prompt, webhookUrl: webhook(first, second) }).webhookUrl
  assert.equal(urlOf(address, address), address)
  assert.equal(urlOf(undefined, 'https://x.org'), 'https://x.org/')
  assert.equal(urlOf(' ', 'https://x.org'), 'https://x.org/')
  assert.throws(() => urlOf(address, 'https://example.com/b'), { code: 'invalid_parameter', param: 'callback_url' })
  for (const webhookUrl of [
    'ftp://x.org/',
    'x.org',
    '//x.org',
    'https://user:pw@x.org/',
    'https://u@x.org',
    `https://x.org/${'a'.repeat(2048)}`,
  ]) {
    assert.throws(() => urlOf(webhookUrl), { code: 'invalid_webhook_url' }, webhookUrl)
  }
})
