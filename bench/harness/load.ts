import { setTimeout as pause } from 'node:timers/promises'
import { Connection, type Reply } from './connection.ts'
import { cpuOfTree, memoryOfTree } from './process-cost.ts'
import { WorkNotDone, type Sample } from './row.ts'
import { quantile } from './statistics.ts'

export type Load = {
  port: number
  connections: number
  seconds: number
  /**
   * Requests are due at this rate, however long the answers take, as when many people ask who know nothing of each other.
   * Without it, each connection asks again as soon as it has its answer.
   */
  perSecond?: number
  /** The bytes of the request with this number. */
  request: (n: number) => Buffer
  /** Throws where an answer is not what was asked for; a status other than 200 is refused before. */
  check: (reply: Reply, n: number) => void
}

export type Loaded = { count: number; seconds: number; timesMs: number[] }

/** Keeps so many connections busy for a while; every request that was begun is waited for. */
export async function putLoad({ port, connections, seconds, perSecond, request, check }: Load): Promise<Loaded> {
  const open = Array.from({ length: connections }, () => new Connection(port))
  const timesMs: number[] = []
  let next = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  // From when it is due: a request that waits because those before it were slow was slow, too.
  const dueAt = (n: number): number => (perSecond === undefined ? performance.now() : began + (n * 1_000) / perSecond)
  const line = async (connection: Connection): Promise<void> => {
    for (let n = next++, due = dueAt(n); due < until; n = next++, due = dueAt(n)) {
      await untilDue(due)
      const reply = await connection.ask(request(n))
      timesMs.push(performance.now() - due)
      if (reply.status !== 200) throw new WorkNotDone(`${reply.status}: ${reply.body.toString().slice(0, 300)}`)
      check(reply, n)
    }
  }
  try {
    await Promise.all(open.map(line))
  } finally {
    for (const connection of open) connection.close()
  }
  return { count: timesMs.length, seconds: (performance.now() - began) / 1_000, timesMs }
}

// A timer may come so much too late; what is left is waited for without sleeping.
const TIMER_MS = 2

async function untilDue(due: number): Promise<void> {
  const left = due - performance.now()
  if (left > TIMER_MS) await pause(left - TIMER_MS)
  while (performance.now() < due) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** The load, and what it cost the process with this id. */
export async function measureLoad(load: Load, pid: number | undefined): Promise<{ loaded: Loaded; sample: Sample }> {
  const before = pid === undefined ? 0 : cpuOfTree(pid)
  const loaded = await putLoad(load)
  const times = Float64Array.from(loaded.timesMs).sort()
  const sample: Sample = {
    perSecond: loaded.count / loaded.seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    ...(pid === undefined
      ? {}
      : { cpuMs: (cpuOfTree(pid) - before) / loaded.count, peakMib: memoryOfTree(pid, 'VmHWM') }),
  }
  return { loaded, sample }
}
