/** How many tasks wait and run, at one moment. Counting stops at the requested `most`. */
export type Census = {
  engines: EngineCensus[]
  /** Jobs that are still to be stopped at their providers. */
  stops: number
  /** Webhooks that are still to be delivered, due now or later. */
  deliveries: number
  /** Since when the most overdue webhook is due; null if none is. */
  deliveryDueAt: number | null
}

export type EngineCensus = {
  engine: string
  waiting: number
  /** When the oldest counted waiting task was accepted; null if none waits. */
  waitingSince: number | null
  /** Its own, and those of other engines that have a slot here. */
  inWork: number
  /** Tasks that wait for a slot on an account, outside the queue; at most `most` over all engines. */
  parked: number
}

/** Tells operators how much work there is. */
export interface CensusTaker {
  /** Counts for these engines; the answer has each of them, in this order. */
  take(asked: { engines: readonly string[]; now: number; most: number }): Promise<Census>
}
