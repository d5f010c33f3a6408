import type { Delivery, DeliveryAttempt, DeliveryStatus, WebhookEvent } from '../../core/webhook.ts'
import type { ServiceEvent, ServiceEventName } from '../../core/service-event.ts'
import type { TraceContext } from '../../core/trace-context.ts'
import type { Lease } from './owners.ts'

export type NewDelivery = Pick<Delivery, 'id' | 'event' | 'url' | 'host' | 'body'>

export type DeliveryResult = {
  attempt: Omit<DeliveryAttempt, 'number'>
  status: DeliveryStatus
  /** When to retry; only for `pending`. */
  nextRunAt: number | null
  /**
   * We interrupted the attempt ourselves: it is recorded, and the receiver still has as many attempts ahead as before.
   */
  costsNoRound?: true
  /** The events for operators, in the same transaction. */
  raises?: ServiceEvent
}

export type DeliveryClaim = {
  /** One token for the whole batch; each row is fenced by its id together with it. */
  token: string
  now: number
  leaseUntil: number
  limit: number
  /** Concurrent attempts at one host, counted over every process. */
  perHost: number
  /** Hosts with their own limit: fewer for failing ones, more for those that respond while slots are scarce. */
  hostLimits: Readonly<Record<string, number>>
}

export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'id'>

export type DeliveryFilter = {
  keyId: string
  /** Any of these. */
  statuses?: readonly DeliveryStatus[]
  /** Created from this time on, and before that one. */
  from?: number
  until?: number
  /** Continue after this one. */
  after?: DeliveryCursor
  limit: number
}

/** A delivery to send now, with its task's place in a trace, which is passed on. */
export type ClaimedDelivery = Delivery<WebhookEvent | ServiceEventName> & { traceParent: TraceContext | null }

/**
 * Outgoing webhooks, under the same fenced leases as tasks. They begin with the end of their task, and outlive it: a
 * waiting one is sent even if its task is removed, and is removed when it is over.
 */
export interface Deliveries {
  /** Claims due deliveries, oldest first, without exceeding the limit of a host: a dead receiver delays nobody else. */
  claim(request: DeliveryClaim): Promise<ClaimedDelivery[]>
  /** Records the attempt and releases the lease. False if the lease is gone. */
  record(lease: Lease, result: DeliveryResult): Promise<boolean>
  find(id: string): Promise<Delivery | undefined>
  /** A key's deliveries, newest first. */
  list(filter: DeliveryFilter): Promise<Delivery[]>
  ofTask(taskId: string): Promise<Delivery[]>
  attempts(deliveryId: string): Promise<DeliveryAttempt[]>
  /** Queues a delivery again from the first attempt; one under way stays under way. False if there is none. */
  requeue(deliveryId: string, at: number): Promise<boolean>
  /**
   * Queues again what this key's tasks announced since a time and no receiver accepted: failed deliveries, and those
   * that wait for a later attempt. Returns how many.
   */
  requeueSince(keyId: string, since: number, at: number): Promise<number>
}
