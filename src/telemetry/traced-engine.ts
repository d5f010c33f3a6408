import type { Engine } from '../ports/engine.ts'
import type { Tracer } from '../ports/telemetry.ts'

/** The same engine; each call that a task waits for is a span of its trace. */
export function tracedEngine(engine: Engine, tracer: Tracer): Engine {
  return {
    ...engine,
    start: (job, watch) => tracer.step(job.taskId, 'engine start', () => engine.start(job, watch)),
    status: (operation, job, watch) =>
      tracer.step(job.taskId, 'engine ask', () => engine.status(operation, job, watch)),
  }
}
