import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf } from './unnest.ts'

test('text in an array is quoted, so that no word, comma or brace in it is read as a part of the array', () => {
  assert.equal(arrayOf('text', ['a', '', 'NULL', 'b,c', '{d}', null]), '{"a","","NULL","b,c","{d}",NULL}')
})

test('quotes and backslashes in an array are escaped', () => {
  assert.equal(arrayOf('text', [String.raw`{"a":"\n"}`]), String.raw`{"{\"a\":\"\\n\"}"}`)
})

test('numbers in an array are written as they are, and none is an empty array', () => {
  assert.equal(arrayOf('bigint', [1, null, -9_007_199_254_740_991]), '{1,NULL,-9007199254740991}')
  assert.equal(arrayOf('double precision', [4.25, 1e-7]), '{4.25,1e-7}')
  assert.equal(arrayOf('text', []), '{}')
})
