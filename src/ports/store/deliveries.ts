import type { Delivery, DeliveryAttempt, DeliveryStatus, WebhookEvent } from '../../core/webhook.ts'
import type { ServiceEvent, ServiceEventName } from '../../core/service-event.ts'
import type { TraceContext } from '../../core/trace-context.ts'
import type { Lease } from './owners.ts'

export type NewDelivery = Pick<Delivery, 'id' | 'event' | 'url' | 'host' | 'body'>

export type DeliveryResult = {
  attempt: Omit<DeliveryAttempt, 'number'>
  status: DeliveryStatus
  /** When to try again; only for `pending`. */
  nextRunAt: number | null
  /** We broke the attempt off ourselves: it is on record, and the receiver has as many before it as it had. */
  costsNoRound?: true
  /** What operators are told of it, in the same transaction. */
  raises?: ServiceEvent
}

export type DeliveryClaim = {
  /** One token for the whole batch; each row is fenced by its id together with it. */
  token: string
  now: number
  leaseUntil: number
  limit: number
  /** Attempts under way at one host at a time, counted over every process. */
  perHost: number
  /** Hosts that have a number of their own: fewer in trouble, more for those that answer while slots are scarce. */
  hostLimits: Readonly<Record<string, number>>
}

export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'id'>

export type DeliveryFilter = {
  keyId: string
  /** Any of these. */
  statuses?: readonly DeliveryStatus[]
  /** Made at this time or later, and before that one. */
  from?: number
  until?: number
  /** Continue after this one. */
  after?: DeliveryCursor
  limit: number
}

/** A delivery that somebody sends now, with its task's place in a trace, which goes along. */
export type ClaimedDelivery = Delivery<WebhookEvent | ServiceEventName> & { traceParent: TraceContext | null }

/**
 * Outgoing webhooks, under the same fenced leases as tasks. They begin with the end of their task, and outlive it: one that
 * waits is sent though its task is removed, and goes when it is over.
 */
export interface Deliveries {
  /** Takes due deliveries, oldest first, without exceeding what a host may have: a dead receiver holds nobody else up. */
  claim(request: DeliveryClaim): Promise<ClaimedDelivery[]>
  /** Records the attempt and gives the lease back. False when the lease is gone. */
  record(lease: Lease, result: DeliveryResult): Promise<boolean>
  find(id: string): Promise<Delivery | undefined>
  /** A key's deliveries, newest first. */
  list(filter: DeliveryFilter): Promise<Delivery[]>
  ofTask(taskId: string): Promise<Delivery[]>
  attempts(deliveryId: string): Promise<DeliveryAttempt[]>
  /** Puts a delivery in line again from the first attempt; one under way stays under way. False when there is none. */
  requeue(deliveryId: string, at: number): Promise<boolean>
  /**
   * Puts in line again what this key's tasks announced since a time and no receiver took: what was given up, and what
   * waits for a later attempt. Gives back how many.
   */
  requeueSince(keyId: string, since: number, at: number): Promise<number>
}
