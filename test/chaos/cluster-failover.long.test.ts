import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { failoverRun } from './failover-run.ts'

const FLEET = {
  speed: 2,
  fence: true,
  startMs: 120,
  patienceMs: 5_000,
  // Servers are killed here, never the machine.
  postgres: ['fsync=off', 'full_page_writes=off'],
  apis: 2,
  workers: 2,
  s3: false,
  inFlight: 24,
  tasks: 150,
  unheard: 60,
}

test('under load, a synchronous standby takes over: nothing accepted is lost, nothing is started twice, webhooks arrive', async (t) => {
  const folder = await temporaryFolder(t)
  const figures = await failoverRun({ ...FLEET, folder, seed: 31, standby: 'synchronous' })
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(figures.faults, {})
  assert.ok(figures.accepted > 2 * FLEET.tasks)
})

test('with an asynchronous standby, only what it had not heard of is lost or started twice', async (t) => {
  const folder = await temporaryFolder(t)
  const figures = await failoverRun({ ...FLEET, folder, seed: 32, standby: 'asynchronous' })
  const { lost, startedTwice, ...rest } = figures
  t.diagnostic(JSON.stringify({ ...rest, lost: lost.length, startedTwice: startedTwice.length }))
  assert.deepEqual(figures.unexplained, [])
  // That something is lost at all: else this shows nothing.
  assert.ok(lost.length > 0)
})
