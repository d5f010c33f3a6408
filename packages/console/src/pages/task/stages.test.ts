import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from '@mediagen/client'
import { spansOf, stagesOf } from './stages.ts'

const TASK = {
  created: 100,
  started: null,
  finished: null,
  status: 'pending',
  error: null,
  step: null,
  progress: 0,
  queue_position: 3,
  waits_for: null,
  deliveries: [] as Delivery[],
  webhook_url: null,
  attempts: 0,
} as const
const names = (task: Parameters<typeof stagesOf>[0]) => stagesOf(task).map(({ name, state }) => `${name}: ${state}`)
const attempt = { number: 1, at: 131, duration_ms: 500, status: 200, error: null, answer: 'ok' }
const sent = { webhook_id: 'msg_1', event: 'task.completed', url: 'https://x.example' } as const
const delivery = { number: 1, ...sent, next_attempt: null }

test('a task in line shows its place and how long it has waited', () => {
  assert.deepEqual(names(TASK), ['Accepted: done', 'Queued: now', 'Saved: ahead'])
  assert.equal(stagesOf(TASK)[1]?.note, 'position 3 in the queue')
  assert.deepEqual(spansOf(TASK, 107), [{ name: 'Queued', seconds: 7, isOpen: true }])
})

test('a task in work shows its step and progress, and that its webhook is ahead', () => {
  const task = { ...TASK, status: 'processing', started: 110, step: 'saving', progress: 90, webhook_url: 'x' } as const
  assert.deepEqual(names(task), ['Accepted: done', 'Started: done', 'Saving: now', 'Saved: ahead', 'Webhook: ahead'])
  assert.deepEqual(
    spansOf(task, 115).map(({ seconds }) => seconds),
    [10, 5],
  )
})

test('progress that nobody has told is not called zero', () => {
  const task = { ...TASK, status: 'processing', started: 110, step: 'running' } as const
  assert.equal(stagesOf(task)[2]?.note, undefined)
  assert.equal(stagesOf({ ...task, progress: 40 })[2]?.note, '40%')
})

test('a finished task shows how long each part took, down to the webhook that arrived', () => {
  const deliveries = [{ ...delivery, status: 'delivered' as const, attempts: [attempt] }]
  const task = { ...TASK, status: 'success', started: 110, finished: 130, webhook_url: 'x', deliveries } as const
  assert.deepEqual(names(task), ['Accepted: done', 'Started: done', 'Saved: done', 'Webhook: done'])
  assert.deepEqual(spansOf(task, 999), [
    { name: 'Queued', seconds: 10, isOpen: false },
    { name: 'Running', seconds: 20, isOpen: false },
    { name: 'Webhook', seconds: 1.5, isOpen: false },
  ])
})

test('a task that never started, and a webhook that nobody took, are told as such', () => {
  const failed = { status: 500, error: 'it answered with 500' }
  const deliveries = [{ ...delivery, status: 'dead' as const, attempts: [{ ...attempt, ...failed }] }]
  const error = { code: 'cancelled', message: '' }
  const task = { ...TASK, status: 'failed', finished: 120, error, webhook_url: 'x', deliveries } as const
  assert.deepEqual(names(task), ['Accepted: done', 'Never started: bad', 'Cancelled: bad', 'Webhook failed: bad'])
})

test('a webhook of another event is not taken for the one of the end', () => {
  const earlier = { ...delivery, event: 'task.started' as typeof delivery.event }
  const deliveries = [{ ...earlier, status: 'delivered' as const, attempts: [attempt] }]
  const task = { ...TASK, status: 'processing', started: 110, webhook_url: 'x', deliveries } as const
  assert.equal(names(task).at(-1), 'Webhook: ahead')
})
