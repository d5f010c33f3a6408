import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookIdOf } from './webhook-id.ts'

test('a task is announced under one id for ever, and no two tasks share one', () => {
  assert.equal(webhookIdOf('1001'), webhookIdOf('1001'))
  const ids = Array.from({ length: 20_000 }, (_, n) => webhookIdOf(String(n)))
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^msg_[0-9A-Za-z]{22}$/)
})

test('the id of a task does not change from one version to the next', () => {
  assert.equal(webhookIdOf('12345678901234567890'), 'msg_iHGcznfKDsw0r6M4iuU2hc')
})
