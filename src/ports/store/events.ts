import type { Delivery, DeliveryStatus } from '../../core/webhook.ts'
import type { ServiceEvent } from '../../core/service-event.ts'

/** Where an event goes, and in which words. */
export type EventMessage = Pick<Delivery, 'url' | 'host' | 'body'>

export type EventPlace = Pick<ServiceEvent, 'createdAt' | 'id'>

/** An event with how its webhook stands; null where none is to be sent, or none yet. */
export type ListedEvent = ServiceEvent & { delivery: DeliveryStatus | null }

/**
 * What operators are told of. An event is there once, whoever raises it and however often; `queue.insert`, the end of a task
 * and `deliveries.record` raise some in their own transactions.
 */
export interface Events {
  /** Raises those that are not there yet; gives back how many. */
  raise(events: readonly ServiceEvent[]): Promise<number>
  /** Raises the event unless the last one of its subject is of the same name; the first may only be `first`. True when it was raised. */
  turn(event: ServiceEvent, first: ServiceEvent['event']): Promise<boolean>
  /** The last event of a subject. */
  last(subject: string): Promise<ServiceEvent | undefined>
  /** Those of which nobody has decided yet where they go, oldest first. */
  unsent(limit: number): Promise<ServiceEvent[]>
  /** Puts the webhook of an event in line, once; with null it goes nowhere. False when that was decided before. */
  send(id: string, message: EventMessage | null, at: number): Promise<boolean>
  /** Newest first, those after this place. */
  list(after: EventPlace | null, limit: number): Promise<ListedEvent[]>
  /** Removes events from before this time with their webhooks, oldest first, at most so many; gives back how many. */
  sweep(before: number, limit: number): Promise<number>
}
