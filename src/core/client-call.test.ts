import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOf, readSeen, writeSeen, type AnswerFate } from './client-call.ts'

const call = (id: string, counts: number[], at = 0, fate: AnswerFate = 'unknown') => ({
  id,
  seen: { counts, at },
  fate,
})
const attempt = (count: number, arrivedAt = 0, mayBeOvertaken = false) => ({ count, arrivedAt, mayBeOvertaken })

test('what was seen of a call is read back, and anything else is not taken for it', () => {
  for (const seen of [
    { counts: [0], at: 5 },
    { counts: [0, 1, 7], at: 1_700_000_000_000 },
  ])
    assert.deepEqual(readSeen(writeSeen(seen)), seen)
  for (const text of ['fresh', '', '5', 'retry 5', '5 x']) assert.equal(readSeen(text), undefined)
})

test('an attempt belongs to a call of which no attempt with its count or a higher one was seen', () => {
  const calls = [call('a', [0, 1]), call('b', [0])]
  assert.equal(callOf(calls, attempt(1))?.id, 'b')
  assert.equal(callOf(calls, attempt(2))?.id, 'a')
  assert.equal(callOf(calls, attempt(0)), undefined)
  assert.equal(callOf([call('a', [0, 2])], attempt(1)), undefined)
})

test('of several it is given a lost one first and a connected one last, then the one that waits for its count, then the latest', () => {
  const calls = [
    call('open', [0], 9, 'connected'),
    call('old', [0], 1),
    call('new', [0], 2),
    call('lost', [0], 0, 'lost'),
  ]
  const order: (string | undefined)[] = []
  for (let left = calls; left.length > 0; left = left.filter(({ id }) => id !== order.at(-1)))
    order.push(callOf(left, attempt(1))?.id)
  assert.deepEqual(order, ['lost', 'new', 'old', 'open'])
  assert.equal(callOf([call('a', [0], 9), call('b', [0, 1], 1)], attempt(2))?.id, 'b')
})

test('an attempt that its client gave up belongs to what a later one made since it arrived', () => {
  const made = call('a', [1], 50)
  assert.equal(callOf([made], attempt(0, 40, true))?.id, 'a')
  assert.equal(callOf([made], attempt(0, 40, false)), undefined)
  assert.equal(callOf([made], attempt(0, 60, true)), undefined)
  assert.equal(callOf([call('a', [0, 1], 50)], attempt(0, 40, true)), undefined)
})
