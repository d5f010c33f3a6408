// What a test process tells its runner, as files in the folder that TEST_RUN_FOLDER names: which test file it is at, in
// case it hangs, and what each test file cost.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** CPU seconds of this process, and on Linux of the children that it has waited for. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenCpu()
}

function childrenCpu(): number {
  if (process.platform !== 'linux') return 0
  // What follows the name in brackets, which may itself hold spaces. Times are in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

export function reportCpu(file: string, startedAt: number): void {
  const cost: FileCost = { file, cpuSeconds: readCpu() - startedAt }
  appendFileSync(join(runFolder(), 'costs.jsonl'), `${JSON.stringify(cost)}\n`)
}

/** What the processes of this run have reported so far. */
export function reportedCosts(run: string): FileCost[] {
  return readFileSync(join(run, 'costs.jsonl'), { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCost)
}
