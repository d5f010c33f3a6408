import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const MS_PER_TICK = 10

/** Milliseconds of this machine's cores that its host gave to others, since the start; 0 on a machine of its own. */
function stolenMs(): number {
  return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8] ?? 0) * MS_PER_TICK
}

/** Begins to watch; what it gives tells the share of the cores' time that was stolen since. */
export function watchStolen(): () => number {
  const [from, stolen] = [performance.now(), stolenMs()]
  return () => (stolenMs() - stolen) / ((performance.now() - from) * availableParallelism())
}
