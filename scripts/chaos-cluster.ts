// Drives a fleet on one PostgreSQL while its processes, its database and its wires break, and holds what happened against
// what we promise.
//   npm run chaos:cluster -- --tasks 10000 --seed 1
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pace } from '../test/chaos/cluster-faults.ts'
import { measureFleetTakeover, measureRecovery } from '../test/chaos/cluster-measure.ts'
import { clusterRun } from '../test/chaos/cluster-run.ts'
import { summarize, type Summary } from '../test/chaos/summary.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    's3-tasks': { type: 'string', default: '150' },
    takeovers: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '4' },
    'in-flight': { type: 'string', default: '128' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const folder = await mkdtemp(join(tmpdir(), 'mediagen-chaos-'))
const startedAt = Date.now()
const say = (text: string): void =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${text}`)
let faults = 0

const PACE: Pace = {
  kill: [2_000, 6_000],
  freeze: [2_000, 8_000],
  outage: [5_000, 10_000],
  storm: [6_000, 14_000],
  wire: [800, 4_000],
  readonly: [6_000, 14_000],
}
const FLEET = {
  apis: 2,
  workers: 3,
  postgres: [],
  speed: 1,
  fence: true,
  startMs: 300,
  pace: PACE,
  pauseMs: 5,
  // Longer than anything takes that goes well. Half of the callers wait for it when a wire is mute.
  patienceMs: 5_000,
}

function report(name: string, { faults: found, ...figures }: Summary): void {
  const untried = Object.entries(figures.caps)
    .filter(([, { cap, most }]) => most < cap)
    .map(([engine, { cap, most }]) => `cap: ${engine} takes ${cap} and never had more than ${most}: it was not tried`)
  const all = [...found, ...untried]
  console.log(`\n${name}`)
  console.log(JSON.stringify(figures, undefined, 2))
  console.log(all.length === 0 ? 'no faults' : `${all.length} FAULTS\n${all.slice(0, 50).join('\n')}`)
  faults += all.length
}

async function run(tasks: number, s3: boolean): Promise<void> {
  if (tasks === 0) return
  let told = 0
  const onLook = (accepted: number, broken: Record<string, number>): void => {
    if (accepted < told + 500) return
    told = accepted
    say(`${accepted} accepted, broken: ${JSON.stringify(broken)}`)
  }
  const own = { tasks, s3, seed, inFlight: Number(values['in-flight']), folder: join(folder, s3 ? 's3' : 'folder') }
  const done = await clusterRun({ ...FLEET, ...own, onLook })
  const where = s3 ? 'a bucket of OpenStack Swift' : 'a folder that all processes see'
  say(`broken: ${JSON.stringify(done.faults)}`)
  report(`2 api and 3 worker processes on PostgreSQL, bytes in ${where}`, summarize(done.evidence))
}

async function measure(): Promise<void> {
  const quiet = { ...FLEET, s3: false, seed, inFlight: 16 }
  const takeovers = Number(values.takeovers)
  if (takeovers > 0) {
    const times = await measureFleetTakeover({ ...quiet, folder: join(folder, 'takeover') }, takeovers)
    show('kill of a worker to the takeover of each of its tasks by another', times, 8_000)
  }
  const restarts = Number(values.restarts)
  if (restarts > 0) {
    const { submitMs, startMs } = await measureRecovery({ ...quiet, folder: join(folder, 'recovery') }, restarts)
    show('PostgreSQL ready again to a request accepted by every api process', submitMs, 2_000)
    show('PostgreSQL ready again to the start of the tasks of those requests', startMs, 2_000)
  }
}

/** The figure that counts is the 99th of a hundred; what takes longer than promised is a fault. */
function show(name: string, times: readonly number[], mostMs: number): void {
  const sorted = times.map(Math.round).sort((one, other) => one - other)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  const late = at(0.99) > mostMs
  if (late) faults++
  say(
    `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${sorted.at(-1)} ms, of ${sorted.length}` +
      (late ? `: FAULT, more than ${mostMs} ms` : ''),
  )
}

// Ended by hand, it takes its database along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  await measure()
  await run(Number(values['s3-tasks']), true)
  await run(Number(values.tasks), false)
  say(faults === 0 ? 'all promises kept' : `${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  if (values.keep) console.log(`traces are in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}
