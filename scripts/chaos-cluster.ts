// Drives a fleet on one PostgreSQL while its processes, its database and its wires break, and holds what happened against
// what we promise.
//   npm run chaos:cluster -- --tasks 10000 --seed 1
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pace } from '../test/chaos/cluster-faults.ts'
import { clusterRun } from '../test/chaos/cluster-run.ts'
import { summarize, type Summary } from '../test/chaos/summary.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    's3-tasks': { type: 'string', default: '150' },
    'in-flight': { type: 'string', default: '48' },
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
  wire: [200, 1_500],
}
const FLEET = { apis: 2, workers: 3, speed: 1, fence: true, startMs: 300, pace: PACE, pauseMs: 5, postgres: [] }

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

try {
  await run(Number(values['s3-tasks']), true)
  await run(Number(values.tasks), false)
  say(faults === 0 ? 'all promises kept' : `${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  if (values.keep) console.log(`traces are in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}
