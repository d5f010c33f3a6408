import { Connection, type Reply } from './connection.ts'
import { cpuOfTree, memoryOfTree } from './process-cost.ts'
import { WorkNotDone, type Sample } from './row.ts'
import { quantile } from './statistics.ts'

export type Load = {
  port: number
  connections: number
  seconds: number
  /** The bytes of the request with this number. */
  request: (n: number) => Buffer
  /** Throws where an answer is not what was asked for; a status other than 200 is refused before. */
  check: (reply: Reply, n: number) => void
}

export type Loaded = { count: number; seconds: number; timesMs: number[] }

/** Keeps so many connections busy for a while; every request that was begun is waited for. */
export async function putLoad({ port, connections, seconds, request, check }: Load): Promise<Loaded> {
  const open = Array.from({ length: connections }, () => new Connection(port))
  const timesMs: number[] = []
  let next = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  const line = async (connection: Connection): Promise<void> => {
    for (let from = performance.now(); from < until; from = performance.now()) {
      const n = next++
      const reply = await connection.ask(request(n))
      timesMs.push(performance.now() - from)
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
