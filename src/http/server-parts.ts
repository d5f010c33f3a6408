import type { AddressDeps } from '../actions/reading/read-task.ts'
import type { CreateTaskDeps } from '../actions/tasks/create-task.ts'
import type { KnownPauses } from '../actions/running/pause-engine.ts'
import type { KeyUses } from '../actions/keys/key-uses.ts'
import type { Credentials } from '../ports/credentials.ts'
import type { ContactSheetOf, ConvertPicture } from '../ports/images.ts'
import type { LocalModels } from '../ports/local-models.ts'
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

/** What the HTTP side is given: the deps of its actions, and what only it needs to know. */
export type ServerParts = CreateTaskDeps &
  AddressDeps & {
    /** Which engines operators have paused. */
    pauses: KnownPauses
    /** Its routes use every room but those of the workers. */
    store: Store
    /** Neural models on this machine. */
    localModels: LocalModels
    /** Remembers when keys were used. */
    keyUses: KeyUses
    /** How long a synchronous image request waits for its task. */
    imageWaitMs: number
    /** Whether a repeat that a client marks as such waits for the task of the request before it. */
    adoptRetries: boolean
    /** Whether clients of Automatic1111 are served, and whether this process alone serves them. */
    automatic1111?: { isAlone: boolean } | undefined
    /** Whether anyone, without a key, may ask whether a file was made here. */
    provenanceIsPublic?: boolean | undefined
    /** Reads what a file says of its own origin. */
    credentials?: Pick<Credentials, 'check'> | undefined
    /** All that is in a file which was put aside. */
    bytesAt: (path: string) => Promise<Uint8Array>
    /** Without it nobody is turned away, and no page of another origin may call. */
    outside?: OutsideRules | undefined
    /** Writes a picture in the form that a caller wants it in. */
    convertPicture: ConvertPicture
    /** Shows a clip as one picture, where that can be done. */
    contactSheetOf: ContactSheetOf
    /** Counts requests; absent where nothing is counted. */
    meters?: Meters | undefined
    /** Follows requests; absent where nothing is followed. */
    tracer?: Tracer | undefined
    /** Shows what was counted. */
    scrape?: (() => Promise<{ contentType: string; text: string }>) | undefined
    /** How long the others have not heard of this process; undefined where it does not work. */
    silentMs?: () => number | undefined
    version: string
    /** Aborts when no new work is taken; what is under way goes on. */
    draining: AbortSignal
    /** Aborts when the grace time is over: whoever still waits for a task is told so. */
    closing: AbortSignal
  }
