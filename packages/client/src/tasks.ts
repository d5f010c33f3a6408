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
  /** Tasks of this key, newest first, with what each looks like. */
  list(query?: ListTasksQuery, options?: CallOptions): PagePromise<ListedTask>
  /** How many there are in each state. */
  counts(query?: CountTasksQuery, options?: CallOptions): ApiPromise<CountTasksAnswer>
  /** All that is known of a task. */
  get(id: string, options?: CallOptions): ApiPromise<Receipt>
  /** The latest preview of a task that is being made, as JPEG or PNG; undefined where there is none. */
  preview(id: string, options?: CallOptions): Promise<Blob | undefined>
  cancel(id: string, options?: CallOptions): ApiPromise<Receipt>
  /** Cancels many, or all that wait; tells of each that could not be cancelled why. */
  cancelMany(wish: CancelTasksBody, options?: CallOptions): ApiPromise<CancelTasksAnswer>
  /** Asks once more for what an ended task asked for: the receipt of a new task. */
  retry(id: string, options?: CallOptions & { idempotencyKey?: string }): ApiPromise<Receipt>
  /** Deletes a task that has ended, with its files. */
  delete(id: string, options?: CallOptions): ApiPromise<DeleteTaskAnswer>
  /** Deletes many that have ended, a hundred at most; tells of each that could not be deleted why. */
  deleteMany(ids: readonly string[], options?: CallOptions): ApiPromise<DeleteTasksAnswer>
  /** A task as it stands, now and at every change, until it has ended. */
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
      // The first attempt may have come through although its answer did not.
      const now = await get(id, options)
      if (now.data.error?.code !== 'cancelled') throw error
      return now
    }
  }

  const retry = (id: string, { idempotencyKey, ...options }: CallOptions & { idempotencyKey?: string } = {}) => {
    // Made once, before anything is sent: however often the call is repeated, the service makes one task.
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
