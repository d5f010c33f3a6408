import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  costSeconds,
  MAX_DELIVERY_ATTEMPTS,
  newWebhookSecret,
  parseRetryAfter,
  pauseAfterAttempt,
  signatureHeaders,
  WEBHOOK_EVENTS,
  webhookIdOf,
} from './webhook.ts'

test('a task is announced under one id for ever, and no two tasks share one', () => {
  assert.equal(webhookIdOf('1001', 'task.completed'), webhookIdOf('1001', 'task.completed'))
  const ids = Array.from({ length: 20_000 }, (_, n) => webhookIdOf(String(n), 'task.completed'))
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^msg_[0-9A-Za-z]{22}$/)
})

test('the id of a task does not change from one version to the next', () => {
  assert.equal(webhookIdOf('12345678901234567890', 'task.completed'), 'msg_iHGcznfKDsw0r6M4iuU2hc')
})

test('ten attempts over 75 h 35 m 05 s at least, each pause up to 20 % longer and never shorter, none after the tenth', () => {
  assert.equal(MAX_DELIVERY_ATTEMPTS, 10)
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfterAttempt(index + 1, 0) ?? 0)
  assert.equal(
    pauses.reduce((sum, pause) => sum + pause, 0),
    ((75 * 60 + 35) * 60 + 5) * 1000,
  )
  for (const [index, pause] of pauses.entries()) {
    for (const random of [0.001, 0.25, 0.5, 0.75, 1])
      assert.equal(pauseAfterAttempt(index + 1, random), Math.round(pause * (1 + 0.2 * random)))
  }
  assert.equal(pauseAfterAttempt(10, 0.5), undefined)
})

test('Retry-After stretches a pause to at most double, and never shortens it', () => {
  assert.equal(pauseAfterAttempt(2, 0.5, 1_000), 330_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 400_000), 400_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 10_000_000), 600_000)
  assert.equal(parseRetryAfter('120', 0), 120_000)
  assert.equal(parseRetryAfter(new Date(90_000).toUTCString(), 30_000), 60_000)
  assert.equal(parseRetryAfter('soon', 0), undefined)
})

test('taskCostTime stands at the top and in each image, in seconds with at most three decimals', () => {
  const base = { id: '12', startedAt: 1_000, finishedAt: 6_123, bases: { publicUrl: () => 'http://h' } }
  const good = JSON.parse(
    WEBHOOK_EVENTS['task.completed'].body({ ...base, error: null, outputs: [{ id: 'f', extension: 'mp4' }] }),
  ) as unknown
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
    WEBHOOK_EVENTS['task.completed'].body({ ...base, error: { code: 'timeout', message: 'too slow' }, outputs: [] }),
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

const bytes = (length: number): Uint8Array => randomBytes(length)

test('the independent verifier accepts our signature, with either secret, and rejects a changed byte', () => {
  const [old, fresh] = [newWebhookSecret(bytes), newWebhookSecret(bytes)]
  const body = '{"id":"1","status":"success"}'
  const headers = signatureHeaders({ webhookId: 'msg_1', atMs: Date.now(), body, secrets: [fresh, old] })
  for (const secret of [old, fresh]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(fresh).verify(body.replace('1', '2'), headers))
  assert.throws(() => new Webhook(newWebhookSecret(bytes)).verify(body, headers))
})
