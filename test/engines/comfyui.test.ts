import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promptIdOf } from '../../src/engines/comfyui/queue-view.ts'
import { fillSlots, readWorkflow } from '../../src/engines/comfyui/workflow.ts'
import { SERVER_SUBJECTS, WORKFLOWS } from './protocols/server-subjects.ts'
import { openSubject, reference, START_KEY, WATCH } from './support/contract.ts'
import { openComfyUi, runs } from './support/open-comfyui.ts'

const subject = SERVER_SUBJECTS.find(({ name }) => name === 'comfyui image')!
const queueOf = (list: string): { json: object } => ({
  json: { queue_running: [], queue_pending: [], [list]: [[1, promptIdOf(START_KEY), {}, {}, []]] },
})

test('the job carries an id made from the start key, and its slots are filled with values of their own type', async (t) => {
  const opened = await openSubject(t, subject, { references: [reference('reference')] })
  await opened.engine.start(opened.job, WATCH)
  const sent = JSON.parse(opened.fake.seen.find(({ path }) => path === '/prompt')!.body.toString()) as {
    prompt_id: string
    prompt: Record<string, { inputs: Record<string, unknown> }>
  }
  assert.match(sent.prompt_id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(sent.prompt_id, promptIdOf(START_KEY))
  assert.equal(sent.prompt['2']?.inputs['text'], 'so: a lighthouse at dusk')
  assert.equal(typeof sent.prompt['2']?.inputs['seed'], 'number')
  assert.equal(sent.prompt['1']?.inputs['image'], 'mediagen/up.png')
  assert.equal('mediagen' in sent.prompt, false)
})

test('a second start with the same key adopts the job instead of making another', async (t) => {
  const opened = await openSubject(t, subject)
  await opened.engine.start(opened.job, WATCH)
  for (const list of ['queue_pending', 'queue_running']) {
    opened.fake.onStatus.push(queueOf(list))
    assert.equal((await opened.another().start(opened.job, WATCH)).kind, 'running')
  }
  // Finished in the meantime: it is in the history.
  assert.equal((await opened.another().start(opened.job, WATCH)).kind, 'running')
  assert.equal(opened.fake.starts, 1)
})

test('a running job is interrupted, a waiting one is taken out of the queue', async (t) => {
  const opened = await openSubject(t, subject)
  await opened.engine.start(opened.job, WATCH)
  opened.fake.onStatus.push(queueOf('queue_running'))
  await opened.engine.cancel({ promptId: promptIdOf(START_KEY) }, opened.job.model)
  opened.fake.onStatus.push(queueOf('queue_pending'))
  await opened.engine.cancel({ promptId: promptIdOf(START_KEY) }, opened.job.model)
  assert.deepEqual(
    opened.fake.cancels.map(({ path, body }) => [path, JSON.parse(body.toString())]),
    [
      ['/interrupt', { prompt_id: promptIdOf(START_KEY) }],
      ['/queue', { delete: [promptIdOf(START_KEY)] }],
    ],
  )
})

test('a slot that nothing fills is said by name', async () => {
  const { graph } = await readWorkflow(WORKFLOWS, 'everything.json')
  assert.throws(() => fillSlots(graph, { prompt: 'x' }), /reference.*first_frame|first_frame.*reference/)
})

test('what is read of a result ends with its task', async (t) => {
  const { engine, fake, job, clock } = await openComfyUi(t)
  const { operation } = runs(await engine.start(job, WATCH))
  fake.run()
  fake.finish()
  const done = await engine.status(operation, job, WATCH)
  assert.ok(done.kind === 'done')
  const [{ content } = assert.fail('nothing was made')] = done.outputs
  assert.ok(content.from === 'stream')
  const read = async (signal?: AbortSignal): Promise<void> => {
    for await (const chunk of await content.open(signal)) void chunk
  }
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  fake.onRequest = async (name) => {
    if (name !== 'GET /view') return
    reached.resolve()
    await held.promise
  }
  const stop = new AbortController()
  const reading = read(stop.signal)
  await reached.promise
  stop.abort(new Error('timeout'))
  // Where the signal is not heeded, it is read to its end.
  held.resolve()
  await assert.rejects(reading)
  assert.equal(clock.pending(), 0)
})
