import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '../../src/core/tasks/model.ts'
import { resilientEngine, withBreaker } from '../../src/engines/resilient.ts'
import type { Engine, EngineJob, EngineState } from '../../src/ports/engine.ts'
import { manualClock } from '../support/manual-clock.ts'
import { jobOf, modelOf, reference, WATCH } from './support/contract.ts'

const failed = (more: object): EngineState => ({
  kind: 'failed',
  code: 'provider_error',
  message: 'no',
  final: false,
  ...more,
})
const RUNNING: EngineState = { kind: 'running', operation: { id: 1 }, checkAgainMs: 1 }
const DONE: EngineState = { kind: 'done', outputs: [] }

function scripted(id: string, states: EngineState[]): Engine & { starts: EngineJob[] } {
  const starts: EngineJob[] = []
  return {
    id,
    safeToRestart: false,
    concurrency: 1,
    starts,
    start: async (job) => {
      starts.push(job)
      return states.shift() ?? RUNNING
    },
    status: async () => DONE,
    cancel: async () => {},
    close: async () => {},
  }
}

const subject = { kind: 'video', engineModel: 'x' } as const
const first: Model = { ...modelOf(subject), id: 'first', engine: 'first', fallbacks: ['second'] }
const second: Model = { ...modelOf(subject), id: 'second', engine: 'second' }

function pair(firstStates: EngineState[], other: Model = second, cap?: number, secondStates: EngineState[] = []) {
  const clock = manualClock()
  const own = scripted('first', firstStates)
  const fallback = scripted('second', secondStates)
  const capped = cap === undefined ? fallback : { ...fallback, fleetConcurrency: cap }
  const guarded = withBreaker(capped, clock)
  const engine = resilientEngine(withBreaker(own, clock), {
    fallbacksAreSafe: false,
    modelOf: (_kind, id) => (id === 'second' ? other : undefined),
    engineOf: (model) => (model.id === 'second' ? guarded : undefined),
  })
  return { clock, own, fallback, engine }
}

test('a start that is known not to have happened goes to the fallback, which then answers for the job', async () => {
  const { engine, fallback } = pair([failed({ notStarted: true })])
  const state = await engine.start(jobOf(first), WATCH)
  assert.ok(state.kind === 'running')
  assert.equal(fallback.starts[0]?.model.id, 'second')
  const done = await engine.status(state.operation, jobOf(first), WATCH)
  assert.ok(done.kind === 'done')
  assert.match(done.warnings?.join() ?? '', /'first' could not be started, so 'second' was used/)
})

test('a clip whose provider does not tell its length is as long as was asked for', async () => {
  const output = { content: { from: 'memory', bytes: new Uint8Array() } } as const
  const states: EngineState[] = [
    { kind: 'done', outputs: [output] },
    { kind: 'done', outputs: [{ ...output, durationMs: 7 }] },
  ]
  const { engine } = pair(states)
  const lengths = []
  for (let time = 0; time < 2; time++) {
    const done = await engine.start(jobOf({ ...first, seconds: 5 }), WATCH)
    lengths.push(done.kind === 'done' ? done.outputs[0]?.durationMs : undefined)
  }
  assert.deepEqual(lengths, [5_000, 7])
})

test('a start that may have happened, and a final refusal of the content, never goes to a fallback', async () => {
  for (const state of [
    failed({ code: 'start_unknown', final: true }),
    failed({ final: true }),
    failed({ code: 'content_policy_violation', final: true }),
  ]) {
    const { engine, fallback } = pair([state])
    assert.deepEqual(await engine.start(jobOf(first), WATCH), state)
    assert.equal(fallback.starts.length, 0)
  }
})

test('a fallback that cannot make what was asked is not asked', async () => {
  const narrow: Model = { ...second, sizes: { form: 'ratios', ratios: ['1:1'], resolutions: [], defaultRatio: '1:1' } }
  const { engine, fallback } = pair([failed({ notStarted: true })], narrow)
  assert.equal((await engine.start(jobOf(first), WATCH)).kind, 'failed')
  assert.equal(fallback.starts.length, 0)
})

test('a provider that fails three times is left alone for half a minute, and says so', async () => {
  const { engine, own, clock } = pair([1, 2, 3].map(() => failed({ notStarted: true })))
  const alone = jobOf({ ...first, fallbacks: [] })
  for (let time = 0; time < 3; time++) await engine.start(alone, WATCH)
  assert.equal(engine.ready?.(), false)
  const rested = await engine.start(alone, WATCH)
  assert.ok(rested.kind === 'failed' && rested.notStarted === true && !rested.final)
  assert.equal(rested.retryAfterMs, 30_000)
  assert.deepEqual([rested.code, rested.reason], ['provider_unavailable', 'away'])
  assert.equal(own.starts.length, 3)
  await clock.advance(30_000)
  assert.equal(engine.ready?.(), true)
  assert.equal((await engine.start(alone, WATCH)).kind, 'running')
})

