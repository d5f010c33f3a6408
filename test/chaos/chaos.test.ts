import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFaults } from './check.ts'
import { tracesIn } from './evidence-paths.ts'
import { gather, type Evidence } from './evidence.ts'
import { killRun } from './kill-run.ts'
import { countJobs, leftRunning, startsUnderWay } from './check-jobs.ts'
import { PROVIDERS, STARTS_AT_ONCE, type ProviderCall } from './provider.ts'
import { summarize } from './summary.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { longTest } from '../support/long.ts'

// The form of `npm run chaos` for tests: a clock that runs five times as fast makes a lease of 6 s one of 1.2 s. Processes that are
// frozen and wake too late are tested in `fence.test.ts`, and by chance in `freezing.long.test.ts`.
const SHORT = { speed: 5, fence: true, startMs: 120 }
const SIZE = { kills: 4, tasks: 60 }

longTest(
  'killed at random moments, the service loses nothing and starts nothing twice; each planted fault is found',
  async (t) => {
    const folder = await temporaryFolder(t)
    const { kills } = await killRun({ ...SHORT, folder, seed: 11, inFlight: 8, ...SIZE, lifeMs: 10_000 })
    const evidence = await gather(tracesIn(folder))
    const { accepted, faults, ...figures } = summarize(evidence)
    t.diagnostic(`${kills} kills, ${accepted} accepted tasks, ${JSON.stringify(figures)}`)
    assert.deepEqual(faults, [])
    assert.ok(accepted >= SIZE.tasks)
    for (const [word, plant] of Object.entries(PLANTED)) {
      const faults = findFaults(plant(structuredClone(evidence)))
      assert.ok(
        faults.some((fault) => fault.startsWith(word)),
        `not found: ${word}`,
      )
    }
    assertLossIsTold(evidence)
  },
)

const NOTHING: Evidence = {
  history: [],
  calls: [],
  leases: [],
  arrivals: [],
  events: [],
  ends: [],
  clock: null,
  tasks: [],
  deliveries: [],
  files: [],
  usage: [],
  stops: [],
  kept: new Map(),
  keptAfterSweep: new Set(),
  spooledAfterSweep: 0,
}

/** Each spoils sound evidence in one way. */
const PLANTED: Record<string, (evidence: Evidence) => Evidence> = {
  'lost: ': (evidence) => {
    const lost = evidence.history.find((entry) => entry.event === 'ok')
    return { ...evidence, tasks: evidence.tasks.filter(({ id }) => id !== (lost as { id: string }).id) }
  },
  'not ended: ': (evidence) => changedRow(evidence, { status: 'processing' }),
  'changed: ': (evidence) => {
    const seen = evidence.history.findLast((entry) => entry.event === 'ok' && entry.status === 'success')
    assert.ok(seen?.event === 'ok', 'a success was seen')
    const n = 1e9
    const later = [
      { n, at: seen.at + 1, event: 'invoke', what: 'poll', id: seen.id } as const,
      { n, at: seen.at + 2, event: 'ok', id: seen.id, status: 'failed', result: 'other' } as const,
    ]
    return { ...evidence, history: [...evidence.history, ...later] }
  },
  'second start: ': (evidence) => {
    const start = evidence.calls.find(({ kind, engine }) => kind === 'start' && engine === 'ignores-key')
    assert.ok(start !== undefined, 'an engine that is not safe to restart was started')
    return { ...evidence, calls: [...evidence.calls, start] }
  },
  'left running: a job': (evidence) => withoutEndOf(aJob(evidence), evidence),
  'left running: the job of task': (evidence) => ({
    ...evidence,
    stops: [{ task_id: aJob(evidence).taskId, engine: 'ignores-key' }],
  }),
  'no start: ': (evidence) => ({ ...evidence, calls: [] }),
  'announcement: ': (evidence) => {
    const [first] = evidence.arrivals
    assert.ok(first !== undefined, 'a webhook arrived')
    return { ...evidence, arrivals: [...evidence.arrivals, { ...first, webhookId: 'msg_other' }] }
  },
  'file: ': (evidence) => ({ ...evidence, keptAfterSweep: new Set(['of-nobody']) }),
  'given up: ': (evidence) => changedRow(evidence, { status: 'failed', error_code: 'internal_error' }),
  'crowd: ': (evidence) => {
    const start = evidence.calls.find(({ kind, engine }) => kind === 'start' && engine === 'local')
    assert.ok(start !== undefined, 'a local engine was started')
    return { ...evidence, calls: Array.from({ length: STARTS_AT_ONCE + 1 }, () => start) }
  },
  'stale write: ': (evidence) => {
    const [claim] = evidence.leases.filter(({ kind }) => kind === 'claim')
    assert.ok(claim !== undefined, 'a task was claimed')
    const late = { ...claim, kind: 'finish', token: 'of-a-former-owner' } as const
    return { ...evidence, leases: [...evidence.leases, late] }
  },
  'repeat: ': (evidence) => {
    const n = 1e9
    const asked = { what: 'submit', kind: 'video', model: 'local', key: 'one', webhook: false } as const
    const twice = evidence.tasks
      .slice(0, 2)
      .flatMap(({ id }, index) => [
        { n: n + index, at: 0, event: 'invoke', ...asked } as const,
        { n: n + index, at: 0, event: 'ok', id } as const,
      ])
    return { ...evidence, history: [...evidence.history, ...twice] }
  },
  'cap: ': (evidence) => {
    const start = evidence.calls.find(({ kind, engine }) => kind === 'start' && engine === 'capped')
    assert.ok(start !== undefined, 'an engine with a cap was started')
    const { cap = 0 } = PROVIDERS.find(({ id }) => id === 'capped') ?? {}
    const others = Array.from({ length: cap + 1 }, (_, other) => ({ ...start, taskId: `another ${other}` }))
    const answers = others.map((each) => ({ ...each, kind: 'answer' as const, at: each.at + 1 }))
    return { ...evidence, calls: [...evidence.calls, ...others, ...answers] }
  },
  'exit: ': (evidence) => ({
    ...evidence,
    ends: [...evidence.ends, { pid: 1, name: 'worker-1', at: 0, by: 'itself', how: '1' }],
  }),
  'unforeseen: ': (evidence) => changedRow(evidence, { error_message: 'Something went wrong on our side.' }),
  'usage: ': (evidence) => ({ ...evidence, usage: evidence.usage.slice(1) }),
}

