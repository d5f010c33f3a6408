import { readdirSync, readFileSync } from 'node:fs'

// The kernel reports in hundredths of a second on every Linux.
const MS_PER_TICK = 10

/** A process and all that it has started, as far as they live; Linux only. */
function treeOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(treeOf)]
  } catch {
    // It ended since its parent named it.
    return []
  }
}

/** Time on a core in ms of a process, its threads and its children, also of those that have ended and were waited for. */
export function cpuOfTree(pid: number): number {
  let ticks = 0
  for (const each of treeOf(pid)) {
    const stat = readFileSync(`/proc/${each}/stat`, 'utf8')
    // The name in brackets may hold anything; what follows it does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const field of fields.slice(11, 15)) ticks += Number(field)
  }
  return ticks * MS_PER_TICK
}

/** Memory in MiB of a process and its children: what they hold now, or the most that each ever held. */
export function memoryOfTree(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  let kib = 0
  for (const each of treeOf(pid)) {
    const status = readFileSync(`/proc/${each}/status`, 'utf8')
    kib += Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  }
  return kib / 1024
}
