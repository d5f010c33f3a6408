import type { AnyReceipt, AnyTask, ListedTask, Mediagen, Receipt } from '@mediagen/client'

/** A task in a list. Where the list is of all keys, with the key that asked for it. */
export type ShownTask = ListedTask & Partial<Pick<AnyTask, 'key'>>
/** All that is known of a task; where it was asked for as an operator, with its key. */
export type ShownReceipt = Receipt & Partial<Pick<AnyReceipt, 'key'>>

/** Where tasks are asked for: those of the own key, or, as an operator, those of all. */
export function taskSource(client: Mediagen, ofAll: boolean): Pick<Mediagen['tasks'], 'list' | 'get'> {
  return ofAll ? client.admin.tasks : client.tasks
}
