import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WATCH } from './support/contract.ts'
import { openComfyUi, runs, type OpenComfyUi } from './support/open-comfyui.ts'

const startOf = async ({ engine, job }: OpenComfyUi): Promise<void> => void runs(await engine.start(job, WATCH))
/** What a process knows that never heard the answer to the start. */
const stopByKey = async ({ another, job }: OpenComfyUi): Promise<unknown> => {
  const engine = another()
  const operation = engine.find?.(job.startKey, job.model)
  assert.ok(operation !== undefined)
  return engine.cancel(operation, job.model)
}

test('a job whose start was cut off is found by its start key and stopped, whether it waits or runs', async (t) => {
  const opened = await openComfyUi(t)
  assert.equal(await stopByKey(opened), 'already over', 'nothing came of that start')
  for (const begun of [false, true]) {
    await startOf(opened)
    if (begun) opened.fake.run()
    assert.equal(await stopByKey(opened), 'stopped')
    assert.deepEqual(opened.fake.jobs(), [])
  }
})

test('a job that begins while it is taken out of the queue is interrupted', async (t) => {
  const opened = await openComfyUi(t)
  await startOf(opened)
  // The queue was told with the job waiting; by the time of the deletion it runs.
  opened.fake.onRequest = (name) => {
    if (name !== 'GET /queue') return
    delete opened.fake.onRequest
    opened.fake.run()
  }
  assert.equal(await stopByKey(opened), 'stopped')
  assert.deepEqual(opened.fake.jobs(), [])
})

test('a cancellation that ComfyUI did not hear is not taken for done', async (t) => {
  const opened = await openComfyUi(t)
  await startOf(opened)
  await opened.fake.goAway()
  await assert.rejects(stopByKey(opened), { name: 'CancelNotTaken' })
})
