import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { initCredentials } from '../../src/compose/credentials.ts'
import { contentCredentials } from '../../src/media/credentials/content-credentials.ts'
import type { EngineState } from '../../src/ports/engine.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { failure, jobOf, PICTURE, WATCH } from './support/contract.ts'
import { openComfyUi as open, runs, TWO_SAMPLERS, type OpenComfyUi as Opened } from './support/open-comfyui.ts'

/** Asks until ComfyUI is believed that it lost the job: at the second look, and a kept line may break before. */
async function askUntilLost({ fake, engine, job }: Opened, state: EngineState): Promise<EngineState> {
  const before = fake.sent.length
  let now = state
  for (let asked = 0; now.kind === 'running' && fake.sent.length === before; asked++) {
    assert.ok(asked < 4, 'it was never sent again')
    now = await engine.status(now.operation, job, WATCH)
  }
  return now
}

test('a job that ComfyUI lost in a restart is sent again, and the receipt says so', async (t) => {
  const opened = await open(t)
  const { fake, engine, job } = opened
  const started = await engine.start(job, WATCH)
  fake.run()
  await fake.goAway()
  await fake.comeBack()
  const again = runs(await askUntilLost(opened, started))
  assert.equal(fake.sent.length, 2)
  assert.equal(fake.sent[1]?.id, fake.sent[0]?.id)
  fake.run()
  fake.finish()
  const done = await engine.status(again.operation, job, WATCH)
  assert.ok(done.kind === 'done')
  assert.match(done.warnings?.join() ?? '', /restarted from the beginning/)
})

test('a job that ComfyUI loses each time is given up after four times', async (t) => {
  const opened = await open(t)
  let state = await opened.engine.start(opened.job, WATCH)
  for (let round = 0; state.kind === 'running'; round++) {
    assert.ok(round < 10, 'it was sent for ever')
    await opened.fake.goAway()
    await opened.fake.comeBack()
    state = await askUntilLost(opened, state)
  }
  const lost = failure(state)
  assert.deepEqual([lost.code, lost.final], ['provider_lost_task', true])
  assert.equal(opened.fake.sent.length, 4)
})

