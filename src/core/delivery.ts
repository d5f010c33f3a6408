/** How a delivery stands. `delivered` and `dead` rest until someone sends it again by hand. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One webhook to one address. Its id is the `webhook-id` of every attempt, its body the bytes of every attempt. */
export type Delivery = {
  id: string
  taskId: string
  keyId: string
  url: string
  host: string
  body: string
  status: DeliveryStatus
  /** Attempts since the delivery was last put in line; decides the next pause. */
  round: number
  /** Attempts ever made. */
  attempts: number
  createdAt: number
  nextRunAt: number
  leaseToken: string | null
  finishedAt: number | null
}

/** What happened at one attempt. */
export type DeliveryAttempt = {
  number: number
  at: number
  durationMs: number
  /** The receiver's HTTP status; null when no answer came. */
  status: number | null
  /** Why it did not count as delivered; null when it did. */
  error: string | null
  /** The beginning of the receiver's answer. */
  answer: string
}
