import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { endOfSaving } from '../../src/actions/running/task-run.ts'
import type { Store } from '../../src/ports/store.ts'
import { eventuallyOn } from '../support/eventually.ts'
import type { ProviderKind } from './job-provider.ts'
import { hasEnded } from './stage.ts'
import { IS_LONG } from '../support/long.ts'
import { allIsStill, hasStep, openBefore, reach, STEPS, type Opened, type Step } from './stop-stage.ts'

type MatrixOptions = {
  /** Opens a database of its own for each case; SQLite unless given. */
  openStore?: () => Promise<() => Promise<Store>>
  /** Those of all steps that the short run plays. */
  inShort?: readonly Step[]
}

/** Each event in each step: what the end of a task leaves behind for this kind of engine. */
export function stopMatrix(name: string, kind: ProviderKind, { openStore, inShort = STEPS }: MatrixOptions = {}): void {
  // Under a clock that stands still, a socket has no time: while it is waited for, any time may pass.
  const soon = openStore === undefined ? { words: 'within a second', ms: 1_000 } : { words: 'soon', ms: 10_000 }
  const begin = async (t: TestContext): Promise<Opened> =>
    openBefore(t, kind, openStore === undefined ? {} : { openStore: await openStore() })
  const steps = IS_LONG ? STEPS : inShort
  for (const step of steps.filter((each) => hasStep(kind, each))) {
    test(`${name}: a cancel while ${step} leaves no job at the provider`, async (t) => {
      const opened = await begin(t)
      const { id, release } = await reach(opened, step)
      const cancelled = await opened.cancel(opened.key, id)
      assert.equal(cancelled.error?.code, 'cancelled')
      await opened.clock.advance(200)
      release()
      await allIsStill(opened, soon.ms)
      assert.ok(opened.provider.starts.length <= 1)
      assert.deepEqual(await opened.row(id), cancelled, 'what ended stays as it was')
    })

    test(`${name}: a timeout while ${step} ends the task ${soon.words} and leaves no job at the provider`, async (t) => {
      const opened = await begin(t)
      // Asked again only past the deadline, or the job would be done by then.
      if (step === 'asleep') opened.provider.hold('asking')
      const { id, release } = await reach(opened, step)
      const before = await opened.row(id)
      const deadline =
        step === 'saving' ? endOfSaving(opened, before) : (before.runDeadlineAt ?? before.queueDeadlineAt)
      await opened.clock.advance(deadline - opened.clock.now() - soon.ms)
      assert.equal(hasEnded(await opened.row(id)), false)
      const ended = await eventuallyOn(opened.clock, 100, async () => {
        const row = await opened.row(id)
        return hasEnded(row) ? row : undefined
      })
      assert.equal(ended.error?.code, 'timeout')
      // Whose job is asked after has a minute for the answer, also past the deadline.
      const soonMs = soon.ms + (before.operation === null || step === 'saving' ? 0 : 60_000)
      assert.ok((ended.finishedAt ?? 0) - deadline <= soonMs, `${(ended.finishedAt ?? 0) - deadline} ms too late`)
      release()
      await allIsStill(opened, soon.ms)
      assert.ok(opened.provider.starts.length <= 1)
    })

    test(`${name}: a shutdown while ${step} leaves the job to the next process, and none is started again`, async (t) => {
      const opened = await begin(t)
      const { id, release } = await reach(opened, step)
      const stopped = opened.house.stop(0)
      await opened.clock.advance(100)
      release()
      await eventuallyOn(opened.clock, 50, async () => ((await opened.row(id)).leaseToken === null ? true : undefined))
      await stopped
      const next = await openBefore(t, kind, opened)
      next.house.start(true)
      const ended = await eventuallyOn(next.clock, 100, async () => {
        const row = await next.row(id)
        return hasEnded(row) ? row : undefined
      })
      assert.equal(ended.status, 'success', JSON.stringify(ended.error))
      assert.equal(new Set(next.provider.starts.map(({ startKey }) => startKey)).size, 1)
      if (kind.safeToRestart !== true) assert.equal(next.provider.starts.length, 1)
      await allIsStill(next, soon.ms)
      assert.deepEqual(next.provider.cancels, [])
    })

    test(`${name}: a lease lost while ${step} leaves no job that nobody knows`, async (t) => {
      const opened = await begin(t)
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
      await allIsStill(opened, soon.ms)
    })
  }
}
