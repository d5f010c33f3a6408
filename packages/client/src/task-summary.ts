import type { Receipt } from './api-types.ts'

/** The fields of a task that lists, events and receipts share. */
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
