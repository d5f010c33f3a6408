/** The record of one call of a client, by the API key that made it and its own name. */
export type CallName = { keyId: string; key: string }

/** A call that may still be repeated: the first of its tasks, and the attempts that were seen. */
export type OpenCall = { key: string; taskId: string; seen: string }

/** The number of refused first attempts of one shape. */
export type RefusedAttempts = CallName & { times: number; now: number; expiresAt: number }

/**
 * Calls of clients that repeat a request automatically without naming it. Each has a record among those of idempotency,
 * which is inserted with its task.
 */
export interface Repeats {
  /** The unexpired calls whose names begin with this text, the latest first, at most `most` of them. */
  listOpen(asked: { keyId: string; content: string; now: number; most: number }): Promise<OpenCall[]>
  /** Replaces the text about what was seen of a call. False if that has changed meanwhile, or the call is gone. */
  see(call: CallName, change: { from: string; to: string }): Promise<boolean>
  /** Forgets calls whose answers have arrived, and counts refused attempts. */
  note(facts: { arrived: readonly CallName[]; refused: readonly RefusedAttempts[] }): Promise<void>
  /** Takes one of the refused attempts counted under this name. False if there is none. */
  takeRefused(call: CallName, now: number): Promise<boolean>
}