test('a job that is missed once only was between queue and history: it is not sent again', async (t) => {
  const { fake, engine, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  const other = runs(await engine.status({ promptId: 'never-sent' }, job, WATCH))
  assert.equal(fake.sent.length, 1)
  assert.equal(other.operation['missing'], 1)
  assert.equal(
    runs(await engine.status({ ...started.operation, missing: 1 }, job, WATCH)).operation['missing'],
    undefined,
  )
})

test('while ComfyUI is away a start waits without counting against the task, and a running job is not given up', async (t) => {
  const { fake, engine, job, clock } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  await fake.goAway()
  for (let waited = 0; waited < 75_000; waited += 5_000) {
    const refused = failure(await engine.start(jobOf(job.model, { startKey: 'another' }), WATCH))
    assert.deepEqual([refused.final, refused.notStarted, refused.reason], [false, true, 'away'])
    assert.equal(refused.retryAfterMs, 5_000)
    runs(await engine.status(started.operation, job, WATCH))
    await clock.advance(5_000)
  }
  await fake.comeBack()
  runs(await engine.start(jobOf(job.model, { startKey: 'another' }), WATCH))
})

test('many questions within a second cost one look at the queue, and each one only its own history', async (t) => {
  const { fake, engine, job, clock } = await open(t)
  const jobs = Array.from({ length: 40 }, (_, index) => jobOf(job.model, { startKey: `start-${index}` }))
  const operations: EngineState[] = []
  for (const each of jobs) operations.push(await engine.start(each, WATCH))
  await clock.advance(2_000)
  fake.counts.clear()
  const ask = (): Promise<EngineState[]> =>
    Promise.all(jobs.map((each, index) => engine.status(runs(operations[index]!).operation, each, WATCH)))
  await ask()
  await ask()
  assert.equal(fake.counts.get('GET /history'), 80)
  assert.ok((fake.counts.get('GET /queue') ?? 0) <= 2, `${fake.counts.get('GET /queue')} looks at the queue`)
})

test('progress counts all nodes and never goes back, with two samplers one after the other', async (t) => {
  const { fake, engine, job } = await open(t)
  let state = runs(await engine.start(job, WATCH))
  fake.run()
  const clientId = fake.sent[0]!.clientId
  await eventually(() => fake.listeners().includes(clientId) || undefined)
  const node = (value: number, max: number, now = 'running'): object => ({ value, max, state: now })
  const first = { 1: node(10, 10, 'finished') }
  const steps: [number, object][] = [
    [24, { 1: node(5, 10) }],
    [48, { 1: node(10, 10) }],
    [71, { ...first, 2: node(5, 10) }],
    [95, { ...first, 2: node(10, 10, 'finished'), 9: node(0, 1) }],
  ]
  const heard: number[] = []
  for (const [wanted, nodes] of steps) {
    fake.tell('progress_state', { nodes })
    // The news of the second sampler, told as such, begins at nothing again.
    fake.tell('progress', { node: '2', value: 0, max: 10 })
    await eventually(async () => {
      state = runs(await engine.status(state.operation, job, WATCH))
      heard.push(state.progress ?? 0)
      return Math.round(state.progress ?? 0) === wanted || undefined
    })
  }
  assert.deepEqual(
    heard,
    [...heard].toSorted((a, b) => a - b),
  )
})

test('a process that adopts a job hears its progress, and never tells less than was told before', async (t) => {
  const { fake, engine, another, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  await engine.close()
  await eventually(() => fake.listeners().length === 0 || undefined)
  const heir = another()
  const stored = { ...started.operation, progress: 30 }
  assert.equal(runs(await heir.status(stored, job, WATCH)).progress, 30)
  await eventually(() => fake.listeners().length === 1 || undefined)
  fake.tell('progress_state', { nodes: { 1: { value: 10, max: 10, state: 'finished' } } })
  await eventually(async () => {
    return Math.round(runs(await heir.status(stored, job, WATCH)).progress ?? 0) === 48 || undefined
  })
})

test('a socket that was cut is opened again with the next question', async (t) => {
  const { fake, engine, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  await eventually(() => fake.listeners().length === 1 || undefined)
  fake.cutSockets()
  await eventually(async () => {
    await engine.status(started.operation, job, WATCH)
    return fake.listeners().length === 1 || undefined
  })
})

test('an older ComfyUI, which tells node by node, is understood too', async (t) => {
  const { fake, engine, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  await eventually(() => fake.listeners().length === 1 || undefined)
  fake.tell('execution_cached', { nodes: ['9'] })
  fake.tell('executing', { node: '1' })
  fake.tell('progress', { node: '1', value: 10, max: 10 })
  fake.tell('executing', { node: '2' })
  fake.tell('progress', { node: '2', value: 5, max: 10 })
  await eventually(async () => {
    return Math.round(runs(await engine.status(started.operation, job, WATCH)).progress ?? 0) === 76 || undefined
  })
})

test('a refusal names the node, the input and the value, and not what else the server has', async (t) => {
  const { fake, engine, job } = await open(t)
  const list = ['a.safetensors', 'secret-project.safetensors']
  fake.refusals.push({
    status: 400,
    json: {
      error: { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation', details: '' },
      node_errors: {
        4: {
          class_type: 'CheckpointLoaderSimple',
          dependent_outputs: ['9'],
          errors: [
            {
              type: 'value_not_in_list',
              message: 'Value not in list',
              details: `ckpt_name: 'x.safetensors' not in ${JSON.stringify(list)}`,
              extra_info: { input_name: 'ckpt_name', input_config: [list, {}], received_value: 'x.safetensors' },
            },
          ],
        },
      },
    },
  })
  const refused = failure(await engine.start(job, WATCH))
  assert.deepEqual([refused.code, refused.final, refused.notStarted], ['provider_error', true, true])
  assert.equal(
    refused.message,
    "ComfyUI refused the workflow: node 4 (CheckpointLoaderSimple): ckpt_name 'x.safetensors' is not available in this ComfyUI.",
  )
})

test('a node that the server does not have is named', async (t) => {
  const { fake, engine, job } = await open(t)
  const error = {
    type: 'invalid_prompt',
    message: 'Cannot execute because node Foo does not exist.',
    details: "Node ID '#3'",
  }
  fake.refusals.push({ status: 400, json: { error, node_errors: {} } })
  assert.match(failure(await engine.start(job, WATCH)).message, /node Foo does not exist\. Node ID '#3'/)
})

test('an error while it worked names the node, in one line, without the folders of the server and not at length', async (t) => {
  const { fake, engine, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  const exception_message = `cannot read\n/home/operator/secret folder/models/x.safetensors: ${'long '.repeat(200)}`
  const message = [
    'execution_error',
    { node_id: '3', node_type: 'KSampler', exception_type: 'OSError', exception_message },
  ]
  fake.finish({
    outputs: {},
    status: { status_str: 'error', completed: false, messages: [['execution_start', {}], message] },
  })
  const failed = failure(await engine.status(started.operation, job, WATCH))
  assert.match(failed.message, /node 3 \(KSampler\): cannot read x\.safetensors: long/)
  assert.doesNotMatch(failed.message, /operator|\n/)
  assert.ok(failed.message.length < 400)
})

test('a workflow that saved an animation in place of a clip is told what counts', async (t) => {
  const { fake, engine, job } = await open(t, 'video')
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  const file = { filename: 'ComfyUI_00001_.webp', subfolder: '', type: 'output' }
  fake.finish({ outputs: { 9: { images: [file], animated: [true] } } })
  const failed = failure(await engine.status(started.operation, job, WATCH))
  assert.equal(failed.code, 'no_output')
  assert.match(failed.message, /saved ComfyUI_00001_\.webp, but nothing that is a clip \(mp4, webm, mov\)/)
})

test('an image model may save an animation: it is kept as the WebP that it is', async (t) => {
  const { fake, engine, job } = await open(t)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  fake.finish({ outputs: { 9: { images: [{ filename: 'a.webp', subfolder: '', type: 'output' }], animated: [true] } } })
  const done = await engine.status(started.operation, job, WATCH)
  assert.ok(done.kind === 'done' && done.outputs.length === 1)
})

test('what a task gives and the graph has no slot for is said in the receipt', async (t) => {
  const { fake, engine, job } = await open(t, 'image', { 9: { class_type: 'SaveImage', inputs: {} } })
  const given = { ...job, parameters: { ...job.parameters, seed: 5 } }
  const started = runs(await engine.start(given, WATCH))
  fake.run()
  fake.finish()
  const done = await engine.status(started.operation, given, WATCH)
  assert.ok(done.kind === 'done')
  assert.deepEqual(done.warnings, ['prompt: this workflow does not use it', 'seed: this workflow does not use it'])
})

test('a result is handed out without the workflow that ComfyUI wrote into it, unless the operator wants it kept', async (t) => {
  const written = withText(PICTURE, 'tEXtprompt\0{"4": "secret"}')
  for (const [keepMetadata, wanted] of [
    [false, Buffer.from(PICTURE)],
    [true, written],
  ] as const) {
    const { fake, engine, job } = await open(t, 'image', TWO_SAMPLERS, { keepMetadata })
    fake.files.set('a.png', written)
    const started = runs(await engine.start(job, WATCH))
    fake.run()
    fake.finish()
    const done = await engine.status(started.operation, job, WATCH)
    assert.ok(done.kind === 'done')
    const content = done.outputs[0]!.content
    assert.ok(content.from === 'stream')
    assert.deepEqual(Buffer.concat(await Array.fromAsync(await content.open())), wanted)
  }
})

test('a result that came signed stays valid, byte for byte, workflow included, and the receipt says so', async (t) => {
  const folder = await temporaryFolder(t)
  const { chain, key } = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const written = withText(PICTURE, 'tEXtprompt\0{"4": "secret"}')
  const file = { path: join(folder, 'a.png'), mediaType: 'image/png', bytes: written.length }
  await writeFile(file.path, written)
  const claim = { model: 'm', taskId: '1', at: 0, sourceType: 'trainedAlgorithmicMedia', isEdit: false } as const
  const { sign } = contentCredentials({
    files: { certificates: chain, key },
    isRequired: false,
    generator: { name: 'ComfyUI', version: '1' },
    clock: systemClock,
  })
  const signing = await sign?.(file, claim, [], '')
  assert.ok(signing?.kind === 'signed', JSON.stringify(signing))
  const signed = Buffer.concat(await Array.fromAsync(signing.open()))
  const { fake, engine, job } = await open(t, 'image', TWO_SAMPLERS)
  fake.files.set('a.png', signed)
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  fake.finish()
  const done = await engine.status(started.operation, job, WATCH)
  assert.ok(done.kind === 'done')
  const content = done.outputs[0]!.content
  assert.ok(content.from === 'stream')
  const passed = Buffer.concat(await Array.fromAsync(await content.open()))
  assert.deepEqual(passed, signed)
  assert.match(content.remarks?.().join() ?? '', /contains Content Credentials.*including the workflow/)
  await writeFile(file.path, passed)
  const read = await sign?.({ ...file, bytes: passed.length }, claim, [], '')
  assert.deepEqual(read, { kind: 'there', valid: true, signer: 'Example studio' })
})

/** As ComfyUI's SaveImage writes it: a chunk of text before the pixels. */
function withText(png: Uint8Array, chunk: string): Buffer {
  const text = Buffer.from(chunk)
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(text.length - 4, 0)
  frame.writeUInt32BE(crc32(text), 4)
  return Buffer.concat([png.subarray(0, 33), frame.subarray(0, 4), text, frame.subarray(4), png.subarray(33)])
}
