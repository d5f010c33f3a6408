import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { BodyError } from '../../src/core/body-error.ts'
import { onePrice } from '../../src/core/money/price.ts'
import type { EngineState } from '../../src/ports/engine.ts'
import type { GuardedAnswer } from '../../src/ports/runtime.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { CLIP } from './house.ts'
import { keptIds } from './kept-ids.ts'
import { done, running, scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage } from './stage.ts'

const MINUTE_MS = 60_000
const AWAY: EngineState = {
  kind: 'failed',
  code: 'provider_unavailable',
  message: 'nobody there',
  final: false,
  notStarted: true,
  reason: 'away',
}
const LOST: EngineState = { kind: 'failed', code: 'provider_lost_task', message: 'unknown job', final: false }

test('a provider that is away is no doubt: it is tried with growing pauses, and the task goes on when it is back', async (t) => {
  const stage = await openStage(t)
  const times: number[] = []
  stage.engine.onStart = async () => {
    times.push(stage.clock.now())
    return times.length < 7 ? AWAY : done()
  }
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  const pauses = times.slice(1).map((time, n) => Math.round((time - (times[n] ?? 0)) / 1_000))
  assert.deepEqual(
    pauses,
    pauses.toSorted((x, y) => x - y),
  )
  assert.ok((pauses[0] ?? 0) <= 3 && (pauses.at(-1) ?? 0) <= 31, pauses.join())
})

test('patience lasts ten minutes: then the task ends with what the failure says', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => AWAY
  const { id, createdAt } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 2_000)
  assert.equal(ended.error?.code, 'provider_unavailable')
  const waited = (ended.finishedAt ?? 0) - createdAt
  assert.ok(waited >= 10 * MINUTE_MS && waited < 11 * MINUTE_MS, `${waited} ms`)
})

test('a deadline that comes before the end of patience ends the task as provider_unavailable too', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: MINUTE_MS } })
  stage.engine.onStart = async () => AWAY
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.equal(ended.error?.code, 'provider_unavailable')
  assert.equal(ended.finishedAt, ended.runDeadlineAt)
})

test('a job that an engine lost which costs nothing is started again, three times at most', async (t) => {
  const startsOf = async (free: boolean): Promise<[number, string | undefined]> => {
    const stage = await openStage(t, { engine: scriptedEngine({ free, safeToRestart: true }) })
    stage.engine.onStart = async () => running({ job: 1 })
    stage.engine.onStatus = async () => LOST
    const { id } = await stage.submit()
    stage.start()
    const { error } = await stage.until(id, hasEnded, 1_000)
    return [stage.engine.starts.length, error?.code]
  }
  assert.deepEqual(await startsOf(false), [1, 'provider_lost_task'])
  assert.deepEqual(await startsOf(true), [4, 'provider_lost_task'])
})

test('an engine that goes away and comes back is told of once each', async (t) => {
  const lines: string[] = []
  const put = (message: string): void => void lines.push(message)
  const stage = await openStage(t, { log: { debug() {}, info: put, warn: put, error: put } })
  let calls = 0
  stage.engine.onStart = async () => (++calls < 6 ? AWAY : done())
  const tasks = [await stage.submit(), await stage.submit()]
  stage.start()
  for (const { id } of tasks) await stage.until(id, hasEnded, 500)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('an engine')),
    ['an engine is unavailable', 'an engine is available again'],
  )
})

test('the price is that of the model that made it, not of the one that was asked for', async (t) => {
  const stage = await openStage(t, { model: { price: onePrice('second', 9) } })
  const billAfter = async (more: object): Promise<[tasks: number, priceMicros: number]> => {
    stage.engine.onStart = async () => ({ ...done(), ...more })
    const { id } = await stage.submit()
    await stage.until(id, hasEnded)
    const { sums } = await stage.store.usage.sums(stage.key.id, 0, 1_000)
    const add = (of: (sum: (typeof sums)[number]) => number): number => sums.reduce((all, sum) => all + of(sum), 0)
    return [add(({ tasks }) => tasks), add(({ priceMicros }) => priceMicros ?? 0)]
  }
  stage.start()
  assert.deepEqual(await billAfter({}), [1, 9_000_000])
  assert.deepEqual(await billAfter({ madeBy: 'one without a price' }), [2, 9_000_000])
})

