import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { busiest } from './check-caps.ts'
import { findFaults } from './check.ts'
import type { Pace } from './cluster-faults.ts'
import { clusterRun } from './cluster-run.ts'
import { openCluster } from './cluster.ts'
import { readJournal } from './journal.ts'
import type { ProcessEnd } from './process-ends.ts'
import { STARTS_AT_ONCE, type ProviderCall } from './provider.ts'
import { summarize } from './summary.ts'
import { temporaryFolder } from '../support/at-end.ts'

// The short form of `npm run chaos:cluster`. Its clock makes a lease of 6 s one of 3 s; the time limits of the database's
// driver stay what they are, so a faster one would lose every lease on a wire that is mute.
const PACE: Pace = {
  kill: [800, 2_000],
  freeze: [500, 1_500],
  outage: [1_500, 3_000],
  storm: [1_000, 3_000],
  wire: [100, 800],
  readonly: [1_000, 3_000],
}
const FLEET = {
  speed: 2,
  fence: true,
  startMs: 120,
  patienceMs: 5_000,
  // Processes are killed here, never the machine.
  postgres: ['fsync=off', 'full_page_writes=off'],
}

test('while processes, database and wires of a fleet break, nothing is lost, started twice, stranded or over a cap', async (t) => {
  const folder = await temporaryFolder(t)
  const fleet = { ...FLEET, folder, seed: 21, apis: 2, workers: 2, s3: false, pace: PACE, pauseMs: 20, inFlight: 24 }
  const { evidence, faults: broken } = await clusterRun({ ...fleet, tasks: 60 })
  const { accepted, faults, ...figures } = summarize(evidence)
  t.diagnostic(`${accepted} accepted tasks, ${JSON.stringify(figures)}, broken: ${JSON.stringify(broken)}`)
  assert.deepEqual(faults, [])
  assert.ok(accepted >= 60)
})

test('with the cap switched off, and a task that takes its process down, the checker reports both', async (t) => {
  const folder = await temporaryFolder(t)
  const fleet = { ...FLEET, folder, seed: 22, apis: 1, workers: 1, s3: false, inFlight: 1, caps: false }
  const cluster = await openCluster(fleet)
  try {
    const base = await cluster.apiUrl(cluster.random)
    const submit = (model: string, wanted: object): Promise<unknown> =>
      cluster.post(base, '/api/ai/videos', { model, prompt: JSON.stringify(wanted) })
    // None is answered before all are on their way, however long that takes.
    const gate = join(folder, 'gate')
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, () => submit('capped', { gate })))
    await eventually(() => {
      const starts = readJournal<ProviderCall>(cluster.traces.calls).filter(({ kind }) => kind === 'start')
      return starts.length >= STARTS_AT_ONCE ? true : undefined
    })
    writeFileSync(gate, '')
    await cluster.quiet(async () => {})
    await submit('ignores-key', { kills: true })
    await eventually(() => readJournal<ProcessEnd>(cluster.traces.ends)[0])
    await cluster.quiet(async () => {})
    const evidence = await cluster.end()
    const { cap = 0, most = 0 } = busiest(evidence)['capped'] ?? {}
    assert.ok(most > cap)
    const words = findFaults(evidence).map((fault) => fault.split(' ')[0])
    assert.deepEqual(words.sort(), ['cap:', 'exit:'])
  } finally {
    await cluster.close()
  }
})