test('a provider that refuses what one caller asks for is well: only its own faults in a row let it rest', async () => {
  const refused = (): EngineState => failed({ notStarted: true, final: true, reason: 'refused' })
  const away = (): EngineState => failed({ notStarted: true, reason: 'away' })
  const { engine, own, clock } = pair([refused(), refused(), away(), away(), refused(), away(), away(), away()])
  const alone = jobOf({ ...first, fallbacks: [] })
  const ready = []
  for (let time = 0; time < 8; time++) {
    await engine.start(alone, WATCH)
    ready.push(engine.ready?.())
  }
  assert.deepEqual(ready, [true, true, true, true, true, true, true, false])
  assert.equal(own.starts.length, 8)
  await clock.advance(30_000)
  assert.equal(engine.ready?.(), true)
})

test('a fallback that asks us to wait is not asked before, by whichever model', async () => {
  const busy = failed({ notStarted: true, reason: 'busy', retryAfterMs: 7_000 })
  const { engine, fallback, clock } = pair(notStarted(), second, undefined, [busy])
  const states = []
  for (const pauseMs of [0, 6_000, 1_000]) {
    await clock.advance(pauseMs)
    const state = await engine.start(task('1'), WATCH)
    states.push(state.kind === 'failed' ? state.retryAfterMs : state.kind)
  }
  assert.deepEqual(states, [7_000, 1_000, 'running'])
  assert.equal(fallback.starts.length, 2)
})

test('a provider that asks us to wait is not asked before', async () => {
  const { engine, own, clock } = pair([failed({ notStarted: true, retryAfterMs: 7_000 })])
  const alone = jobOf({ ...first, fallbacks: [] })
  await engine.start(alone, WATCH)
  await clock.advance(6_999)
  await engine.start(alone, WATCH)
  assert.equal(own.starts.length, 1)
  await clock.advance(1)
  await engine.start(alone, WATCH)
  assert.equal(own.starts.length, 2)
})

const task = (taskId: string): EngineJob => jobOf(first, { taskId })
const notStarted = (): EngineState[] => Array.from({ length: 9 }, () => failed({ notStarted: true, final: true }))

test('the count over all processes decides whether a fallback has room, and a task that finds none waits for it', async () => {
  const { engine, fallback } = pair(notStarted(), second, 5)
  const asked: (string | undefined)[] = []
  const placeAt = async ({ id }: Pick<Engine, 'id'>): Promise<boolean> => asked.push(id) > 1
  const full = await engine.start(task('1'), { ...WATCH, placeAt })
  assert.ok(full.kind === 'failed' && full.notStarted === true && !full.final && full.retryAfterMs === 5_000)
  assert.equal((await engine.start(task('1'), { ...WATCH, placeAt })).kind, 'running')
  assert.deepEqual([asked, fallback.starts.length], [['second', 'second'], 1])
})

test('a fallback that refuses for good does not end a task whose own model is only busy or away', async () => {
  const busy = failed({ notStarted: true, reason: 'busy', retryAfterMs: 7_000 })
  const refused = failed({ notStarted: true, final: true, reason: 'no-credit' })
  const { engine, fallback } = pair([busy], second, undefined, [refused])
  assert.deepEqual(await engine.start(task('1'), WATCH), busy)
  assert.equal(fallback.starts.length, 1)
})

test('a job is found by its start key, unless a fallback may have been asked for it', () => {
  const own: Engine = { ...scripted('first', []), find: (startKey) => ({ startKey }) }
  const rules = { fallbacksAreSafe: false, modelOf: () => second, engineOf: () => undefined }
  const engine = resilientEngine(own, rules)
  assert.deepEqual(engine.find?.('a-key', { ...first, fallbacks: [] }), { startKey: 'a-key' })
  assert.equal(engine.find?.('a-key', first), undefined)
})

test('a fallback takes pictures for what it takes them, not for what the first model did', async () => {
  const other: Model = { ...second, referenceRoles: ['reference'] }
  const { engine, fallback } = pair([failed({ notStarted: true })], other)
  const references = [reference('first_frame'), reference('last_frame')]
  await engine.start(jobOf(first, { references }), WATCH)
  assert.deepEqual(
    fallback.starts[0]?.references.map(({ role }) => role),
    ['reference', 'reference'],
  )
  assert.equal(references[0]?.role, 'first_frame')
})

test('a result tells which model made it, and what became of the size', async () => {
  const other: Model = { ...second, sizes: { form: 'sizes', sizes: ['1280x720'], defaultSize: '1280x720' } }
  const { engine } = pair([failed({ notStarted: true })], other)
  const parameters = { ratio: '16:9', width: 1281, height: 721, resolution: null, seed: null }
  const job = jobOf(first, { parameters })
  const state = await engine.start(job, WATCH)
  assert.ok(state.kind === 'running')
  const done = await engine.status(state.operation, job, WATCH)
  assert.ok(done.kind === 'done')
  assert.equal(done.madeBy, 'second')
  assert.match(done.warnings?.join() ?? '', /1280x720/)
})
