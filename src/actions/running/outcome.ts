import { type Cost, costOf, costOfFailure, type Measured } from '../../core/money/cost.ts'
import type { TaskErrorCode } from '../../core/errors.ts'
import type { FileBases, FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import { type AnnouncedTask, messagesAtEnd } from '../../core/webhook.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Outcome } from '../../ports/store/task-queue.ts'

type Good = {
  outputs: readonly Measured[]
  /** The model that made them, if it was a different one. */ madeBy?: string
}
type Bad = { code: TaskErrorCode; stopJob: boolean }

/** The cost of a task that ends like this: the price of its outputs at the maker's price, nothing, or unknown. */
function costOfEnding({ catalog }: { catalog: Pick<Catalog, 'find'> }, task: Task, ending: Good | Bad): Cost {
  if ('code' in ending) return costOfFailure(catalog.find(task.kind, task.model), mayBeBilled(task, ending))
  const { outputs, madeBy = task.model } = ending
  const maker = catalog.find(task.kind, madeBy)
  if (maker === undefined)
    return { micros: null, basis: `The model '${madeBy}', which made the result, is no longer known.` }
  return costOf(maker, outputs, task)
}

/**
 * Codes of a provider that may have worked: either it is unknown whether it started, or it reported success without a
 * result.
 */
const MAY_HAVE_WORKED: ReadonlySet<TaskErrorCode> = new Set(['start_unknown', 'no_output'])

/**
 * A provider does not bill a job that it reports as failed, and a job that was never started cannot be billed. If we
 * ended the job, or it may have worked for nothing, only the provider's bill can tell.
 */
function mayBeBilled({ startedAt, step, operation }: Task, { code, stopJob }: Bad): boolean {
  // Between two attempts of a start that is known not to have happened, a task has no step.
  const neverStarted = startedAt === null || (step === null && operation === null)
  return !neverStarted && (stopJob || MAY_HAVE_WORKED.has(code))
}

export type OutcomeDeps = FileBases & { clock: Clock; random: Random; catalog: Pick<Catalog, 'find'> }

export type GoodEnding = {
  files: FileRecord[]
  warnings?: string[]
  /** The model whose price applies. */ madeBy?: string
}

export type BadEnding = {
  code: TaskErrorCode
  message: string
  /** Nobody said that the job is over, so it is stopped, if there is one. */
  stopJob: boolean
}

/**
 * Everything that the single final write of a task contains: its state, its webhook, its usage, the stop of its job.
 */
export function outcomeOf(deps: OutcomeDeps, task: Task, ending: GoodEnding | BadEnding): Outcome {
  const finishedAt = deps.clock.now()
  const isBad = 'code' in ending
  const error = isBad ? { code: ending.code, message: ending.message } : null
  const files = isBad ? [] : ending.files
  const outputs = files.filter(({ role }) => role === 'output')
  const { id: taskId, keyId, kind, model, engine, startedAt, webhookUrl } = task
  const status = isBad ? 'failed' : 'success'
  const units = unitsOf(outputs)
  // Stored with the row: a price that changes tomorrow must not change yesterday's bill.
  const cost = costOfEnding(deps, task, isBad ? ending : { outputs, ...ending })
  const { micros: priceMicros } = cost
  const ended = { id: taskId, startedAt, finishedAt, error, outputs, bases: deps }
  return {
    status,
    error,
    finishedAt,
    files,
    warnings: [...task.warnings, ...(isBad ? [] : (ending.warnings ?? []))],
    deliveries: webhookUrl === null ? [] : deliveriesTo(webhookUrl, ended),
    usage: { taskId, keyId, kind, model, engine, status, units, priceMicros, endUser: task.endUser, at: finishedAt },
    cost,
    stopJob: isBad && ending.stopJob,
    // If the cost is unknown, the reserved amount counts as spent: a budget that is too careful harms nobody.
    settlement: task.holds === null ? null : { holds: task.holds, spentMicros: priceMicros ?? task.holds.micros },
  }
}

/** How a started task ends that took too long. */
export const RAN_TOO_LONG: BadEnding = {
  code: 'timeout',
  message: 'The task timed out because the model did not finish in time.',
  stopJob: true,
}

/** How a task ends whose time is up. */
export function deadlineEnding(task: Task): BadEnding {
  if (task.status === 'pending') {
    const message = 'The task timed out because it waited too long in the queue and was never started.'
    return { code: 'queue_timeout', message, stopJob: true }
  }
  if (task.awaySince !== null && task.operation === null) {
    const message = 'The provider could not be reached within the time limit of the task.'
    return { code: 'provider_unavailable', message, stopJob: true }
  }
  return RAN_TOO_LONG
}

function deliveriesTo(url: string, ended: AnnouncedTask): Outcome['deliveries'] {
  const { host } = new URL(url)
  return messagesAtEnd(ended).map((message) => ({ ...message, url, host }))
}

/** Seconds of video, or number of pictures. */
function unitsOf(outputs: FileRecord[]): number {
  return outputs.reduce((sum, file) => sum + (file.durationMs === null ? 1 : file.durationMs / 1000), 0)
}
