import type { Delivery, DeliveryStatus } from '../../core/webhook.ts'
import type { ServiceEvent } from '../../core/service-event.ts'

/** Where an event is sent, and its text. */
export type EventMessage = Pick<Delivery, 'url' | 'host' | 'body'>

export type EventPlace = Pick<ServiceEvent, 'createdAt' | 'id'>

/** An event with the status of its webhook; null if none is to be sent, or none yet. */
export type ListedEvent = ServiceEvent & { delivery: DeliveryStatus | null }

/**
 * Events for operators. An event exists once, however often it is raised; `queue.insert`, the end of a task
 * and `deliveries.record` raise some in their own transactions.
 */
export interface Events {
  /** Raises those that do not exist yet; returns how many. */
  raise(events: readonly ServiceEvent[]): Promise<number>
  /**
   * Raises the event unless the last one of its subject has the same name; the first may only be `first`. True if it
   * was raised.
   */
  turn(event: ServiceEvent, first: ServiceEvent['event']): Promise<boolean>
  /** The last event of a subject. */
  last(subject: string): Promise<ServiceEvent | undefined>
  /** Events whose destination is not decided yet, oldest first. */
  unsent(limit: number): Promise<ServiceEvent[]>
  /** Queues the webhook of an event, once; with null, it is sent nowhere. False if that was decided before. */
  send(id: string, message: EventMessage | null, at: number): Promise<boolean>
  /** Newest first, after this cursor. */
  list(after: EventPlace | null, limit: number): Promise<ListedEvent[]>
  /** Removes events from before this time with their webhooks, oldest first, at most this many; returns how many. */
  sweep(before: number, limit: number): Promise<number>
}
