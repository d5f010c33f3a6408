import { setTimeout as pause } from 'node:timers/promises'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import { machineMs, type Journal } from './journal.ts'
import type { ProcessEnd } from './process-ends.ts'
import type { ServerProcess, Waiting } from './server-process.ts'
import type { Orders } from './server-parts.ts'

/** A place in the fleet: one process after the other serves there. */
export type Member = {
  readonly name: string
  readonly orders: Orders
  /** The wire by which callers reach it, where it has callers. */
  front?: TcpProxy
  readonly frozen: boolean
  /** Where it listens; undefined while there is no process. */
  port(): number | undefined
  pid(): number | undefined
  start(): Promise<void>
  /** Lets a process begin to serve and kills it on the way. */
  startInVain(afterMs: number): Promise<void>
  /** Ends it as a power cut would; gives back when, and the number of the process. */
  kill(): Promise<{ pid: number; at: number } | undefined>
  freeze(ms: number): Promise<void>
  stop(): Promise<void>
}

export function openMember(parts: {
  name: string
  orders: Orders
  hire: () => Waiting
  ends: Journal<ProcessEnd>
}): Member {
  const { name, orders, hire, ends } = parts
  let server: ServerProcess | undefined
  let frozen = false
  let listening: number | undefined
  let starting: Promise<void> | undefined
  const leaving = new Set<number>()

  const note = (pid: number, by: ProcessEnd['by'], how: string): void =>
    ends.add({ pid, name, at: machineMs(), by, how })

  // A process that cannot start is noted as one that ended; its keeper starts another one.
  const start = async (): Promise<void> => {
    while (server === undefined) {
      try {
        const started = await hire().serve(orders)
        server = started
        listening = Number(new URL(started.url).port)
        void started.ended.then((how) => hasEnded(started, how))
      } catch (error) {
        note(0, 'itself', String(error))
      }
    }
  }
  const hasEnded = (ended: ServerProcess, how: string): void => {
    const wasTold = leaving.has(ended.pid)
    note(ended.pid, wasTold ? 'us' : 'itself', how)
    if (server !== ended) return
    server = undefined
    listening = undefined
    if (!wasTold) void member.start()
  }

  const member: Member = {
    name,
    orders,
    get frozen() {
      return frozen
    },
    port: () => listening,
    pid: () => server?.pid,
    start: () => (starting ??= start().finally(() => (starting = undefined))),
    startInVain: (afterMs) => hire().killWhileStarting(orders, afterMs),
    async kill() {
      const victim = server
      if (victim === undefined) return undefined
      leaving.add(victim.pid)
      const at = machineMs()
      await victim.kill()
      server = undefined
      listening = undefined
      return { pid: victim.pid, at }
    },
    async freeze(ms) {
      frozen = true
      server?.freeze()
      await pause(ms)
      server?.thaw()
      frozen = false
    },
    async stop() {
      const leaver = server
      if (leaver === undefined) return
      leaving.add(leaver.pid)
      await leaver.stop()
      const how = await leaver.ended
      if (how !== '0') note(leaver.pid, 'itself', `told to stop, it ended with ${how}`)
    },
  }
  return member
}
