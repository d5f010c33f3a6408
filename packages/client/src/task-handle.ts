import type { ApiPromise } from './api-promise.ts'
import type { DeleteTaskAnswer, Receipt } from './api-types.ts'
import type { TaskSummary } from './task-summary.ts'
import { resultOf, type MediaResult } from './media-result.ts'
import type { Tasks } from './tasks.ts'
import type { CallOptions, Transport } from './transport.ts'
import { waitForTask, type WaitOptions } from './wait-for-task.ts'
import type { WatchOptions } from './watch-task.ts'

/** A task by its id alone: store the id to continue in another process. */
export class TaskHandle {
  readonly id: string
  readonly #transport: Transport
  readonly #tasks: Tasks

  constructor(transport: Transport, tasks: Tasks, id: string) {
    this.#transport = transport
    this.#tasks = tasks
    this.id = id
  }

  /** The receipt: the full record of the task. */
  get(options?: CallOptions): ApiPromise<Receipt> {
    return this.#tasks.get(this.id, options)
  }

  /** The current task, now and at every change, until it ends. */
  watch(options?: WatchOptions): AsyncGenerator<TaskSummary, void> {
    return this.#tasks.watch(this.id, options)
  }

  /** Waits for the result; throws if the task fails. */
  async wait(options?: WaitOptions): Promise<MediaResult> {
    return resultOf(this.#transport, [await waitForTask(this.#transport, this.id, options)])
  }

  cancel(options?: CallOptions): ApiPromise<Receipt> {
    return this.#tasks.cancel(this.id, options)
  }

  /** Runs the request of an ended task again; returns the receipt of the new task. */
  retry(options?: CallOptions & { idempotencyKey?: string }): ApiPromise<Receipt> {
    return this.#tasks.retry(this.id, options)
  }

  /** Deletes the task with its files. */
  delete(options?: CallOptions): ApiPromise<DeleteTaskAnswer> {
    return this.#tasks.delete(this.id, options)
  }

  toJSON(): { id: string } {
    return { id: this.id }
  }
}
