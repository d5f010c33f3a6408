import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

// A process that can still do so ends by itself at its limit, and closes what it opened.
const GRACE_MS = 5_000
const LOOK_EVERY_MS = 500

export type Guard = {
  /** What test processes are started with. */
  execArgv: string[]
  stop(): void
}

/** Ends test processes that go on past the limit; `onKill` hears of those that had to be killed. */
export function guardFiles(folder: string, limitMs: number, onKill: (file: string) => void): Guard {
  const program = new URL('./file-guard.ts', import.meta.url)
  program.searchParams.set('limitMs', String(limitMs))
  const look = setInterval(() => {
    for (const name of readdirSync(folder))
      if (name.startsWith('process-')) endLate(join(folder, name), Number(name.slice('process-'.length)))
  }, LOOK_EVERY_MS)
  const endLate = (mark: string, pid: number): void => {
    const startedAt = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
    if (startedAt === undefined || Date.now() - startedAt < limitMs + Math.min(GRACE_MS, limitMs)) return
    const file = readFileSync(mark, 'utf8')
    rmSync(mark, { force: true })
    try {
      process.kill(pid, 'SIGKILL')
      onKill(file)
    } catch {
      // It ended in another way, and could not say so.
    }
  }
  return { execArgv: ['--import', program.href], stop: () => clearInterval(look) }
}
