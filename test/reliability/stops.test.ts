import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { resilientEngine } from '../../src/engines/resilient.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { GuardedFetch, Log, LogFields } from '../../src/ports/runtime.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { temporaryFolder } from '../support/service.ts'
import { aModel, openHouse, PICTURE } from './house.ts'
import { jobProvider, type JobProvider, type ProviderKind } from './job-provider.ts'
import { hasEnded } from './stage.ts'

const RUN_MS = 60_000
const QUEUE_MS = 40_000
const DAY_MS = 24 * 3_600_000

const KINDS: readonly ProviderKind[] = [
  { id: 'a result at once', answersWithResult: true },
  { id: 'an operation, unsafe to restart' },
  { id: 'an operation, safe to restart', safeToRestart: true },
  { id: 'a fallback' },
]

const STEPS = ['preparing', 'starting', 'asleep', 'asking', 'saving'] as const
type Step = (typeof STEPS)[number]

const hasStep = (kind: ProviderKind, step: Step): boolean =>
  kind.answersWithResult !== true || (step !== 'asleep' && step !== 'asking')

type Line = { level: string; message: string; fields: LogFields }

async function open(
  t: TestContext,
  kind: ProviderKind,
  before: Partial<{ clock: ManualClock; dataDir: string; provider: JobProvider }> = {},
) {
  const clock = before.clock ?? manualClock()
  const dataDir = before.dataDir ?? (await temporaryFolder(t))
  const provider = before.provider ?? jobProvider(kind)
  const fetching = { hold: false, reached: false, release: () => undefined as void }
  const lines: Line[] = []
  const put =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields })
  const log: Log = { debug: put('debug'), info: put('info'), warn: put('warn'), error: put('error') }
  const limits = { runTimeoutMs: RUN_MS, queueTimeoutMs: QUEUE_MS }
  const models = [aModel('lane', { ...limits, fallbacks: ['other'] }), aModel(provider.id, { id: 'other', ...limits })]
  const lane: Engine = kind.id === 'a fallback' ? behindAnother(provider, models, clock) : { ...provider, id: 'lane' }
  const engines = [lane, { ...provider, id: provider.id }]
  const house = await openHouse({ dataDir, clock, engines, models, log, fetch: heldFetch(fetching) })
  t.after(async () => {
    await house.stop()
    await house.store.close()
  })
  const key = await house.key()
  return { ...house, clock, dataDir, provider, fetching, lines, key, house }
}

type Opened = Awaited<ReturnType<typeof open>>

/** A first engine that takes nothing, so that every job goes to the provider by way of it. */
function behindAnother(provider: JobProvider, models: ReturnType<typeof aModel>[], clock: ManualClock): Engine {
  const refuse = async () =>
    ({ kind: 'failed', code: 'provider_error', message: 'no', final: true, notStarted: true }) as const
  const first: Engine = { ...provider, id: 'lane', start: refuse }
  const modelOf = (_kind: string, id: string) => models.find((model) => model.id === id)
  return resilientEngine(first, { clock, fallbacksAreSafe: false, modelOf, engineOf: () => provider })
}

function heldFetch(fetching: { hold: boolean; reached: boolean; release: () => void }): GuardedFetch {
  async function* picture(): AsyncGenerator<Uint8Array> {
    yield PICTURE
  }
  return {
    mayTry: () => true,
    async request({ signal }) {
      if (fetching.hold) {
        fetching.reached = true
        const cut = await new Promise<boolean>((resolve) => {
          fetching.release = () => resolve(false)
          signal?.addEventListener('abort', () => resolve(true), { once: true })
        })
        if (cut) return { ok: false, detail: 'cut off' }
      }
      return { ok: true, status: 200, headers: {}, body: picture(), discard: () => undefined }
    },
  }
}

/** Brings a task as far as the step, and holds it there. */
async function reach(opened: Opened, step: Step) {
  const { provider, fetching, clock, house, key } = opened
  if (step === 'preparing') fetching.hold = true
  const held = step === 'preparing' || step === 'asleep' ? undefined : provider.hold(step)
  const task = await house.submit(key, { references: [{ from: 'url', url: 'http://127.0.0.1/a.png' }] })
  house.start(true)
  await eventuallyOn(clock, 50, async () => {
    if (step === 'preparing') return fetching.reached || undefined
    if (step === 'asleep') return (await house.row(task.id)).step === 'running' || undefined
    return held?.reached() || undefined
  })
  const release = (): void => {
    fetching.hold = false
    fetching.release()
    held?.release()
  }
  return { id: task.id, release }
}

