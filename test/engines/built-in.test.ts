import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Model } from '../../src/core/tasks/model.ts'
import { openDiorama } from '@mediagen/diorama'
import { builtInModels } from '../../src/engines/built-in-models.ts'
import { dioramaEngine } from '../../src/engines/diorama.ts'
import { sandboxEngine } from '../../src/engines/sandbox/sandbox.ts'
import type { Engine } from '../../src/ports/engine.ts'
import { manualClock } from '../support/manual-clock.ts'
import { failure, jobOf, reference, save, WATCH } from './support/contract.ts'
import { atEnd } from '../support/at-end.ts'

const MODELS = builtInModels({ queueTimeoutMs: 1, runTimeoutMs: 1 })
const modelNamed = (id: string, kind: string): Model => MODELS.find((model) => model.id === id && model.kind === kind)!
const parameters = { ratio: '16:9', width: 64, height: 36, resolution: null, seed: 7 }

function diorama(t: TestContext): Engine {
  const diorama = openDiorama({ threads: 1 })
  const engine = dioramaEngine({ id: 'd', open: async () => diorama, concurrency: 1 })
  atEnd(t, () => engine.close())
  return engine
}

test('diorama: a picture at once, the same for the same key, and safe to make again', async (t) => {
  const engine = diorama(t)
  const job = jobOf(modelNamed('diorama', 'image'), { parameters })
  const first = await save(t, 'image', await engine.start(job, WATCH))
  const second = await save(t, 'image', await engine.start(job, WATCH))
  assert.equal(engine.safeToRestart, true)
  assert.equal(first[0]?.sha256, second[0]?.sha256)
  assert.deepEqual([first[0]?.width, first[0]?.height], [64, 36])
})

test('diorama: what it did not know of a prompt is said with the result, and nothing where it knew all', async (t) => {
  const engine = diorama(t)
  const model = modelNamed('diorama', 'image')
  const warningsOf = async (prompt: string): Promise<readonly string[] | undefined> => {
    const state = await engine.start(jobOf(model, { parameters, prompt }), WATCH)
    return state.kind === 'done' ? state.warnings : assert.fail(state.kind)
  }
  assert.equal(await warningsOf('a red fox in a snowy forest at dawn'), undefined)
  const [warning, ...more] = (await warningsOf('a zzzglorp beside a cat, and a qwertzling')) ?? []
  assert.equal(warning, 'Not drawn, or replaced by the nearest thing: zzzglorp, qwertzling.')
  assert.deepEqual(more, [])
})

test('diorama: an edit that it cannot do is no violation of rules, and another model may be asked', async (t) => {
  const engine = diorama(t)
  const grey = {
    ...reference('reference'),
    pixels: async () => ({ rgba: Buffer.alloc(64 * 36 * 4, 128), width: 64, height: 36 }),
  }
  const job = jobOf(modelNamed('diorama', 'image'), { parameters, prompt: 'remove the tree', references: [grey] })
  const refused = failure(await engine.start(job, WATCH))
  assert.deepEqual([refused.code, refused.final, refused.notStarted], ['unsupported_request', true, true])
})

test('diorama: stops when the time is up, and knows no job that it lost', async (t) => {
  const engine = diorama(t)
  const stop = new AbortController()
  const drawing = engine.start(jobOf(modelNamed('diorama', 'video'), { parameters }), { ...WATCH, signal: stop.signal })
  stop.abort('timeout')
  await assert.rejects(drawing)
  const lost = failure(await engine.status({}, jobOf(modelNamed('diorama', 'image')), WATCH))
  assert.deepEqual([lost.code, lost.final], ['provider_lost_task', true])
})

for (const kind of ['image', 'video'] as const) {
  test(`sandbox ${kind}: started, asked after, done; and failed, lost or refused as the prompt says`, async (t) => {
    const clock = manualClock()
    const engine = sandboxEngine(clock)
    const model = modelNamed('sandbox', kind)
    const jobFor = (prompt: string) => jobOf(model, { parameters, prompt })
    await save(t, kind, await engine.start(jobFor('a boat'), WATCH))
    const started = await engine.start(jobFor('[[delay 3s]]'), WATCH)
    assert.ok(started.kind === 'running')
    const stored = JSON.parse(JSON.stringify(started.operation)) as typeof started.operation
    assert.equal((await sandboxEngine(clock).status(stored, jobFor('[[delay 3s]]'), WATCH)).kind, 'running')
    await clock.advance(3_000)
    await save(t, kind, await sandboxEngine(clock).status(stored, jobFor('[[delay 3s]]'), WATCH))
    const codes = { '[[fail]]': 'provider_error', '[[fail content_policy_violation]]': 'content_policy_violation' }
    for (const [prompt, code] of Object.entries(codes)) {
      assert.equal(failure(await engine.start(jobFor(prompt), WATCH)).code, code)
    }
    assert.equal(failure(await engine.status(stored, jobFor('[[lose]]'), WATCH)).code, 'provider_lost_task')
    await clock.advance(86_400_000)
    assert.equal((await engine.status(stored, jobFor('[[hang]]'), WATCH)).kind, 'running')
  })
}
