import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costSeconds, webhookBody } from './webhook-payload.ts'

test('taskCostTime stands at the top and in each image, in seconds with at most three decimals', () => {
  const base = { id: '12', startedAt: 1_000, finishedAt: 6_123, bases: { publicUrl: () => 'http://h' } }
  const good = JSON.parse(webhookBody({ ...base, error: null, outputs: [{ id: 'f', extension: 'mp4' }] })) as unknown
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
    webhookBody({ ...base, error: { code: 'timeout', message: 'too slow' }, outputs: [] }),
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
