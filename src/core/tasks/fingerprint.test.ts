import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprint } from './fingerprint.ts'

test('a fingerprint does not depend on the order of names', () => {
  assert.equal(fingerprint({ a: 1, b: [2, { c: null, d: 'x' }] }), fingerprint({ b: [2, { d: 'x', c: null }], a: 1 }))
  assert.notEqual(fingerprint({ a: [1, 2] }), fingerprint({ a: [2, 1] }))
})

// Made by the first version. A request that is repeated across an upgrade has such a digest on record.
const PLAIN = '20b40870849e15eb1de85517e48721612a1425f3f647fd0403214ccf0d964938'
const FULL = '2adacec04203ff0162d414532561372587cafc903c14c1d21fe6aa45478e582d'

const open = { aspectRatio: null, size: null, seed: null, webhookUrl: null }
const plain = { kind: 'video', prompt: 'a red boat', model: 'diorama', ...open }
const full = { ...plain, kind: 'image', aspectRatio: '16:9', seed: 7 }

test('a request keeps the fingerprint that it had in the first version', () => {
  assert.equal(fingerprint({ ...plain, references: [] }), PLAIN)
  assert.equal(fingerprint({ ...full, references: ['https://a.example/x.png'] }), FULL)
})

test('a parameter that is new and that nobody gave leaves the fingerprint as it was, and one that was given does not', () => {
  for (const later of [null, undefined]) assert.equal(fingerprint({ ...plain, references: [], later }), PLAIN)
  for (const later of [0, '', false, 'x']) assert.notEqual(fingerprint({ ...plain, references: [], later }), PLAIN)
})
