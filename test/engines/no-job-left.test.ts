import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { endOfSaving } from '../../src/actions/running/task-run.ts'
import { sqliteStorage } from '../chaos/storage.ts'
import { openHouse } from '../reliability/house.ts'
import { IS_LONG } from '../support/long.ts'
import { hasEnded } from '../reliability/stage.ts'
import { AI_SDK_SUBJECTS, FURTHER_SUBJECTS, LUMA } from './protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import type { Subject } from './support/contract.ts'
import { canStop } from './support/job-server.ts'
import { openJobStage, type JobStage, type JobStep } from './support/job-stage.ts'

/** Every protocol that hands out a job; elsewhere the answer to the start is the result. */
const SUBJECTS: readonly Subject[] = [...AI_SDK_SUBJECTS, ...FURTHER_SUBJECTS, LUMA, ...SERVER_SUBJECTS].filter(
  ({ protocol }) => protocol.done !== undefined,
)

const WHOLE = IS_LONG
  ? SUBJECTS
  : [SUBJECTS.find((subject) => canStop(subject)), SUBJECTS.find((subject) => !canStop(subject))]

const STEPS: readonly JobStep[] = ['starting', 'asleep', 'asking', 'saving']
// Each waits for sockets most of the time.
const AT_ONCE = 6

/** A clip that is part of the answer is read with it: there is nothing to wait for while it is saved. */
const stepsOf = ({ result }: Subject): readonly JobStep[] =>
  result === 'inline' ? STEPS.filter((step) => step !== 'saving') : STEPS

type Case = { stage: JobStage; subject: Subject; step: JobStep }

/** The task has ended otherwise than by the provider's word: its job is stopped, or the log says that it cannot be. */
async function nothingRunsOn({ stage, subject, step }: Case, id: string): Promise<void> {
  const { server, until, warnings } = stage
  const storage = sqliteStorage(stage.dataDir)
  const tellsOf = (): string[] => warnings.filter(({ taskId }) => taskId === id).map(({ message }) => message)
  const runsOn = !canStop(subject) && step !== 'saving'
  await until(async () => {
    const isSettled = runsOn ? tellsOf().length > 0 : server.running() === 0
    return isSettled && (await storage.left()) === 0 ? true : undefined
  })
  const told = tellsOf()
  assert.equal(server.running(), runsOn ? 1 : 0, 'jobs at the provider, by its own count')
  assert.deepEqual(told, runsOn ? ['a provider cannot stop a job, which continues and is billed'] : [])
  assert.equal(server.starts(), 1)
}

async function cancelled(each: Case): Promise<void> {
  const { stage } = each
  const { id, release } = await stage.reach(each.step)
  const house = stage.process()
  const ended = await house.cancel(await house.key(), id)
  assert.equal(ended.error?.code, 'cancelled')
  release()
  await nothingRunsOn(each, id)
}

async function timedOut(each: Case): Promise<void> {
  const { stage } = each
  const { id, release } = await stage.reach(each.step)
  const row = await stage.process().row(id)
  const deadline = each.step === 'saving' ? endOfSaving(stage, row) : (row.runDeadlineAt ?? 0)
  await stage.clock.advance(deadline - stage.clock.now() - 100)
  const ended = await stage.until(async () => {
    const row = await stage.process().row(id)
    return hasEnded(row) ? row : undefined
  })
  assert.equal(ended.error?.code, 'timeout')
  release()
  await nothingRunsOn(each, id)
}

async function endedByAnother(each: Case): Promise<void> {
  const { stage } = each
  const { clock, dataDir } = stage
  const { id, release } = await stage.reach('starting')
  const other = await openHouse({ dataDir, clock, engines: [], models: [] })
  const ended = await other.cancel(await other.key(), id)
  await other.store.close()
  assert.equal(ended.error?.code, 'cancelled')
  release()
  await nothingRunsOn({ ...each, step: 'starting' }, id)
}

/** The next process hears of the end of the very job that the first one started. */
async function adopted({ stage, step }: Case, id: string): Promise<void> {
  if (step !== 'saving') stage.server.finish()
  const ended = await stage.untilEnded(id)
  assert.equal(ended.status, 'success', JSON.stringify(ended.error))
  assert.deepEqual([stage.server.starts(), stage.server.running()], [1, 0])
}

async function shutDown(each: Case): Promise<void> {
  const { stage } = each
  const { id, release } = await stage.reach(each.step)
  const stopped = stage.process().stop(0)
  release()
  await stage.until(async () => ((await stage.process().row(id)).leaseToken === null ? true : undefined))
  await stopped
  await stage.replaceProcess()
  if ((await stage.process().row(id)).status === 'success') return assert.equal(stage.server.starts(), 1)
  await adopted(each, id)
}

async function leaseLost(each: Case): Promise<void> {
  const { stage, subject, step } = each
  const { id, release } = await stage.reach(step)
  const { owners } = stage.process().store
  const dead = (await owners.list()).map((owner) => ({ id: owner.id, beat: null }))
  await owners.bury(dead, { witnessed: false, now: stage.clock.now() })
  // Past the next beat, by which the process finds out.
  await stage.clock.advance(2_500)
  release()
  if (step !== 'starting' || subject.safeToRestart === true) return adopted(each, id)
  // Nobody can tell what came of that start, until the one who made it hears the answer.
  assert.equal((await stage.untilEnded(id)).error?.code, 'start_unknown')
  await nothingRunsOn(each, id)
}

const EVENTS: Readonly<Record<string, (each: Case) => Promise<void>>> = {
  'a cancel': cancelled,
  'a timeout': timedOut,
  'a shutdown': shutDown,
  'a lost lease': leaseLost,
}

/** The short run plays everything in one protocol that can stop a job and one that cannot, and one case of each other. */
async function everyCase(t: TestContext, subject: Subject, isShort: boolean): Promise<void> {
  const stage = await openJobStage(t, subject)
  if (isShort) return await cancelled({ stage, subject, step: 'asleep' })
  for (const [event, play] of Object.entries(EVENTS))
    for (const step of stepsOf(subject)) await t.test(`${event} while ${step}`, () => play({ stage, subject, step }))
  await t.test('an end by another process while starting', () => endedByAnother({ stage, subject, step: 'starting' }))
}

test(
  'whatever happens to a task in whatever step, no job is left at its provider, or it is adopted, in every protocol',
  {
    concurrency: AT_ONCE,
  },
  async (t) => {
    await Promise.all(
      SUBJECTS.map((subject) => t.test(subject.name, (own) => everyCase(own, subject, !WHOLE.includes(subject)))),
    )
  },
)
