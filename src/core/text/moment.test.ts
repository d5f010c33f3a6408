import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment } from './moment.ts'

test('times are read with their zone and their fractions', () => {
  const noon = Date.UTC(2030, 0, 31, 12)
  for (const text of ['2030-01-31T12:00:00Z', '2030-01-31t12:00:00.000z', '2030-01-31T13:30:00+01:30'])
    assert.equal(readMoment(text, 'x'), noon)
  assert.equal(readMoment('2030-01-31T12:00:00.0015Z', 'x'), noon + 1)
})

test('what is no time, or none of a day that there is, is refused', () => {
  for (const text of [
    '',
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-02-30T12:00:00Z',
    '2030-13-01T12:00:00Z',
    '2030-01-31T25:00:00Z',
    '1900000000',
  ])
    assert.throws(() => readMoment(text, 'x'), { code: 'invalid_parameter' }, text)
  assert.throws(() => readMoment('2030-01-31T12:00:00 01:00', 'x'), /%2B/)
})
