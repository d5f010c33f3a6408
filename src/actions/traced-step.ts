import type { TracedStep, Tracer } from '../ports/telemetry.ts'

/** Does a step of the work on a task, so that the task's trace shows it, where there is one. */
export function tracedStep<T>(
  deps: { tracer?: Tracer | undefined },
  taskId: string,
  step: TracedStep,
  work: () => Promise<T>,
): Promise<T> {
  return deps.tracer === undefined ? work() : deps.tracer.step(taskId, step, work)
}
