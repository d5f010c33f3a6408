import { setTimeout as pause } from 'node:timers/promises'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import type { Direction, Trouble } from '../support/tcp-proxy.ts'
import type { Cluster } from './cluster.ts'
import type { Member } from './member.ts'
import { seeded, type Seeded } from './seeded-random.ts'

/** The pause between two faults of a kind, in milliseconds: the least and the most. */
type Span = readonly [number, number]

export const FAULTS = ['kill', 'freeze', 'outage', 'storm', 'wire', 'readonly'] as const
export type Fault = (typeof FAULTS)[number]
export type Pace = Record<Fault, Span>

export const TROUBLES = ['late', 'drip', 'refuse', 'mute there', 'mute back'] as const

// Long enough for a statement to be given up on a wire that is mute, and for a lease to be lost over it now and then.
const TROUBLE_MS: Span = [300, 4_000]
const OUTAGE_MS: Span = [0, 1_500]
const READ_ONLY_MS: Span = [100, 1_000]
const VAIN_START = 0.1

/** Begins to break things at random moments, each kind of fault by itself; `stop` lets all of it be whole again. */
export function breakThings(cluster: Cluster, options: { seed: number; pace: Pace; speed: number }) {
  const counts: Record<string, number> = {}
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)
  const stopping = new AbortController()
  const leaseMs = DEAD_AFTER_MS / options.speed
  // Processes that are being killed or frozen now: neither happens to one twice at once.
  const taken = new Set<Member>()

  const withMember = async (choices: Seeded, work: (member: Member) => Promise<void>): Promise<void> => {
    const free = cluster.members.filter((member) => !taken.has(member) && member.port() !== undefined)
    const member = free[choices.between(0, free.length - 1)]
    if (member === undefined) return
    taken.add(member)
    try {
      await work(member)
    } finally {
      taken.delete(member)
    }
  }

  const faults: Record<Fault, (choices: Seeded) => Promise<void>> = {
    kill: (choices) =>
      withMember(choices, async (member) => {
        await member.kill()
        count(`kill of ${member.orders.role}`)
        if (choices.chance(VAIN_START)) {
          await member.startInVain(choices.between(0, 500))
          count('kill while starting')
        }
        await member.start()
      }),
    freeze: (choices) =>
      withMember(choices, async (member) => {
        count(`freeze of ${member.orders.role}`)
        await member.freeze(choices.between(leaseMs * 1.1, leaseMs * 1.6))
      }),
    outage: async (choices) => {
      await cluster.postgres.kill()
      count('outage of PostgreSQL')
      await pause(choices.between(...OUTAGE_MS))
      await cluster.postgres.start()
    },
    storm: async (choices) => {
      count('storm of terminated connections')
      for (let left = choices.between(3, 6); left > 0; left--) {
        await terminate(cluster, choices.chance(0.5) ? 1 : 0.7)
        await pause(choices.between(20, 400))
      }
    },
    wire: troubleSomeWire(cluster, count),
    readonly: async (choices) => {
      count('readonly server')
      await setReadOnly(cluster, 'SET default_transaction_read_only = on')
      await terminate(cluster, 1)
      await pause(choices.between(...READ_ONLY_MS))
      // Sessions that were opened meanwhile stay as they are, as those of a primary that was demoted.
      await setReadOnly(cluster, 'RESET default_transaction_read_only')
    },
  }

  const going = FAULTS.map(async (kind, index) => {
    const choices = seeded(options.seed * FAULTS.length + index)
    // Two wires at a time may be in trouble, so that two processes may be cut off from each other's doings.
    const lines = kind === 'wire' ? 2 : 1
    const line = async (): Promise<void> => {
      for (;;) {
        await pause(choices.between(...options.pace[kind]), undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        await faults[kind](choices)
      }
    }
    await Promise.all(Array.from({ length: lines }, line))
  })

  return {
    counts,
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(going)
      for (const wire of Object.values(cluster.wires)) wire.trouble()
    },
  }
}

/** Insists: the database may be out itself just then, and what was begun must be undone. */
async function setReadOnly(cluster: Cluster, change: string): Promise<void> {
  const sql = `BEGIN READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END $$; COMMIT`
  for (;;) {
    const isDone = await cluster.ask(sql).then(
      () => true,
      () => false,
    )
    if (isDone) return
    await pause(100)
  }
}

/** Ends most of our sessions, as an operator or a failover would. The database may be out itself just then. */
async function terminate(cluster: Cluster, share: number): Promise<void> {
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name LIKE 'mediagen%' AND random() < ${share}`
  await cluster.ask(sql).catch(() => undefined)
}

/** Each wire and each trouble come in turn, in an order of their own each time, so that a short run meets them all. */
function troubleSomeWire(cluster: Cluster, count: (what: string) => void): (choices: Seeded) => Promise<void> {
  const names = turns(Object.keys(cluster.wires))
  const kinds = turns(TROUBLES)
  return async (choices) => {
    const wire = cluster.wires[names(choices)]
    const kind = kinds(choices)
    count(`wire: ${kind}`)
    wire?.trouble(troubleOf(kind, choices))
    await pause(choices.between(...TROUBLE_MS))
    wire?.trouble()
  }
}

function troubleOf(kind: (typeof TROUBLES)[number], choices: Seeded): Trouble {
  switch (kind) {
    case 'late':
      return { kind, ms: choices.between(20, 800) }
    case 'drip':
      return { kind, bytes: choices.between(1, 60), everyMs: choices.between(1, 10) }
    case 'refuse':
      return { kind }
    case 'mute there':
    case 'mute back':
      return { kind: 'mute', direction: kind.slice('mute '.length) as Direction }
  }
}

function turns<T>(list: readonly T[]): (choices: Seeded) => T {
  let left: T[] = []
  return (choices) => {
    if (left.length === 0) left = [...list]
    const [next] = left.splice(choices.between(0, left.length - 1), 1)
    if (next === undefined) throw new Error('there is nothing to take turns')
    return next
  }
}
