// Drives the real service while its processes are killed and frozen, and holds what happened against what we promise.
//   npm run chaos -- --tasks 20000 --kills 500 --freezes 200
//   npm run chaos -- --kills 0 --freezes 0 --fulls 0 --samples 0 --clocks 2 --driver postgres
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clockRun, endedByTime } from '../test/chaos/clock-run.ts'
import { clusterStorage } from '../test/chaos/cluster-storage.ts'
import { tracesIn } from '../test/chaos/evidence-paths.ts'
import { gather } from '../test/chaos/evidence.ts'
import { freezeRun } from '../test/chaos/freeze-run.ts'
import { killRun } from '../test/chaos/kill-run.ts'
import { measureRestart, measureTakeover } from '../test/chaos/measure.ts'
import { onSmallDisk } from '../test/chaos/small-disk.ts'
import { sqliteStorage, type Storage } from '../test/chaos/storage.ts'
import { summarize, type Summary } from '../test/chaos/summary.ts'
import { startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '400' },
    kills: { type: 'string', default: '10' },
    freezes: { type: 'string', default: '4' },
    pairs: { type: 'string', default: '2' },
    samples: { type: 'string', default: '5' },
    fulls: { type: 'string', default: '3' },
    clocks: { type: 'string', default: '1' },
    driver: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
    fence: { type: 'string', default: 'on' },
    keep: { type: 'boolean', default: false },
  },
})
const asked = {
  tasks: Number(values.tasks),
  kills: Number(values.kills),
  freezes: Number(values.freezes),
  pairs: Number(values.pairs),
  samples: Number(values.samples),
  fulls: Number(values.fulls),
  clocks: Number(values.clocks),
}
const seed = Number(values.seed)
const common = { speed: 1, fence: values.fence !== 'off', startMs: 300, inFlight: 32 }
const folder = await mkdtemp(join(tmpdir(), 'mediagen-chaos-'))
const startedAt = Date.now()
const say = (text: string): void =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${text}`)
let faults = 0

function report(name: string, { faults: found, ...figures }: Summary): void {
  console.log(`\n${name}`)
  console.log(JSON.stringify(figures, undefined, 2))
  console.log(found.length === 0 ? 'no faults' : `${found.length} FAULTS\n${found.slice(0, 50).join('\n')}`)
  faults += found.length
}

async function kills(): Promise<void> {
  if (asked.kills === 0) return
  const options = { ...common, ...asked, seed, folder: join(folder, 'kills'), lifeMs: 15_000 }
  const onKill = (count: number, accepted: number): void => {
    if (count % 25 === 0) say(`${count} kills, ${accepted} accepted`)
  }
  const done = await killRun({ ...options, onKill })
  const title = `${done.kills} kills by SIGKILL, ${done.killsWhileStarting} of them while starting`
  report(title, summarize(await gather(tracesIn(options.folder))))
}

async function freezes(pair: number): Promise<void> {
  const rounds = Math.ceil(asked.freezes / asked.pairs)
  if (rounds === 0) return
  // Without the fence, a successor that is still at work when the frozen one wakes is what shows it.
  const options = {
    ...common,
    seed: seed + pair,
    inFlight: 6,
    startMs: common.fence ? 1_500 : 12_000,
    pauseMs: 1_500,
    rounds,
  }
  const own = { ...options, folder: join(folder, `freezes-${pair}`) }
  const onRound = (round: number, accepted: number): void => {
    if (round % 10 === 0) say(`pair ${pair}: ${round} rounds, ${accepted} accepted`)
  }
  await freezeRun({ ...own, onRound })
  const title = `two processes on one database, pair ${pair}: ${rounds} times one was frozen past its lease by SIGSTOP`
  report(title, summarize(await gather(tracesIn(own.folder))))
}

/** Needs the right to mount; without it this part says so and is left out. */
async function fullDisk(): Promise<void> {
  if (asked.fulls === 0) return
  const options = { ...common, seed, folder: join(folder, 'full-disk'), inFlight: 6, rounds: asked.fulls }
  const done = await onSmallDisk(options)
  if (done === undefined) return say('no right to mount a small disk here: the full disk was not tried')
  const { refused, read, summary } = done
  report(
    `${asked.fulls} times the disk ran full: meanwhile ${refused} requests got 503, ${read} reads went on`,
    summary,
  )
}

/** Away for a month, and a clock that jumps by one; on the database that was asked for. */
async function clocks(): Promise<void> {
  if (asked.clocks === 0) return
  const own = join(folder, 'clocks')
  const postgres = values.driver === 'postgres' ? await startPostgres() : undefined
  try {
    const storage = await storageFor(own, await postgres?.newDatabase())
    const options = { ...common, seed, folder: own, inFlight: 6, rounds: asked.clocks, storage }
    await clockRun({ ...options, onMove: (what, accepted) => say(`${what}, ${accepted} accepted`) })
    const evidence = await gather(tracesIn(own), storage)
    const summary = summarize(evidence)
    report(
      `two processes on one database (${values.driver}), ${asked.clocks} times a month away, a month ahead and back`,
      { ...summary, faults: [...summary.faults, ...endedByTime(evidence)] },
    )
  } finally {
    await postgres?.stop()
  }
}

async function storageFor(own: string, url: string | undefined): Promise<Storage> {
  const { dataDir } = tracesIn(own)
  if (url === undefined) return sqliteStorage(dataDir)
  const env = { DATABASE_URL: url, MEDIAGEN_DATA_DIR: dataDir }
  return { ...clusterStorage({ url, dataDir, bucket: undefined, names: [] }), env }
}

async function measure(): Promise<void> {
  if (asked.samples === 0) return
  const scene = { ...common, seed }
  const restart = await measureRestart({ ...scene, folder: join(folder, 'restart') }, asked.samples)
  show('restart on existing data to the first resumed task', restart)
  const takeover = await measureTakeover({ ...scene, folder: join(folder, 'takeover') }, asked.samples)
  show('kill of a process to the takeover of its task by another', takeover)
}

function show(name: string, times: number[]): void {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  console.log(`\n${name}: median ${median} ms, longest ${sorted.at(-1)} ms, of ${sorted.length}`)
}

try {
  await measure()
  await fullDisk()
  await clocks()
  const pairs = Array.from({ length: asked.pairs }, (_, pair) => freezes(pair))
  await Promise.all([kills(), ...pairs])
  say(faults === 0 ? 'all promises kept' : `${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  if (values.keep) console.log(`traces are in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}
