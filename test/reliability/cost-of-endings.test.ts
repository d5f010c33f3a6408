import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onePrice } from '../../src/core/money/price.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { EngineState } from '../../src/ports/engine.ts'
import type { Store } from '../../src/ports/store.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { aModel, openHouse } from './house.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { dieHolding, hasEnded, openStage, startingWith, type Stage } from './stage.ts'

const FAILED: EngineState = { kind: 'failed', code: 'provider_error', message: 'it broke', final: true }
const UNSURE: EngineState = { kind: 'failed', code: 'provider_error', message: 'no answer', final: false }
const AWAY: EngineState = { ...UNSURE, code: 'provider_unavailable', notStarted: true, reason: 'away' }
const EMPTY: EngineState = { ...FAILED, code: 'no_output' }
const LOST: EngineState = { ...UNSURE, code: 'provider_lost_task' }

const priced = (t: TestContext): Promise<Stage> =>
  openStage(t, { model: { price: onePrice('task', 0.5), seconds: 1, queueTimeoutMs: 60_000, runTimeoutMs: 60_000 } })

type Ending = {
  starts?: EngineState
  says?: EngineState
  /** What the caller or the clock does once the task is in work, or else while it waits. */
  meanwhile?: (stage: Stage, id: string) => Promise<unknown>
  waits?: boolean
}

async function end(t: TestContext, { starts, says, meanwhile, waits = false }: Ending): Promise<Task> {
  const stage = await priced(t)
  if (starts !== undefined) stage.engine.onStart = async () => starts
  if (says !== undefined) stage.engine.onStatus = async () => says
  const { id } = await stage.submit()
  if (waits) await meanwhile?.(stage, id)
  stage.start(true)
  if (!waits && meanwhile !== undefined) {
    await stage.until(id, ({ status }) => status === 'processing')
    await meanwhile(stage, id)
  }
  return stage.until(id, hasEnded, 5_000)
}

const cancel = (stage: Stage, id: string): Promise<unknown> => stage.cancel(id)
const RUNNING = running({ job: 1 }, 1_000)

test('what was made is paid, what was never started or failed at its provider is not, and what may be billed is unknown', async (t) => {
  const endings: Record<string, [Ending, code: string | undefined, micros: number | null]> = {
    'it was made': [{}, undefined, 500_000],
    'cancelled while it waited': [{ meanwhile: cancel, waits: true }, 'cancelled', 0],
    'the queue was too long': [{ meanwhile: (stage) => stage.clock.advance(61_000), waits: true }, 'queue_timeout', 0],
    'the provider said that it failed': [{ starts: FAILED }, 'provider_error', 0],
    'the provider said so later': [{ starts: RUNNING, says: FAILED }, 'provider_error', 0],
    'the provider was never there': [{ starts: AWAY }, 'provider_unavailable', 0],
    'the provider said yes, and there was nothing in it': [{ starts: EMPTY }, 'no_output', null],
    'the provider said so later, and there was nothing in it': [{ starts: RUNNING, says: EMPTY }, 'no_output', null],
    'nobody knows whether it was started': [{ starts: UNSURE }, 'start_unknown', null],
    'cancelled while it ran': [{ starts: RUNNING, says: RUNNING, meanwhile: cancel }, 'cancelled', null],
    'it took too long': [
      { starts: RUNNING, says: RUNNING, meanwhile: (stage) => stage.clock.advance(61_000) },
      'timeout',
      null,
    ],
    'the provider lost it': [{ starts: RUNNING, says: LOST }, 'provider_lost_task', null],
  }
  for (const [what, [ending, code, micros]] of Object.entries(endings)) {
    const { error, cost } = await end(t, ending)
    assert.deepEqual([error?.code, cost?.micros], [code, micros], what)
    assert.ok((cost?.basis ?? '').length > 10, what)
  }
})

test('a cancel that meets the beginning of its task says that nobody knows what it cost, and when it began', async (t) => {
  let race: (() => Promise<void>) | undefined
  const wrapStore = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async finishAny(...ending) {
        const between = race
        race = undefined
        await between?.()
        return store.queue.finishAny(...ending)
      },
    },
  })
  const stage = await openStage(t, { wrapStore, model: { price: onePrice('task', 0.5), seconds: 1 } })
  const task = await stage.submit()
  race = () => dieHolding(stage, task, startingWith('start_1', stage))
  const { error, cost, startedAt } = await stage.cancel(task.id)
  assert.deepEqual([error?.code, cost?.micros, startedAt], ['cancelled', null, stage.clock.now()])
  const { sums } = await stage.store.usage.sums(stage.key.id, stage.clock.now() - 1, 9)
  assert.deepEqual([sums[0]?.tasks, sums[0]?.unpriced], [1, 1])
  const stops = await stage.store.stops.take({ now: stage.clock.now() + 86_400_000, until: 0, limit: 9 })
  assert.equal(stops.length, 1)
})

test('a start that was tried again and cut off in the middle may be billed', async (t) => {
  const stage = await priced(t)
  const open = held()
  stage.engine.onStart = async (job, watch) => (stage.engine.starts.length === 1 ? AWAY : open.heeding(job, watch))
  const { id } = await stage.submit()
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => (stage.engine.starts.length === 2 ? true : undefined))
  await stage.cancel(id)
  const { error, cost } = await stage.until(id, hasEnded)
  assert.deepEqual([error?.code, cost?.micros], ['cancelled', null])
  // Nobody waits for it any more but the worker, which wants to know whether there is a job to stop.
  open.answer(FAILED)
})

test('a result is paid at the price of the model that made it, by the rules of that model', async (t) => {
  const engine = scriptedEngine()
  engine.onStart = async () => ({ ...done(), madeBy: 'other' })
  const clock = manualClock()
  const models = [
    aModel(engine.id, { price: onePrice('task', 9) }),
    aModel(engine.id, { id: 'other', price: onePrice('second', 0.25, 'imported') }),
  ]
  const house = await openHouse({ clock, dataDir: await temporaryFolder(t), engines: [engine], models })
  atEnd(t, async () => {
    await house.stop()
    await house.store.close()
  })
  const { id } = await house.submit(await house.key())
  house.start()
  const { cost } = await eventuallyOn(clock, 10, async () => {
    const task = await house.row(id)
    return hasEnded(task) ? task : undefined
  })
  assert.deepEqual(cost, { micros: 250_000, source: 'imported', basis: '$0.25 a second' })
})
