import type { KeyUses } from '../actions/keys/key-uses.ts'
import type { AddressDeps } from '../actions/reading/read-task.ts'
import type { CreateTaskDeps } from '../actions/tasks/create-task.ts'
import type { Files } from '../ports/files.ts'
import type { ConvertPicture } from '../ports/images.ts'
import type { SigningIn } from '../ports/identity.ts'
import type { Bell, Clock, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Meters, Tracer } from '../ports/telemetry.ts'

/** How slowly a body may come and an answer may be taken; looked at every so often. */
export type PaceRules = {
  lookEveryMs: number
  /** For the line to get going: shorter waits are never held against a client. */
  graceMs: number
  minBytesPerSecond: number
  /** An answer of which nothing was taken for this long is given up. */
  stalledAfterMs: number
}

/** What is held open: a stream of events, a wait for a result, a test of a webhook. */
export type SlotKind = 'stream' | 'wait' | 'trial'

/** How many may be open at once, of one key and in all. */
export type SlotCounts = { each: number; total: number }

/** How connections are treated before anybody knows who calls. */
export type OutsideRules = {
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** The names beside those of this machine that requests may be for; undefined where they may be for any. */
  ownNames?: readonly string[] | undefined
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Other than the usual, where a test has no time for that. */
  pace?: PaceRules | undefined
  /** The same for how many requests may be held open. */
  slots?: Readonly<Record<SlotKind, SlotCounts>> | undefined
}

/** These rooms of the store. */
export type Rooms<Names extends keyof Store> = { store: Pick<Store, Names> }

/** What every request passes before its route: who calls, how many at once, the log, a stop. */
export type AppParts = Rooms<'keys' | 'sessions' | 'projects'> & {
  /** The base of the addresses that we give out, by the name that a request was sent to. */
  publicUrl: (askedAs?: string) => string
  /** How people sign in; absent where only keys work. */
  signingIn?: SigningIn | undefined
  clock: Clock
  random: Random
  log: Log
  /** Remembers when keys were used. */
  keyUses: KeyUses
  /** Without it nobody is turned away, and no page of another origin may call. */
  outside?: OutsideRules | undefined
  /** Counts requests; absent where nothing is counted. */
  meters?: Meters | undefined
  /** Follows requests; absent where nothing is followed. */
  tracer?: Tracer | undefined
  /** Aborts when no new work is taken; what is under way goes on. */
  draining: AbortSignal
  /** Aborts when the grace time is over: whoever still waits for a task is told so. */
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
  /** Writes a picture in the form that a caller wants it in. */
  convertPicture: ConvertPicture
}
