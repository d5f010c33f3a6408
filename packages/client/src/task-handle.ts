import type { ApiPromise } from './api-promise.ts'
import type { DeleteTaskAnswer, Receipt } from './api-types.ts'
import type { TaskSummary } from './task-summary.ts'
import { resultOf, type MediaResult } from './media-result.ts'
import type { Tasks } from './tasks.ts'
import type { CallOptions, Transport } from './transport.ts'
import { waitForTask, type WaitOptions } from './wait-for-task.ts'
import type { WatchOptions } from './watch-task.ts'

/** A task by its id alone: store the id, and carry on in another process. */
export class TaskHandle {
  readonly id: string
  readonly #transport: Transport
  readonly #tasks: Tasks

  constructor(transport: Transport, tasks: Tasks, id: string) {
    this.#transport = transport
    this.#tasks = tasks
    this.id = id
  }

  /** All that is known of it. */
  get(options?: CallOptions): ApiPromise<Receipt> {
    return this.#tasks.get(this.id, options)
  }

  /** It as it stands, now and at every change, until it has ended. */
  watch(options?: WatchOptions): AsyncGenerator<TaskSummary, void> {
    return this.#tasks.watch(this.id, options)
  }

  /** Waits for its result; a failed one throws. */
  async wait(options?: WaitOptions): Promise<MediaResult> {
    return resultOf(this.#transport, [await waitForTask(this.#transport, this.id, options)])
  }

  cancel(options?: CallOptions): ApiPromise<Receipt> {
    return this.#tasks.cancel(this.id, options)
  }

  /** Asks once more for what it asked for, when it has ended: the receipt of a new task. */
  retry(options?: CallOptions & { idempotencyKey?: string }): ApiPromise<Receipt> {
    return this.#tasks.retry(this.id, options)
  }

  /** Deletes it with its files. */
  delete(options?: CallOptions): ApiPromise<DeleteTaskAnswer> {
    return this.#tasks.delete(this.id, options)
  }

  toJSON(): { id: string } {
    return { id: this.id }
  }
}
