import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  CancelTasksAnswer,
  CancelTasksBody,
  CountTasksAnswer,
  CountTasksQuery,
  DeleteTaskAnswer,
  DeleteTasksAnswer,
  ListedTask,
  ListTasksQuery,
  Receipt,
} from './api-types.ts'
import { ConflictError, NotFoundError, type ApiError } from './errors.ts'
import { listOf, type PagePromise } from './page.ts'
import { randomWord } from './runtime.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { TaskSummary } from './task-summary.ts'
import { watchTask, type WatchOptions } from './watch-task.ts'

export type Tasks = {
  /** Tasks of this key, newest first, with a picture of each. */
  list(query?: ListTasksQuery, options?: CallOptions): PagePromise<ListedTask>
  /** The number of tasks in each status. */
  counts(query?: CountTasksQuery, options?: CallOptions): ApiPromise<CountTasksAnswer>
  /** The receipt: the full record of a task. */
  get(id: string, options?: CallOptions): ApiPromise<Receipt>
  /** The latest preview of a running task, as JPEG or PNG; undefined if there is none. */
  preview(id: string, options?: CallOptions): Promise<Blob | undefined>
  cancel(id: string, options?: CallOptions): ApiPromise<Receipt>
  /** Cancels many tasks, or all queued ones; reports why any could not be cancelled. */
  cancelMany(wish: CancelTasksBody, options?: CallOptions): ApiPromise<CancelTasksAnswer>
  /** Runs the request of an ended task again; returns the receipt of the new task. */
  retry(id: string, options?: CallOptions & { idempotencyKey?: string }): ApiPromise<Receipt>
  /** Deletes an ended task with its files. */
  delete(id: string, options?: CallOptions): ApiPromise<DeleteTaskAnswer>
  /** Deletes up to a hundred ended tasks; reports why any could not be deleted. */
  deleteMany(ids: readonly string[], options?: CallOptions): ApiPromise<DeleteTasksAnswer>
  /** The current task, now and at every change, until it ends. */
  watch(id: string, options?: WatchOptions): AsyncGenerator<TaskSummary, void>
}

export function tasksOf(transport: Transport): Tasks {
  const pathOf = (id: string): string => `/api/ai/tasks/${encodeURIComponent(id)}`
  const get = (id: string, options?: CallOptions) =>
    transport.json<Receipt>({ method: 'GET', path: pathOf(id), repeatable: 'always' }, options)

  const cancel = async (id: string, options?: CallOptions) => {
    try {
      const path = `${pathOf(id)}/cancel`
      return await transport.json<Receipt>({ method: 'POST', path, repeatable: 'always' }, options)
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      // The first attempt may have succeeded even though its response was lost.
      const now = await get(id, options)
      if (now.data.error?.code !== 'cancelled') throw error
      return now
    }
  }

  const retry = (id: string, { idempotencyKey, ...options }: CallOptions & { idempotencyKey?: string } = {}) => {
    // Created once, before anything is sent, so the service creates one task however often the call is repeated.
    const headers = { 'idempotency-key': idempotencyKey ?? `client-${randomWord(transport.runtime)}` }
    const call = { method: 'POST', path: `${pathOf(id)}/retry`, headers, repeatable: 'always' } as const
    return transport.json<Receipt>(call, options)
  }

  const remove = (id: string, options?: CallOptions) => {
    const doneBefore = (error: ApiError): DeleteTaskAnswer | undefined =>
      error instanceof NotFoundError ? { id, deleted: true } : undefined
    const call = { method: 'DELETE', path: pathOf(id), repeatable: 'always', doneBefore } as const
    return transport.json<DeleteTaskAnswer>(call, options)
  }

  return {
    list: (query = {}, options) =>
      listOf<ListedTask>(transport, { method: 'GET', path: '/api/ai/tasks', query, repeatable: 'always' }, options),
    counts: (query = {}, options) => {
      const call = { method: 'GET', path: '/api/ai/tasks/counts', query, repeatable: 'always' } as const
      return apiPromise(transport.json<CountTasksAnswer>(call, options))
    },
    get: (id, options) => apiPromise(get(id, options)),
    preview: async (id, options) => {
      const headers = { accept: 'image/*' }
      const call = { method: 'GET', path: `${pathOf(id)}/preview`, headers, repeatable: 'always' } as const
      const answer = await transport.open(call, options)
      return answer.status === 204 ? undefined : answer.blob()
    },
    cancel: (id, options) => apiPromise(cancel(id, options)),
    cancelMany: (wish, options) => {
      const call = { method: 'POST', path: '/api/ai/tasks/cancel', json: wish, repeatable: 'always' } as const
      return apiPromise(transport.json<CancelTasksAnswer>(call, options))
    },
    retry: (id, options) => apiPromise(retry(id, options)),
    delete: (id, options) => apiPromise(remove(id, options)),
    deleteMany: (ids, options) => {
      const call = { method: 'POST', path: '/api/ai/tasks/delete', json: { ids }, repeatable: 'always' } as const
      return apiPromise(transport.json<DeleteTasksAnswer>(call, options))
    },
    watch: (id, options) => watchTask(transport, id, options),
  }
}
