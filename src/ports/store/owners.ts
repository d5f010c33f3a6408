/** A process that works, as the others see it. */
export type Owner = {
  id: string
  /** Rises while the process lives. */
  beat: number
  /** The store can prove that the process has ended, so nobody needs to wait for its beat. */
  gone: boolean
}

/** An owner's hold on a task or a delivery: a write that carries an outdated token touches nothing. */
export type Lease = { id: string; token: string }

/** Whose work is to be freed. With a beat, only if it has not risen since; null means that its end was seen. */
export type DeadOwner = { id: string; beat: number | null }

/**
 * The processes that work. A lease belongs to one of them and lasts as long as it lives, so nothing is renewed row by row,
 * and no clock is compared with another one: who watches counts the time during which a beat stood still.
 */
export interface Owners {
  /** Enters a process before its first claim. */
  join(id: string): Promise<void>
  /** Tells the others that the process lives. False when it was taken for dead: what it held belongs to others now. */
  beat(id: string): Promise<boolean>
  list(): Promise<Owner[]>
  /**
   * Removes owners and frees what they held, each row counted as cut off once more. What they held becomes suspect. Only
   * where the death was witnessed does it say how many there were to blame, and blame the one that was alone.
   */
  bury(dead: readonly DeadOwner[], circumstances: { witnessed: boolean; now: number }): Promise<void>
}
