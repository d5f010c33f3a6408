import type { RandomBytes } from '../core/text/random-text.ts'

/** Time, as the whole service sees it. Tests pass in a clock that they advance themselves. */
export interface Clock {
  /** Milliseconds since 1970, a whole number. It may jump, because people and servers set clocks. */
  now(): number
  /** Milliseconds since some moment in the past, which only ever increase: for measuring durations. */
  elapsed(): number
  /** The latest time that another process may use, while a clock that was set is still in doubt. */
  latest?(): number
  /** Converts a time from before this clock was set ahead; absent if a clock is never set. */
  current?(time: number): number
  /**
   * Resolves after `ms`, or at once when the signal aborts; it never rejects. A process with nothing else to do stays
   * alive for it, unless `keepsProcess` is false.
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

/** The operator's log: one line per entry. It never receives secrets. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/**
 * Wakes the waiters of this process. A bell is a hint: polling finds the same, only later, so a lost ring costs time
 * and never a task.
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
  /** The number of redirects to follow, each checked like the first URL. */
  maxRedirects: number
  /** One deadline for name lookup, connection, TLS, headers and body together. */
  deadlineMs: number
  maxBytes: number
  /** What happens past `maxBytes`: the body ends there, or the fetch fails as `too_large`. */
  excess: 'cut' | 'fail'
  /**
   * A transfer below this average speed, after a short grace period, or for half a minute at any time, counts as
   * unreachable.
   */
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
      /** Releases the answer and its connection. Not needed after reading; harmless at any time. */
      discard(): void
    }
  /** Blocked, refused, reset and timed out look the same; `detail` is only for the operator's log. */
  | {
      ok: false
      detail: string
      /** Set if it was our own judgement: the next attempt would end in the same way. */
      final?: true
    }

/** The only way to fetch a URL that a caller gave us. */
export interface GuardedFetch {
  /** Checks only the URL, without a name lookup: false if it can never be allowed. */
  mayTry(url: string): boolean
  request(request: GuardedRequest): Promise<GuardedAnswer>
}
