import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesEtag } from './send-asset.ts'

test('If-None-Match names an entity tag in a list, weakly, or by a star', () => {
  const etag = '"abc"'
  assert.ok(['"abc"', 'W/"abc"', '"x", "abc"', '*'].every((header) => namesEtag(header, etag)))
  assert.ok([undefined, '', '"x"', 'abc', '"abcd"'].every((header) => !namesEtag(header, etag)))
})