/** Nothing is left to be stopped, and nothing runs at the provider, within a second of what was done. */
async function allIsStill({ clock, provider, store }: Opened): Promise<void> {
  const from = clock.now()
  await eventuallyOn(clock, 50, async () => (provider.running.size === 0 ? true : undefined), 200)
  assert.ok(clock.now() - from <= 1_000, `it took ${clock.now() - from} ms`)
  await clock.advance(2_000)
  assert.deepEqual(await store.stops.take({ now: clock.now() + DAY_MS, until: 0, limit: 9 }), [])
}

for (const kind of KINDS) {
  for (const step of STEPS.filter((each) => hasStep(kind, each))) {
    test(`${kind.id}: a cancel while ${step} leaves no job at the provider`, async (t) => {
      const opened = await open(t, kind)
      const { id, release } = await reach(opened, step)
      const cancelled = await opened.cancel(opened.key, id)
      assert.equal(cancelled.error?.code, 'cancelled')
      await opened.clock.advance(200)
      release()
      await allIsStill(opened)
      assert.ok(opened.provider.starts.length <= 1)
      assert.deepEqual(await opened.row(id), cancelled, 'what ended stays as it was')
    })

    test(`${kind.id}: a timeout while ${step} ends the task within a second and leaves no job at the provider`, async (t) => {
      const opened = await open(t, kind)
      // Asked again only past the deadline, or the job would be done by then.
      if (step === 'asleep') opened.provider.hold('asking')
      const { id, release } = await reach(opened, step)
      const before = await opened.row(id)
      const deadline = before.runDeadlineAt ?? before.queueDeadlineAt
      await opened.clock.advance(deadline - opened.clock.now() - 100)
      assert.equal(hasEnded(await opened.row(id)), false)
      const ended = await eventuallyOn(opened.clock, 100, async () => {
        const row = await opened.row(id)
        return hasEnded(row) ? row : undefined
      })
      assert.equal(ended.error?.code, 'timeout')
      assert.ok((ended.finishedAt ?? 0) - deadline <= 1_000, `${(ended.finishedAt ?? 0) - deadline} ms too late`)
      release()
      await allIsStill(opened)
      assert.ok(opened.provider.starts.length <= 1)
    })

    test(`${kind.id}: a shutdown while ${step} leaves the job to the next process, and none is started again`, async (t) => {
      const opened = await open(t, kind)
      const { id, release } = await reach(opened, step)
      const stopped = opened.house.stop(0)
      await opened.clock.advance(100)
      release()
      await eventuallyOn(opened.clock, 50, async () => ((await opened.row(id)).leaseToken === null ? true : undefined))
      await stopped
      const next = await open(t, kind, opened)
      next.house.start(true)
      const ended = await eventuallyOn(next.clock, 100, async () => {
        const row = await next.row(id)
        return hasEnded(row) ? row : undefined
      })
      assert.equal(ended.status, 'success', JSON.stringify(ended.error))
      assert.equal(new Set(next.provider.starts.map(({ startKey }) => startKey)).size, 1)
      if (kind.safeToRestart !== true) assert.equal(next.provider.starts.length, 1)
      await allIsStill(next)
      assert.deepEqual(next.provider.cancels, [])
    })

    test(`${kind.id}: a lease lost while ${step} leaves no job that nobody knows`, async (t) => {
      const opened = await open(t, kind)
      const { id, release } = await reach(opened, step)
      const dead = (await opened.store.owners.list()).map((owner) => ({ id: owner.id, beat: null }))
      await opened.store.owners.bury(dead, { witnessed: false, now: opened.clock.now() })
      // Past the next beat, by which the process finds out.
      await opened.clock.advance(2_500)
      release()
      const ended = await eventuallyOn(opened.clock, 100, async () => {
        const row = await opened.row(id)
        return hasEnded(row) ? row : undefined
      })
      const lost = kind.safeToRestart !== true && (step === 'starting' || (step === 'saving' && kind.answersWithResult))
      assert.equal(ended.error?.code, lost ? 'start_unknown' : undefined)
      if (kind.safeToRestart !== true) assert.equal(opened.provider.starts.length, 1)
      await allIsStill(opened)
    })
  }
}

