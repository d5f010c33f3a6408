import type { Receipt } from './api-types.ts'

/** A task in a few words: what lists, events and receipts all tell of it. */
export type TaskSummary = Pick<
  Receipt,
  | 'id'
  | 'object'
  | 'kind'
  | 'model'
  | 'status'
  | 'step'
  | 'progress'
  | 'created'
  | 'started'
  | 'finished'
  | 'eta'
  | 'error'
>

export function summaryOf(task: TaskSummary): TaskSummary {
  const { id, object, kind, model, status, step, progress, created, started, finished, eta, error } = task
  return { id, object, kind, model, status, step, progress, created, started, finished, eta, error }
}
