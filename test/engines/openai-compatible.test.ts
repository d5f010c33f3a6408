import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAiCompatibleEngine } from '../../src/engines/openai-compatible/engine.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { openSubject, quiet, reference, WATCH, type Subject } from './support/contract.ts'

const clip = SERVER_SUBJECTS.find(({ name }) => name === 'openai-compatible video')!

test("the operator's log has the server's own reason, without its key", async (t) => {
  const lines: unknown[] = []
  const log = { ...quiet, info: (_message: string, fields?: object) => void lines.push(fields) }
  const engine: Subject['engine'] = (url, clock) =>
    openAiCompatibleEngine({
      id: 'mine',
      baseURL: `${url}/v1`,
      key: 'a-secret-key',
      concurrency: 1,
      clock,
      log,
      modelSettings: () => ({ options: {}, inputs: {} }),
    })
  const opened = await openSubject(t, { ...clip, engine })
  opened.fake.onStart.push({ status: 401, json: { error: { message: 'the key a-secret-key is unknown here' } } })
  await opened.engine.start(opened.job, WATCH)
  assert.deepEqual(lines, [{ engine: 'mine', status: 401, said: 'the key [secret] is unknown here' }])
})

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

test('a server that has its own names for the ratio and the pictures of a request gets them by these names', async (t) => {
  const inputs = { aspect_ratio: 'ratio', source: 'base', reference: 'style' }
  const engine: Subject['engine'] = (url, clock) =>
    openAiCompatibleEngine({
      id: 'mine',
      baseURL: `${url}/v1`,
      key: undefined,
      concurrency: 1,
      clock,
      modelSettings: () => ({ options: {}, inputs }),
    })
  for (const subject of SERVER_SUBJECTS.filter(({ name }) => name.startsWith('openai-compatible'))) {
    const references = subject.kind === 'image' ? [reference('source'), reference('reference')] : []
    const opened = await openSubject(t, { ...subject, engine }, { references })
    await opened.engine.start(opened.job, WATCH)
    const start = opened.fake.seen.find(({ method }) => method === 'POST')
    const form = await new Response(start?.body, {
      headers: { 'content-type': start?.headers['content-type'] ?? '' },
    }).formData()
    assert.deepEqual([form.get('ratio'), form.has('aspect_ratio')], ['16:9', false])
    if (subject.kind === 'image') assert.deepEqual([form.has('base'), form.has('style')], [true, true])
  }
})
