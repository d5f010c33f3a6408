import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventuallyOn } from '../support/eventually.ts'
import { hasEnded } from './stage.ts'
import { stopMatrix } from './stop-matrix.ts'
import { allIsStill, DAY_MS, KINDS, openBefore as open, reach } from './stop-stage.ts'

// The first two kinds go through every step; what is other about the last two is how they start, and what is asked after.
for (const [index, kind] of KINDS.entries())
  stopMatrix(kind.id, kind, index < 2 ? {} : { inShort: ['starting', 'asking'] })

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
  const told = lines.filter(({ message }) => message.includes('no more attempts are made'))
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