/** A job that came to its end at a provider that cannot find one by its key, and whose handle came to the row. */
function aJob({ calls, tasks }: Evidence): ProviderCall {
  const named = new Set(tasks.filter(({ operation }) => operation !== null).map(({ id }) => id))
  const over = calls.find(
    ({ kind, engine, taskId }) => kind === 'over' && engine === 'ignores-key' && named.has(taskId),
  )
  assert.ok(over !== undefined, 'a job came to its end')
  return over
}

function withoutEndOf({ startKey }: ProviderCall, evidence: Evidence): Evidence {
  const calls = evidence.calls.filter((call) => call.startKey !== startKey || call.kind !== 'over')
  return { ...evidence, calls }
}

/** Only a handle that was on no row and died with its process excuses a job that runs on; it is counted. */
function assertLossIsTold(whole: Evidence): void {
  const job = aJob(whole)
  const evidence = onlyOf(job, whole)
  const left = withoutEndOf(job, evidence)
  const unnamed = {
    ...left,
    tasks: left.tasks.map((row) => (row.id === job.taskId ? { ...row, operation: null } : row)),
  }
  const starters = evidence.calls.filter(({ kind, startKey }) => kind === 'start' && startKey === job.startKey)
  const kills = starters.map(({ pid, at }) => ({ pid, name: '', at, by: 'us', how: 'SIGKILL' }) as const)
  const lostIn = (seen: Evidence): number =>
    Object.values(countJobs(seen).lostByAKill).reduce((sum, count) => sum + count, 0)
  const alive = { ...unnamed, ends: unnamed.ends.filter(({ pid }) => !kills.some((kill) => kill.pid === pid)) }
  assert.equal(leftRunning(alive).length, 1, 'who made the start lives')
  const killed = { ...unnamed, ends: [...alive.ends, ...kills] }
  assert.deepEqual(leftRunning(killed), [])
  assert.deepEqual([lostIn(left), lostIn(killed)], [0, 1])
  assert.equal(leftRunning({ ...left, ends: killed.ends }).length, 1, 'the handle was on the row')
}

/** Without the other jobs: some of them may have been lost with the very process that started this one. */
function onlyOf({ taskId, startKey }: ProviderCall, evidence: Evidence): Evidence {
  const calls = evidence.calls.filter((call) => call.startKey === startKey)
  return { ...evidence, calls, stops: evidence.stops.filter(({ task_id }) => task_id === taskId) }
}

function changedRow(evidence: Evidence, change: Partial<Evidence['tasks'][number]>): Evidence {
  const [first, ...others] = evidence.tasks
  assert.ok(first !== undefined)
  return { ...evidence, tasks: [{ ...first, ...change }, ...others] }
}

test('a process that was given the number of a dead one is not taken for it', () => {
  const call = {
    kind: 'start',
    at: 10,
    pid: 7,
    bornAt: 1,
    parentPid: 1,
    engine: 'local',
    taskId: 'a',
    startKey: 'a',
  } as const
  const full = Array.from({ length: STARTS_AT_ONCE }, () => call)
  const crowdsIn = (calls: ProviderCall[]): string[] =>
    findFaults({ ...NOTHING, calls }).filter((fault) => fault.startsWith('crowd: '))
  assert.deepEqual(crowdsIn([...full, { ...call, bornAt: 20_000, at: 30_000 }]), [])
  assert.equal(crowdsIn([...full, { ...call, at: 30 }]).length, 1)
  const ends = [{ pid: 7, name: '', at: 15, by: 'us', how: 'SIGKILL' }] as const
  assert.equal(startsUnderWay({ calls: [call], ends: [...ends] }), 0)
  assert.equal(startsUnderWay({ calls: [{ ...call, bornAt: 20_000, at: 30_000 }], ends: [...ends] }), 1)
})
