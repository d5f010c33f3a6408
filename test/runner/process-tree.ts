// What the system says of processes: who started whom, and what they did.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export type Seen = { pid: number; parent: number; name: string; ownTicks: number; waitedTicks: number }
export const TICKS_PER_SECOND = 100

const NONE = { parent: 0, name: '', ownTicks: 0, waitedTicks: 0 }

/** One process; all zeros where it has ended meanwhile. Linux alone tells more than names. */
export function lookAt(pid: number): Seen {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // What follows the name in brackets, which may itself hold spaces.
    const fields = stat.split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [own = 0, ownOfSystem = 0, waited = 0, waitedOfSystem = 0] = fields.slice(11)
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    return { pid, parent, name, ownTicks: own + ownOfSystem, waitedTicks: waited + waitedOfSystem }
  } catch {
    return { pid, ...NONE }
  }
}

/** Whether a signal has stopped a process. Linux alone tells. */
export function isStopped(pid: number): boolean {
  try {
    return / [Tt] \d+ /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')
  } catch {
    return false
  }
}

/** All processes of the machine. */
export function lookAround(): Map<number, Seen> {
  const seen =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .map(Number)
          .filter((pid) => pid > 0)
          .map(lookAt)
      : listedByPs()
  return new Map(seen.map((each) => [each.pid, each]))
}

function listedByPs(): Seen[] {
  if (process.platform === 'win32') return []
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, name = '']) => ({ ...NONE, pid: Number(pid), parent: Number(parent), name }))
}

/** A process and all that it has started, and these in turn. */
export function treeOf(root: number, seen = lookAround()): Seen[] {
  const isIn = (pid: number): boolean => pid === root || (pid > 1 && isIn(seen.get(pid)?.parent ?? 0))
  return [...seen.values()].filter(({ pid }) => isIn(pid))
}

/** Ends all that a process has started, and the process itself unless it is this one. */
export function killTree(root: number): void {
  for (const { pid, name } of treeOf(root)) {
    if (pid === process.pid) continue
    try {
      // PostgreSQL frees the memory that it shares at this signal, and at no harder one.
      process.kill(pid, name.includes('postgres') ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** Seconds for which the threads of a process were ready to run and had no core: other programs had them. */
export function delayOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e9)
      .reduce((sum, seconds) => sum + seconds, 0)
  } catch {
    return 0
  }
}
