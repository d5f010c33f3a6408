import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { parseRange } from './send-file.ts'

for (const [header, expected] of [
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['Bytes=0-1', { start: 0, end: 1 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes 0-1', 'whole'],
  ['bytes=0-1x', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'whole'],
] as const) {
  test(`Range: ${header?.slice(0, 30) ?? '(none)'} of 100 bytes gives ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(parseRange(header, 100), expected)
  })
}

test('a range that is honoured always lies inside the file', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.option(fc.nat(1200)), fc.option(fc.nat(1200)), (bytes, first, last) => {
      const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, bytes)
      if (typeof range === 'string') return
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < bytes)
    }),
  )
})

test('an empty file has no range that could be honoured', () => {
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
  assert.equal(parseRange('bytes=-5', 0), 'unsatisfiable')
})
