import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Side } from './boundaries.ts'
import { findFaults } from './check.ts'
import type { CrashOrders } from './crash-program.ts'
import { tracesIn } from './evidence-paths.ts'
import { gather, type Evidence } from './evidence.ts'
import { machineMs, openJournal, readJournal } from './journal.ts'
import { openOutside, type Outside } from './outside.ts'
import type { ProcessEnd } from './process-ends.ts'
import { ensureDatabase } from '../support/empty-database.ts'

export type CrashPoint = { boundary: string; side: Side }

export type CrashResult = CrashPoint & { hit: boolean; faults: string[] }

const PROGRAM = join(import.meta.dirname, 'crash-program.ts')
// Who stands still for 0.75 s is taken for dead; faster, and a busy machine dies without any crash.
const SPEED = 8
// Past every lease of a delivery: the process that recovers finds all of them run out.
const AHEAD_MS = 60_000

type Stage = { folder: string; outside: Outside; from: number }

/** Plays the script to its end without a crash, and tells which boundaries it crossed. */
export async function crossedBoundaries(folder: string, cacheFolder: string): Promise<string[]> {
  const stage = await openStage(folder)
  const { code } = await play([orders(stage, null)], cacheFolder)
  await stage.outside.close()
  if (code !== 0) throw new Error(`the script ended with ${code}`)
  const crossed = readJournal<CrashPoint>(join(folder, 'boundaries.jsonl'))
  const faults = await faultsIn(folder)
  if (faults.length > 0) throw new Error(`faults without any crash: ${faults.join('\n')}`)
  return [...new Set(crossed.map(({ boundary }) => boundary))].sort()
}

/** Kills a process at each of these points, then lets one fresh process carry on with what each of them left. */
export async function crashAt(
  points: readonly CrashPoint[],
  folder: string,
  cacheFolder: string,
): Promise<CrashResult[]> {
  const stages = await Promise.all(points.map((_, index) => openStage(join(folder, `crash-${index}`))))
  const ends = await Promise.all(
    points.map((point, index) => {
      const stage = stages[index]
      if (stage === undefined) throw new Error('there is a stage for each point')
      return play([orders(stage, point)], cacheFolder)
    }),
  )
  const { code } = await play(
    stages.map((stage) => ({ ...orders(stage, null), play: 'recovery' as const })),
    cacheFolder,
  )
  if (code !== 0) throw new Error(`the recovery ended with ${code}`)
  await Promise.all(stages.map(({ outside }) => outside.close()))
  return Promise.all(
    points.map(async (point, index) => ({
      ...point,
      hit: ends[index]?.signal === 'SIGKILL',
      faults: await faultsIn(stages[index]?.folder ?? ''),
    })),
  )
}

/** Starts one process after the other on the same tasks until they have all ended; tells how many were killed. */
export async function survivePoison(folder: string): Promise<{ kills: number; evidence: Evidence }> {
  const stage = await openStage(folder)
  for (let kills = 0; ; kills++) {
    const ordered = orders(stage, null)
    // Each process finds the leases of the one before it run out.
    const clock = { ...ordered.clock, aheadMs: kills * AHEAD_MS }
    const { code, signal } = await play([{ ...ordered, play: 'poison', clock }], join(folder, 'compile-cache'))
    if (signal === 'SIGKILL') continue
    await stage.outside.close()
    if (code !== 0) throw new Error(`it ended with ${code}`)
    return { kills, evidence: await gather(tracesIn(folder)) }
  }
}

async function openStage(folder: string): Promise<Stage> {
  const traces = tracesIn(folder)
  await mkdir(traces.dataDir, { recursive: true })
  // Here, and not by each process: the schema of the first one serves all.
  await ensureDatabase(join(traces.dataDir, 'mediagen.db'))
  return { folder, outside: await openOutside(traces.arrivals), from: Date.now() }
}

function orders({ folder, outside, from }: Stage, dieAt: CrashPoint | null): CrashOrders {
  const { hook, picture } = outside
  return { folder, hook, picture, clock: { speed: SPEED, from }, dieAt, play: 'script' }
}

async function play(
  list: readonly CrashOrders[],
  cacheFolder: string,
): Promise<{ code: number | null; signal: string | null }> {
  const ahead = list.map((each) =>
    each.play === 'recovery' ? { ...each, clock: { ...each.clock, aheadMs: AHEAD_MS } } : each,
  )
  const env = { NODE_COMPILE_CACHE: cacheFolder, ...process.env }
  const child = fork(PROGRAM, [JSON.stringify(ahead)], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') for (const { folder } of list) noteKill(folder, child.pid ?? 0)
  return { code, signal }
}

function noteKill(folder: string, pid: number): void {
  const ends = openJournal<ProcessEnd>(tracesIn(folder).ends)
  ends.add({ pid, name: 'killed', at: machineMs(), by: 'us', how: 'SIGKILL' })
  ends.close()
}

async function faultsIn(folder: string): Promise<string[]> {
  return findFaults(await gather(tracesIn(folder)))
}