async function* cutOff(): AsyncGenerator<Uint8Array> {
  yield CLIP.subarray(0, 100)
  throw new BodyError('unreachable', 'the line broke')
}
async function* tooLarge(): AsyncGenerator<Uint8Array> {
  yield CLIP.subarray(0, 100)
  throw new BodyError('too_large', 'more than allowed')
}
async function* whole(): AsyncGenerator<Uint8Array> {
  yield CLIP
}
const answered = (status: number, body: AsyncIterable<Uint8Array>): GuardedAnswer => ({
  ok: true,
  status,
  headers: {},
  body,
  discard() {},
})
const REFUSED: GuardedAnswer = { ok: false, detail: 'nobody there' }
// One result arrives with the answer, so a repetition could double it.
const AT_A_URL: EngineState = {
  kind: 'done',
  outputs: [
    { content: { from: 'memory', bytes: CLIP }, durationMs: 1_000 },
    { content: { from: 'url', url: 'https://results.test/1' }, durationMs: 1_000 },
  ],
}

for (const isJob of [false, true]) {
  const result = isJob ? 'the result of a job' : 'a result that came with the answer to its start'
  const stageWith = async (t: TestContext, answerOf: (tries: number) => GuardedAnswer) => {
    let tries = 0
    const fetch = { mayTry: () => true, request: async () => answerOf(++tries) }
    const stage = await openStage(t, { fetch })
    if (isJob) stage.engine.onStart = async () => running({ job: 1 })
    if (isJob) stage.engine.onStatus = async () => AT_A_URL
    else stage.engine.onStart = async () => AT_A_URL
    const { id } = await stage.submit()
    stage.start()
    return { stage, id, tries: () => tries }
  }

  test(`${result} that cannot be fetched for minutes is not thrown away: it is fetched when it can be`, async (t) => {
    const troubles = [
      REFUSED,
      answered(404, whole()),
      answered(503, whole()),
      answered(200, cutOff()),
      REFUSED,
      REFUSED,
    ]
    const { stage, id } = await stageWith(t, (tries) => troubles[tries - 1] ?? answered(200, whole()))
    const ended = await stage.until(id, hasEnded, 500)
    assert.deepEqual([ended.status, ended.attempts, stage.engine.starts.length], ['success', 1, 1])
    const pause = (ended.finishedAt ?? 0) - (ended.startedAt ?? 0)
    assert.ok(pause > 15_000, `${pause} ms`)
    assert.equal((await keptIds(stage.files)).length, 2)
    assert.equal((await stage.store.files.ofTask(id)).length, 2)
  })

  test(`${result} that stays out of reach fails after ten minutes; one that will never be fetched fails soon`, async (t) => {
    const { stage, id } = await stageWith(t, () => REFUSED)
    const ended = await stage.until(id, hasEnded, 2_000)
    assert.deepEqual([ended.error?.code, ended.cost?.micros ?? null], ['provider_error', null])
    const waited = (ended.finishedAt ?? 0) - (ended.startedAt ?? 0)
    assert.ok(waited >= 10 * MINUTE_MS && waited < 11 * MINUTE_MS, `${waited} ms`)
    assert.deepEqual(await keptIds(stage.files), [])
    for (const answer of [answered(403, whole()), { ...REFUSED, final: true } as const, answered(200, tooLarge())]) {
      const never = await stageWith(t, () => answer)
      const failed = await never.stage.until(never.id, hasEnded, 500)
      assert.equal(failed.error?.code, 'provider_error')
      assert.equal(never.tries(), isJob ? 3 : 1)
    }
  })
}

