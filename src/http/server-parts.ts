import type { KeyUses } from '../actions/keys/key-uses.ts'
import type { AddressDeps } from '../actions/reading/read-task.ts'
import type { CreateTaskDeps } from '../actions/tasks/create-task.ts'
import type { Files } from '../ports/files.ts'
import type { ConvertPicture } from '../ports/images.ts'
import type { SigningIn } from '../ports/identity.ts'
import type { Bell, Clock, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Meters, Tracer } from '../ports/telemetry.ts'

/** The minimum speed of bodies and answers, and how often it is checked. */
export type PaceRules = {
  lookEveryMs: number
  /** Time for the connection to start: shorter waits are never held against a client. */
  graceMs: number
  minBytesPerSecond: number
  /** An answer of which nothing was taken for this long is aborted. */
  stalledAfterMs: number
}

/** What is held open: an event stream, a wait for a result, a webhook test. */
export type SlotKind = 'stream' | 'wait' | 'trial'

/** How many may be open at once, per key and in total. */
export type SlotCounts = { each: number; total: number }

/** How connections are treated before the caller is known. */
export type OutsideRules = {
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** Host names for which requests are accepted, in addition to those of this machine; undefined for any name. */
  ownNames?: readonly string[] | undefined
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Different from the default, for tests that cannot wait that long. */
  pace?: PaceRules | undefined
  /** The same for how many requests may be held open. */
  slots?: Readonly<Record<SlotKind, SlotCounts>> | undefined
}

/** These rooms of the store. */
export type Rooms<Names extends keyof Store> = { store: Pick<Store, Names> }

/** What every request passes before its route: authentication, rates, the log, a shutdown. */
export type AppParts = Rooms<'keys' | 'sessions' | 'projects'> & {
  /** The base of the URLs in answers, by the name that a request was sent to. */
  publicUrl: (askedAs?: string) => string
  /** How people sign in; absent if only keys work. */
  signingIn?: SigningIn | undefined
  clock: Clock
  random: Random
  log: Log
  /** Records the last use of keys. */
  keyUses: KeyUses
  /** Without it, nobody is turned away, and no page of another origin may call. */
  outside?: OutsideRules | undefined
  /** Counts requests; absent without metrics. */
  meters?: Meters | undefined
  /** Traces requests; absent without tracing. */
  tracer?: Tracer | undefined
  /** Aborts when no new work is accepted; running work continues. */
  draining: AbortSignal
  /** Aborts at the end of the drain: requests that still wait for a task are told so. */
  closing: AbortSignal
}

/** For routes that accept work. */
export type MakingParts = CreateTaskDeps & Pick<AppParts, 'draining'>

/** For routes that show tasks and the addresses of their files. */
export type ReadingParts = AddressDeps & Rooms<'tasks' | 'files' | 'deliveries' | 'replica'>

/** For routes that hold a request open until tasks have ended. */
export type WaitingParts = Rooms<'tasks'> &
  Pick<AppParts, 'clock' | 'draining' | 'closing'> & {
    bell: Bell
    /** How long a synchronous image request waits for its task. */
    imageWaitMs: number
  }

/** For routes that write results into their answers. */
export type ResultParts = {
  files: Files
  log: Log
  /** Converts a picture to the form that a caller requests. */
  convertPicture: ConvertPicture
}
