import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { hashApiKey, isWellFormedApiKey, newApiKeyText, apiKeyHint } from './api-key.ts'
import { crc32 } from './crc32.ts'
import { fingerprint } from './fingerprint.ts'
import { checkGeneration, countCharacters, MAX_SEED } from './generation-request.ts'
import { sniffMediaType } from './media-type.ts'
import { randomBase62 } from './random-text.ts'
import { seedFromPrompt } from './seed.ts'
import { newWebhookSecret, signatureHeaders } from './signature.ts'
import { isTaskId, newTaskId } from './task-id.ts'
import { costSeconds, webhookBody } from './webhook-payload.ts'
import { MAX_DELIVERY_ATTEMPTS, parseRetryAfter, pauseAfterAttempt } from './webhook-schedule.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('a task id is 19 to 24 digits, never starts with 0, and does not repeat', () => {
  const ids = Array.from({ length: 5_000 }, () => newTaskId(bytes))
  for (const id of ids) assert.match(id, /^[1-9][0-9]{18,23}$/)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every(isTaskId))
})

test('random text draws every character equally often', () => {
  const counts = new Map<string, number>()
  for (const character of randomBase62(62_000, bytes)) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // A plain modulo of a byte would give the first 8 characters a quarter more.
  const first = [...'01234567'].reduce((sum, character) => sum + (counts.get(character) ?? 0), 0)
  assert.ok(first < 8_700 && first > 7_300, `${first} of 62,000 were among the first eight`)
})

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

test('our CRC-32 is the usual one', () => {
  for (const text of ['', '123456789', randomBase62(43, bytes)]) assert.equal(crc32(text), zlibCrc32(text))
})

const given = <Value>(name: string, value: Value) => [{ name, value }]
const model = given('model', 'm')
const prompt = given('prompt', 'p')

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

test('the independent verifier accepts our signature, with either secret, and rejects a changed byte', () => {
  const [old, fresh] = [newWebhookSecret(bytes), newWebhookSecret(bytes)]
  const body = '{"id":"1","status":"success"}'
  const headers = signatureHeaders({ webhookId: 'msg_1', atMs: Date.now(), body, secrets: [fresh, old] })
  for (const secret of [old, fresh]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(fresh).verify(body.replace('1', '2'), headers))
  assert.throws(() => new Webhook(newWebhookSecret(bytes)).verify(body, headers))
})

test('ten attempts over 75 h 35 m 05 s, each pause within 20 %, none after the tenth', () => {
  assert.equal(MAX_DELIVERY_ATTEMPTS, 10)
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfterAttempt(index + 1, 0.5) ?? 0)
  assert.equal(
    pauses.reduce((sum, pause) => sum + pause, 0),
    ((75 * 60 + 35) * 60 + 5) * 1000,
  )
  for (const [index, pause] of pauses.entries()) {
    assert.ok((pauseAfterAttempt(index + 1, 0) ?? 0) >= pause * 0.8 - 1)
    assert.ok((pauseAfterAttempt(index + 1, 1) ?? Infinity) <= pause * 1.2 + 1)
  }
  assert.equal(pauseAfterAttempt(10, 0.5), undefined)
})

test('Retry-After stretches a pause to at most double, and never shortens it', () => {
  assert.equal(pauseAfterAttempt(2, 0.5, 1_000), 300_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 400_000), 400_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 10_000_000), 600_000)
  assert.equal(parseRetryAfter('120', 0), 120_000)
  assert.equal(parseRetryAfter(new Date(90_000).toUTCString(), 30_000), 60_000)
  assert.equal(parseRetryAfter('soon', 0), undefined)
})

test('taskCostTime stands at the top and in each image, in seconds with at most three decimals', () => {
  const base = { id: '12', startedAt: 1_000, finishedAt: 6_123, bases: { publicUrl: () => 'http://h' } }
  const good = JSON.parse(webhookBody({ ...base, error: null, outputs: [{ id: 'f', extension: 'mp4' }] })) as unknown
  assert.deepEqual(good, {
    id: '12',
    object: 'task_result',
    created: 6,
    status: 'success',
    result: { images: [{ fileUrl: 'http://h/files/f.mp4', fileType: 'mp4', taskCostTime: 5.123 }] },
    error: null,
    taskCostTime: 5.123,
  })
  const bad = JSON.parse(
    webhookBody({ ...base, error: { code: 'timeout', message: 'too slow' }, outputs: [] }),
  ) as unknown
  assert.deepEqual(bad, {
    id: '12',
    object: 'task_result',
    created: 6,
    status: 'failed',
    result: { images: [] },
    error: 'too slow',
    taskCostTime: 5.123,
  })
  assert.equal(costSeconds(null, 5), 0)
})

test('the same words always give the same seed, other words another', () => {
  assert.equal(seedFromPrompt('a red fox'), seedFromPrompt('a red fox'))
  assert.notEqual(seedFromPrompt('a red fox'), seedFromPrompt('a red box'))
  assert.ok(Number.isInteger(seedFromPrompt('')) && seedFromPrompt('') <= MAX_SEED)
})

test('a request keeps its fingerprint when a later version knows more parameters', () => {
  const request = checkGeneration('video', { model, prompt })
  assert.equal(
    fingerprint({ ...request, references: [] }),
    'df1440ab633132262105d3dfd2e86cbbd85513cb877e6563d66c63baf3477b62',
    'a repeat across the upgrade would be a conflict: leave a new parameter undefined where it was not given',
  )
  assert.equal(fingerprint({ ...request, later: undefined }), fingerprint(request))
  assert.notEqual(fingerprint({ ...request, later: 'given' }), fingerprint(request))
})

test('a fingerprint does not depend on the order of names', () => {
  assert.equal(fingerprint({ a: 1, b: [2, { c: null, d: 'x' }] }), fingerprint({ b: [2, { d: 'x', c: null }], a: 1 }))
  assert.notEqual(fingerprint({ a: [1, 2] }), fingerprint({ a: [2, 1] }))
})

test('a type is told from the first bytes, and text, HTML and SVG are no type at all', () => {
  const from = (text: string): string | undefined => sniffMediaType(Buffer.from(text, 'latin1'))?.mediaType
  assert.equal(from('\x89PNG\r\n\x1a\n'), 'image/png')
  assert.equal(from('\xff\xd8\xff\xe0'), 'image/jpeg')
  assert.equal(from('GIF89a'), 'image/gif')
  assert.equal(from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp')
  assert.equal(from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), 'image/avif')
  assert.equal(from('\0\0\0\x1cftypmif1\0\0\0\0avifmif1miaf'), 'image/avif')
  assert.equal(from('\0\0\0\x20ftypisom\0\0\0\0isomiso2avc1mp41'), 'video/mp4')
  assert.equal(from('\x1a\x45\xdf\xa3'), 'video/webm')
  for (const text of [
    '',
    'GIF',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html>',
    '%PDF-1.7',
    'RIFF\0\0\0\0WAVE',
  ]) {
    assert.equal(from(text), undefined, text)
  }
})
