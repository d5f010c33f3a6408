import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tracesIn } from './evidence-paths.ts'
import { gather } from './evidence.ts'
import { freezeRun } from './freeze-run.ts'
import { summarize } from './summary.ts'
import { temporaryFolder } from '../support/at-end.ts'

test('of two processes on one database, one frozen past its lease: its late writes touch nothing', async (t) => {
  const folder = await temporaryFolder(t)
  await freezeRun({ speed: 5, fence: true, folder, seed: 12, inFlight: 6, startMs: 800, pauseMs: 100, rounds: 3 })
  const { accepted, staleWritesRefused, faults } = summarize(await gather(tracesIn(folder)))
  t.diagnostic(`${accepted} accepted tasks, ${staleWritesRefused} late writes refused`)
  assert.deepEqual(faults, [])
})
