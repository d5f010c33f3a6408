/** How much there is of what waits and works, at one moment. Nothing is counted beyond the `most` that was asked for. */
export type Census = {
  engines: EngineCensus[]
  /** Jobs that are still to be stopped at their providers. */
  stops: number
  /** Webhooks that are still to be delivered, due now or later. */
  deliveries: number
  /** Since when the webhook that is due longest is due; null when none is. */
  deliveryDueAt: number | null
}

export type EngineCensus = {
  engine: string
  waiting: number
  /** When the oldest of the waiting ones that were counted was accepted; null when none waits. */
  waitingSince: number | null
  /** Its own, and those of others that have a place here. */
  inWork: number
  /** Those that wait for a place on an account, outside of the line; of all engines together no more than the `most`. */
  parked: number
}

/** Tells operators how much there is to do. */
export interface CensusTaker {
  /** Counts for these engines, each of them in the answer and in this order. */
  take(asked: { engines: readonly string[]; now: number; most: number }): Promise<Census>
}
