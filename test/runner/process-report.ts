// What a test process tells its runner, as files in the folder that TEST_RUN_FOLDER names: which test file it is at, in
// case it hangs, and what each test file cost.
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileCost = { file: string; cpuSeconds: number }

const runFolder = (): string => process.env['TEST_RUN_FOLDER'] ?? '.'
const markOf = (pid: number): string => join(runFolder(), `process-${pid}`)

/** Says which file this process is at. The answer takes the mark away. */
export function leaveMark(file: string): () => void {
  const mark = markOf(process.pid)
  writeFileSync(mark, file)
  return () => rmSync(mark, { force: true })
}

export function currentFile(): string {
  return readFileSync(markOf(process.pid), 'utf8')
}

/** CPU seconds of this process, and on Linux of the processes that it started: those that run, and those it has waited for. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (process.platform === 'linux' ? childrenCpu() : 0)
}

type Seen = { parent: number; ownTicks: number; waitedTicks: number }
const TICKS_PER_SECOND = 100

function childrenCpu(): number {
  const seen = new Map<number, Seen>([[process.pid, look('self')]])
  if (process.getActiveResourcesInfo().includes('ProcessWrap'))
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      if (pid > 0 && pid !== process.pid) seen.set(pid, look(name))
    }
  const isMine = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && seen.has(pid) && isMine(seen.get(pid)?.parent ?? 0))
  let ticks = 0
  for (const [pid, { ownTicks, waitedTicks }] of seen)
    if (isMine(pid)) ticks += waitedTicks + (pid === process.pid ? 0 : ownTicks)
  return ticks / TICKS_PER_SECOND
}

function look(pid: string): Seen {
  try {
    // What follows the name in brackets, which may itself hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [own = 0, ownOfSystem = 0, waited = 0, waitedOfSystem = 0] = fields.slice(11)
    return { parent, ownTicks: own + ownOfSystem, waitedTicks: waited + waitedOfSystem }
  } catch {
    // It ended meanwhile.
    return { parent: 0, ownTicks: 0, waitedTicks: 0 }
  }
}

export function reportCpu(file: string, startedAt: number): void {
  const cost: FileCost = { file, cpuSeconds: readCpu() - startedAt }
  appendFileSync(join(runFolder(), 'costs.jsonl'), `${JSON.stringify(cost)}\n`)
}

/** What `end` leaves uncounted: a browser waits for none of its processes when it closes, so nobody is told what they took. */
export async function countUnwaited(end: () => Promise<unknown>): Promise<void> {
  const before = readCpu()
  await end()
  const cpuSeconds = before - readCpu()
  if (cpuSeconds > 0) appendFileSync(join(runFolder(), 'unwaited.jsonl'), `${JSON.stringify({ cpuSeconds })}\n`)
}

export function unwaitedCpu(run: string): number {
  return linesOf<{ cpuSeconds: number }>(join(run, 'unwaited.jsonl')).reduce(
    (sum, { cpuSeconds }) => sum + cpuSeconds,
    0,
  )
}

/** What the processes of this run have reported so far. */
export function reportedCosts(run: string): FileCost[] {
  return linesOf(join(run, 'costs.jsonl'))
}

function linesOf<T>(path: string): T[] {
  return readFileSync(path, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
