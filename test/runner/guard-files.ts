import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { IDLE_LOOKS, idleWatch, STUCK_SIGNAL } from './idle.ts'
import { markOf, testMarkOf } from './process-report.ts'
import { killTree } from './process-tree.ts'

// A process that can still do so ends by itself at its limit, and closes what it opened.
const GRACE_MS = 5_000
const LOOK_EVERY_MS = 500

export type Guard = {
  /** What test processes are started with. */
  execArgv: string[]
  stop(): void
}

export type Limits = {
  /** For a process as a whole. */
  fileMs: number
  /** How long a process may do nothing at all. */
  idleMs: number
  /** The same for a process that is at a file with a browser. */
  browserIdleMs: number
}

export type Ended = {
  file: string
  /** The test that it was at; empty before its first. */
  test: string
  why: 'idle' | 'past its limit'
}

/** Ends test processes that go on past a limit, with all that they started; `onEnd` hears of those that had to be killed. */
export function guardFiles(
  folder: string,
  limits: Limits,
  { inBrowser, onEnd }: { inBrowser: ReadonlySet<string>; onEnd: (ended: Ended) => void },
): Guard {
  const program = new URL('./file-guard.ts', import.meta.url)
  program.searchParams.set('limitMs', String(limits.fileMs))
  const marked = (): number[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith('process-'))
      .map((name) => Number(name.slice('process-'.length)))
  const end = (pid: number, why: Ended['why']): void => {
    const mark = markOf(folder, pid)
    const file = textOf(mark)
    if (file === '') return
    rmSync(mark, { force: true })
    killTree(pid)
    onEnd({ file, test: textOf(testMarkOf(folder, pid)), why })
  }
  const isLate = (pid: number): boolean => {
    const startedAt = statSync(markOf(folder, pid), { throwIfNoEntry: false })?.mtimeMs
    return startedAt !== undefined && Date.now() - startedAt >= limits.fileMs + Math.min(GRACE_MS, limits.fileMs)
  }
  const placeOf = (pid: number): string => [markOf(folder, pid), testMarkOf(folder, pid)].map(textOf).join('\n')
  const watchIdle = (idleMs: number, isWatched: (file: string) => boolean): NodeJS.Timeout => {
    const whichIdle = idleWatch()
    return setInterval(() => {
      if (process.platform !== 'linux') return
      const watched = marked().filter((pid) => isWatched(textOf(markOf(folder, pid))))
      // To look at all processes of the machine costs some milliseconds.
      if (watched.length === 0) return
      for (const { pid, isHopeless } of whichIdle(new Map(watched.map((each) => [each, placeOf(each)]))))
        if (isHopeless) end(pid, 'idle')
        else tell(pid)
    }, idleMs / IDLE_LOOKS)
  }
  const looks = [
    setInterval(() => {
      for (const pid of marked()) if (isLate(pid)) end(pid, 'past its limit')
    }, LOOK_EVERY_MS),
    watchIdle(limits.idleMs, (file) => !inBrowser.has(file)),
    watchIdle(limits.browserIdleMs, (file) => inBrowser.has(file)),
  ]
  return { execArgv: ['--import', program.href], stop: () => looks.forEach(clearInterval) }
}

function tell(pid: number): void {
  try {
    process.kill(pid, STUCK_SIGNAL)
  } catch {
    // It has ended.
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
