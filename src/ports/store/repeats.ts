/** The record of one call of a client, by the API key that made it and its own name. */
export type CallName = { keyId: string; key: string }

/** A call that may still be repeated: the first of its tasks, and which of its attempts were seen. */
export type OpenCall = { key: string; taskId: string; seen: string }

/** So many first attempts of one shape that were refused. */
export type RefusedAttempts = CallName & { times: number; now: number; expiresAt: number }

/**
 * The calls of clients that repeat a request by themselves and name it by nothing. Each has a record among those of
 * idempotency, which is inserted with its task.
 */
export interface Repeats {
  /** The unexpired calls whose names begin with this text, the latest first, at most `most` of them. */
  listOpen(asked: { keyId: string; content: string; now: number; most: number }): Promise<OpenCall[]>
  /** Puts another text in place of what was seen of a call. False when that has changed meanwhile, or the call is gone. */
  see(call: CallName, change: { from: string; to: string }): Promise<boolean>
  /** Forgets calls whose answers have arrived, and counts attempts that were refused. */
  note(facts: { arrived: readonly CallName[]; refused: readonly RefusedAttempts[] }): Promise<void>
  /** Takes one of the refused attempts that were counted under this name. False when there is none. */
  takeRefused(call: CallName, now: number): Promise<boolean>
}
