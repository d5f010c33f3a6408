import { costOf, costOfFailure, type Cost, type Measured } from '../core/cost.ts'
import type { TaskErrorCode } from '../core/errors.ts'
import type { Task } from '../core/task.ts'
import type { Catalog } from '../ports/engine.ts'

type Good = { outputs: readonly Measured[]; /** The model that made them, where it was another. */ madeBy?: string }
type Bad = { code: TaskErrorCode; stopJob: boolean }

/** What a task cost that ends like this: what was made, at the price of its maker; nothing; or nobody knows. */
export function costOfEnding({ catalog }: { catalog: Pick<Catalog, 'find'> }, task: Task, ending: Good | Bad): Cost {
  if ('code' in ending) return costOfFailure(catalog.find(task.kind, task.model), mayBeBilled(task, ending))
  const { outputs, madeBy = task.model } = ending
  const maker = catalog.find(task.kind, madeBy)
  if (maker === undefined) return { micros: null, basis: `The model '${madeBy}', which made it, is no longer known.` }
  return costOf(maker, outputs, task)
}

/**
 * A provider that says itself that a job failed does not bill it, and what was never started cannot be billed. Where it was
 * ended by us, or nobody knows whether it was started, only the provider's bill can tell.
 */
function mayBeBilled({ startedAt, step, operation }: Task, { code, stopJob }: Bad): boolean {
  // Between two tries of a start that is known not to have happened, a task is at no step.
  const neverStarted = startedAt === null || (step === null && operation === null)
  return !neverStarted && (stopJob || code === 'start_unknown')
}
