/** The end of a process: one that we killed or asked to stop, or one that nobody asked for. */
export type ProcessEnd = { pid: number; name: string; at: number; by: 'us' | 'itself'; how: string }

/** A process ends when it is told to and never else: not when its database is gone, nor while it starts. */
export function selfEnded(ends: readonly ProcessEnd[]): string[] {
  return ends
    .filter(({ by }) => by === 'itself')
    .map(({ pid, name, how }) => `exit: process ${pid} (${name}) ended by itself: ${how}`)
}
