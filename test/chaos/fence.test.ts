import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Store } from '../../src/ports/store.ts'
import { done, held, running, scriptedEngine } from '../reliability/scripted-engine.ts'
import { hasEnded, openStage } from '../reliability/stage.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { refusedWrites, staleWrites } from './check-leases.ts'
import { readJournal } from './journal.ts'
import { recordLeases, withoutFence, type LeaseWrite } from './store-recorder.ts'
import { temporaryFolder } from '../support/at-end.ts'

/** A process stands still until it is taken for dead, and wakes while its successor is at work; gives back all that either wrote. */
async function wakeTooLate(t: TestContext, fence: boolean): Promise<LeaseWrite[]> {
  const journal = join(await temporaryFolder(t), 'leases.jsonl')
  const wrapStore = (store: Store): Store => recordLeases(fence ? store : withoutFence(store), journal)
  const thaw = Promise.withResolvers<void>()
  let freezing: Promise<void> | undefined
  const frozen = (store: Store): Store => {
    const { queue, owners, ...rest } = wrapStore(store)
    const claim: typeof queue.claim = async (request) => (await freezing, queue.claim(request))
    const beat: typeof owners.beat = async (id) => (await freezing, owners.beat(id))
    return { ...rest, queue: { ...queue, claim }, owners: { ...owners, beat } }
  }
  const [early, late] = [held(), held()]
  const first = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }), wrapStore: frozen })
  first.engine.onStart = early.whatever
  const { id } = await first.submit()
  first.start()
  await first.until(id, ({ step }) => step === 'starting')
  freezing = thaw.promise

  const { clock, dataDir } = first
  const second = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }), clock, dataDir, wrapStore })
  second.engine.onStart = late.whatever
  second.start()
  await second.until(id, ({ attempts }) => attempts === 2, 500)
  await eventuallyOn(clock, 10, async () => second.engine.starts[0])
  const before = readJournal<LeaseWrite>(journal).length
  // Its result would be written as an end; a job is written as an advance.
  early.answer(running({ job: 1 }, 10))
  await eventuallyOn(clock, 10, async () => (readJournal(journal).length > before ? true : undefined))
  thaw.resolve()
  late.answer(done())
  await second.until(id, hasEnded)
  return readJournal<LeaseWrite>(journal)
}

test('a worker that wakes too late is refused, and the checker has nothing to say', async (t) => {
  const writes = await wakeTooLate(t, true)
  assert.ok(refusedWrites(writes) > 0, 'it did try')
  assert.deepEqual(staleWrites(writes), [])
})

test('with the fence switched off, the checker reports the fault', async (t) => {
  const faults = staleWrites(await wakeTooLate(t, false))
  assert.ok(faults.some((fault) => fault.startsWith('stale write: advance of task')))
})
