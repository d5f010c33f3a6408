import type { RandomBytes } from '../core/text/random-text.ts'

/** Time, as the whole service sees it. Tests hand in a clock that they advance themselves. */
export interface Clock {
  /** Milliseconds since 1970, a whole number. It may jump, for people and servers set clocks. */
  now(): number
  /** Milliseconds since some moment in the past, which only ever rise: for measuring how long something takes. */
  elapsed(): number
  /** The latest time that another process may go by, while a clock that was set is still in doubt. */
  latest?(): number
  /** A time that was written before this clock was set ahead, as it counts now; absent where a clock is never set. */
  current?(time: number): number
  /**
   * Resolves after `ms`, or at once when the signal aborts; it never rejects. A process that has nothing else to do stays for
   * it, unless `keepsProcess` is false.
   */
  sleep(ms: number, signal?: AbortSignal, options?: { keepsProcess?: boolean }): Promise<void>
}

/** Unpredictability, as the whole service sees it. */
export interface Random {
  bytes: RandomBytes
  /** A number from 0 up to 1, for jitter. */
  fraction(): number
}

export type LogFields = { readonly [name: string]: unknown }

/** The operator's log: one line per entry. Secrets are never handed to it. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/**
 * Wakes whoever waits in this process. A bell is a hint: what it announces is found by polling too,
 * only later, so a lost ring costs time and never a task.
 */
export interface Bell {
  ring(topic: string): void
  /** Resolves at the next ring of the topic, after `ms`, or when the signal aborts; it never rejects. */
  wait(topic: string, ms: number, signal?: AbortSignal): Promise<void>
}

export type GuardedRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Redirects that are followed, each checked like the first address. */
  maxRedirects: number
  /** One deadline for name lookup, connection, TLS, headers and body together. */
  deadlineMs: number
  maxBytes: number
  /** What happens past `maxBytes`: the body ends there, or the fetch fails as `too_large`. */
  excess: 'cut' | 'fail'
  /** Slower than this on average, after a short grace, or over half a minute at any time, counts as unreachable. */
  minBytesPerSecond?: number
  signal?: AbortSignal
}

export type GuardedAnswer =
  | {
      ok: true
      status: number
      headers: Readonly<Record<string, string>>
      /** To be read once; reading past the limits or after a failure throws a `BodyError`. */
      body: AsyncIterable<Uint8Array>
      /** Lets go of the answer and its connection. Not needed after reading; harmless at any time. */
      discard(): void
    }
  /** Blocked, refused, reset and timed out look the same; `detail` is for the operator's log alone. */
  | { ok: false; detail: string }

/** The only way out to an address that a caller gave us. */
export interface GuardedFetch {
  /** Looks at the address alone, without a name lookup: false when it can never be allowed. */
  mayTry(url: string): boolean
  request(request: GuardedRequest): Promise<GuardedAnswer>
}
