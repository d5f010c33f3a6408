import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRetired, isDay, retirementNotice, retiresSoon } from './model.ts'

const model = { id: 'old', retires: '2026-12-01', successor: 'new' }
const at = (text: string): number => Date.parse(text)

test('a model goes with the first moment of its day, in UTC', () => {
  assert.equal(hasRetired(model, at('2026-11-30T23:59:59.999Z')), false)
  assert.equal(hasRetired(model, at('2026-12-01T00:00:00Z')), true)
  assert.equal(hasRetired({}, at('2999-01-01T00:00:00Z')), false)
})

test('it is announced for sixty days before, and not earlier', () => {
  assert.equal(retirementNotice(model, at('2026-10-01T23:59:59Z')), undefined)
  assert.match(retirementNotice(model, at('2026-10-02T00:00:00Z')) ?? '', /will be shut down .* 2026-12-01; use 'new'/)
  assert.equal(retiresSoon(model, at('2026-12-01T00:00:00Z')), false)
  assert.match(retirementNotice(model, at('2026-12-01T00:00:00Z')) ?? '', /was shut down .* on 2026-12-01; use 'new'/)
  assert.equal(retirementNotice({ id: 'x' }, at('2026-12-01T00:00:00Z')), undefined)
})

test('without a successor nothing is promised in its place', () => {
  const notice = retirementNotice({ id: 'x', retires: '2026-12-01' }, at('2026-12-02T00:00:00Z'))
  assert.equal(notice, "The model 'x' was shut down by its provider on 2026-12-01.")
})

test('a day must be one of the calendar', () => {
  assert.deepEqual(
    ['2026-12-01', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', '01.12.2026', '2026-12-01T00:00'].map(isDay),
    [true, true, false, false, false, false, false],
  )
})
