/** A working process, as the others see it. */
export type Owner = {
  id: string
  /** Increases while the process lives. */
  beat: number
  /** The store can prove that the process has ended, so nobody needs to wait for its heartbeat. */
  gone: boolean
}

/** An owner's hold on a task or a delivery: a write with an outdated token changes nothing. */
export type Lease = { id: string; token: string }

/** Whose work to release. With a beat, only if it has not increased since; null means that its end was observed. */
export type DeadOwner = { id: string; beat: number | null }

/**
 * The working processes. A lease belongs to one of them and lasts as long as it lives, so nothing is renewed row by
 * row, and no clock is compared with another: an observer measures how long a heartbeat stood still.
 */
export interface Owners {
  /** Registers a process before its first claim. */
  join(id: string): Promise<void>
  /** Tells the others that the process lives. False if it was considered dead: others now have its work. */
  beat(id: string): Promise<boolean>
  list(): Promise<Owner[]>
  /**
   * Removes owners and releases what they held, counting each row as interrupted once more. What they held becomes
   * suspect. Only if the death was witnessed does it record how many were running, and blame the one that was alone.
   */
  bury(dead: readonly DeadOwner[], circumstances: { witnessed: boolean; now: number }): Promise<void>
}
