import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { openSubject, WATCH } from './support/contract.ts'

const clip = SERVER_SUBJECTS.find(({ name }) => name === 'openai-compatible video')!

test('a server that cannot delete a clip says so, unless the clip is over or unknown to it', async (t) => {
  const opened = await openSubject(t, clip)
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  const cancel = (): ReturnType<typeof opened.engine.cancel> =>
    opened.engine.cancel(started.operation, opened.job.model)
  assert.equal(await cancel(), 'stopped')
  const told = []
  for (const [status, asked] of [
    [405, { json: { id: 'v1', status: 'in_progress' } }],
    [404, { json: { id: 'v1', status: 'in_progress' } }],
    [405, { json: { id: 'v1', status: 'completed' } }],
    [404, { status: 404, json: {} }],
  ] as const) {
    opened.fake.onCancel.push({ status, json: {} })
    opened.fake.onStatus.push(asked)
    told.push(await cancel())
  }
  assert.deepEqual(told, ['cannot', 'cannot', 'already over', 'already over'])
  opened.fake.onCancel.push({ status: 503, json: {} })
  await assert.rejects(async () => cancel(), { name: 'CancelNotTaken' })
})
