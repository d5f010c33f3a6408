// What a test process tells its runner, as files in the folder that TEST_RUN_FOLDER names: which test file and test it is
// at, in case it hangs, and what each test file cost.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookAt, TICKS_PER_SECOND, treeOf } from './process-tree.ts'

export type FileCost = { file: string; cpuSeconds: number }

const runFolder = (): string => process.env['TEST_RUN_FOLDER'] ?? '.'

/** Where a process says which file it is at. */
export const markOf = (folder: string, pid: number): string => join(folder, `process-${pid}`)
/** Where a process says which test it is at. */
export const testMarkOf = (folder: string, pid: number): string => join(folder, `test-${pid}`)

/** Says which file this process is at. The answer takes the mark away. */
export function leaveMark(file: string): () => void {
  const mark = markOf(runFolder(), process.pid)
  writeFileSync(mark, file)
  leaveTestMark('')
  return () => rmSync(mark, { force: true })
}

export function leaveTestMark(name: string): void {
  writeFileSync(testMarkOf(runFolder(), process.pid), name)
}

export function currentFile(): string {
  return readFileSync(markOf(runFolder(), process.pid), 'utf8')
}

/** CPU seconds of this process, and on Linux of the processes that it started: those that run, and those it has waited for. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (process.platform === 'linux' ? childrenCpu() : 0)
}

function childrenCpu(): number {
  const mine = process.getActiveResourcesInfo().includes('ProcessWrap') ? treeOf(process.pid) : [lookAt(process.pid)]
  const ticks = mine.reduce(
    (sum, { pid, ownTicks, waitedTicks }) => sum + waitedTicks + (pid === process.pid ? 0 : ownTicks),
    0,
  )
  return ticks / TICKS_PER_SECOND
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