test('a result is not thrown away because the process that examines it cannot be started', async (t) => {
  let tries = 0
  const describeClip = async () => {
    if (++tries < 4) throw new Error('spawn EAGAIN')
    return { width: 16, height: 16, durationMs: 1_000, fps: 8, hasAudio: false }
  }
  const stage = await openStage(t, { describeClip })
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual([ended.status, stage.engine.starts.length, tries], ['success', 1, 4])
})

// What keeps a result from being saved while the process stops, and whether it may pass.
const HINDRANCES = {
  'cannot be fetched': { answer: async () => REFUSED },
  'cannot be examined': { answer: async () => answered(200, whole()), cannotExamine: true },
  'is refused meanwhile': { answer: async (stopped: Promise<void>) => stopped.then(() => answered(403, whole())) },
}

for (const [what, hindrance] of Object.entries(HINDRANCES))
  test(`a result that ${what} keeps no process from its end: it is made again if that is safe, or its task fails`, async (t) => {
    for (const safeToRestart of [false, true]) {
      let [isBack, tries] = [false, 0]
      const stopping = Promise.withResolvers<void>()
      const fetch = {
        mayTry: () => true,
        request: async () => (++tries > 0 && isBack ? answered(200, whole()) : hindrance.answer(stopping.promise)),
      }
      const describeClip = async () => {
        if ('cannotExamine' in hindrance && !isBack) throw new Error('spawn EAGAIN')
        return { width: 16, height: 16, durationMs: 1_000, fps: 8, hasAudio: false }
      }
      const stage = await openStage(t, { fetch, describeClip, engine: scriptedEngine({ safeToRestart }) })
      stage.engine.onStart = async () => AT_A_URL
      const { id } = await stage.submit()
      stage.start()
      const least = what === 'cannot be fetched' ? 2 : what === 'is refused meanwhile' ? 1 : 0
      await eventuallyOn(stage.clock, 500, async () => (stage.engine.starts.length > 0 && tries >= least) || undefined)
      const stoppedAt = stage.clock.now()
      let isStopped = false
      const stopped = stage.stop().then(() => (isStopped = true))
      await stage.clock.advance(100)
      stopping.resolve()
      await eventuallyOn(stage.clock, 500, async () => isStopped || undefined)
      await stopped
      // The result that is lost with the process is tried for a little longer.
      const mostMs = what === 'cannot be fetched' && !safeToRestart ? 15_000 : 5_000
      assert.ok(stage.clock.now() - stoppedAt < mostMs, `${stage.clock.now() - stoppedAt} ms`)
      const left = await stage.store.stops.take({ now: stage.clock.now(), until: 0, limit: 9 })
      assert.deepEqual(left, [], 'the provider is done')
      isBack = true
      stage.start()
      const ended = await stage.until(id, hasEnded, 500)
      const [first, second] = stage.engine.starts.map(({ startKey }) => startKey)
      if (safeToRestart) assert.deepEqual([ended.status, second], ['success', first])
      else assert.deepEqual([ended.error?.code, second], ['provider_error', undefined])
    }
  })

test('a result that only the stopping process can fetch is fetched in its last seconds', async (t) => {
  let [isBackAt, tries] = [Infinity, 0]
  const fetch = {
    mayTry: () => true,
    request: async () => (++tries > 0 && stage.clock.now() >= isBackAt ? answered(200, whole()) : REFUSED),
  }
  const stage = await openStage(t, { fetch })
  stage.engine.onStart = async () => AT_A_URL
  const { id } = await stage.submit()
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => tries > 1 || undefined)
  isBackAt = stage.clock.now() + 7_000
  const stopped = stage.stop()
  for (let second = 0; second < 10; second++) await stage.clock.advance(1_000)
  await stopped
  const ended = await stage.row(id)
  assert.deepEqual([ended.status, stage.engine.starts.length], ['success', 1])
})
