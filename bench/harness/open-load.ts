import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Load, Loaded } from './load.ts'
import { WorkNotDone } from './row.ts'

// A timer may come so much too late; what is left is waited for without sleeping.
const TIMER_MS = 2

/**
 * Asks at a fixed rate, whatever the answers take, as many people do who know nothing of each other. Each time is counted
 * from when the request was due: one that waits because those before it were slow was slow, too.
 */
export async function putOpenLoad({
  port,
  connections,
  seconds,
  perSecond,
  request,
  check,
}: OpenLoad): Promise<Loaded> {
  const open = Array.from({ length: connections }, () => new Connection(port))
  const timesMs: number[] = []
  const began = performance.now()
  const count = Math.round(seconds * perSecond)
  const line = async (connection: Connection, first: number): Promise<void> => {
    for (let n = first; n < count; n += connections) {
      const due = began + (n * 1_000) / perSecond
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

export type OpenLoad = Load & { perSecond: number }

async function untilDue(due: number): Promise<void> {
  const left = due - performance.now()
  if (left > TIMER_MS) await pause(left - TIMER_MS)
  while (performance.now() < due) await new Promise<void>((resolve) => setImmediate(resolve))
}