test('an end by someone else while the start is on its way holds a place under the cap until the job is stopped', async (t) => {
  const opened = await open(t, { id: 'capped', fleetConcurrency: 1 })
  const { provider, clock } = opened
  const { id, release } = await reach(opened, 'starting')
  provider.onCancel.push('fails', 'fails')
  await opened.cancel(opened.key, id)
  const { id: next } = await opened.submit(opened.key)
  await clock.advance(10_000)
  assert.equal(provider.starts.length, 1, 'the answer to the first start may come at any time')
  release()
  await clock.advance(500)
  assert.deepEqual([...provider.running], ['job-1'])
  assert.equal(provider.starts.length, 1, 'the first job still runs')
  const ended = await eventuallyOn(clock, 100, async () => {
    const row = await opened.row(next)
    return hasEnded(row) ? row : undefined
  })
  assert.equal(ended.status, 'success')
  assert.equal(provider.cancels.length, 3)
  await allIsStill(opened)
})

test('a provider that cannot stop a job is told of, and its place stays taken until the job is over', async (t) => {
  const opened = await open(t, { id: 'capped', fleetConcurrency: 1, cannotCancel: true })
  const { provider, clock, lines } = opened
  const asked = provider.hold('asking')
  const { id } = await reach(opened, 'asleep')
  await opened.cancel(opened.key, id)
  await eventuallyOn(clock, 50, async () => asked.reached() || undefined)
  const { id: next } = await opened.submit(opened.key)
  await clock.advance(5_000)
  assert.equal(provider.starts.length, 1)
  asked.release()
  await eventuallyOn(clock, 100, async () => hasEnded(await opened.row(next)) || undefined)
  const told = lines.filter(({ message }) => message.includes('cannot stop a job'))
  assert.deepEqual(
    told.map(({ level, fields }) => [level, fields['taskId']]),
    [['warn', id]],
  )
})

test('a cancellation that does not go through is repeated with growing pauses, for a day at most, and told of once', async (t) => {
  const opened = await open(t, { id: 'deaf' })
  const { provider, clock, lines } = opened
  const { id } = await reach(opened, 'asleep')
  provider.onCancel.push(...Array.from({ length: 1_000 }, () => 'fails' as const))
  await opened.cancel(opened.key, id)
  const times: number[] = []
  await eventuallyOn(clock, 500, async () => {
    if (provider.cancels.length > times.length) times.push(clock.now())
    return times.length === 4 || undefined
  })
  const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  assert.ok(
    pauses.every((pause, n) => n === 0 || pause > (pauses[n - 1] ?? 0)),
    pauses.join(),
  )
  clock.jump(DAY_MS)
  await clock.advance(600_000)
  const told = lines.filter(({ message }) => message.includes('given up'))
  assert.deepEqual(
    told.map(({ fields }) => fields['taskId']),
    [id],
  )
  assert.deepEqual(await opened.store.stops.take({ now: clock.now() + DAY_MS, until: 0, limit: 9 }), [])
})

test('each end of a task is one line in the log, without its prompt', async (t) => {
  const opened = await open(t, { id: 'plain' })
  const good = await opened.submit(opened.key, { prompt: 'a secret garden' })
  opened.house.start(true)
  await eventuallyOn(opened.clock, 100, async () => hasEnded(await opened.row(good.id)) || undefined)
  const ends = opened.lines.filter(({ message }) => message === 'task ended')
  assert.equal(ends.length, 1)
  const { taskId, keyId, kind, model, end, attempts, files } = ends[0]?.fields ?? {}
  assert.deepEqual(
    [taskId, keyId, kind, model, end, attempts, files],
    [good.id, opened.key.id, 'video', 'test', 'success', 1, 1],
  )
  assert.doesNotMatch(JSON.stringify(opened.lines), /a secret garden/)
})
