import type { Operation } from '../../src/core/tasks/task.ts'
import type { Engine, EngineJob, EngineState, EngineWatch } from '../../src/ports/engine.ts'
import { CLIP } from './house.ts'

/** An engine that does what the test says, and counts by itself. */
export type ScriptedEngine = Engine & {
  readonly starts: EngineJob[]
  readonly asked: Operation[]
  readonly cancelled: Operation[]
  onStart: (job: EngineJob, watch: EngineWatch) => Promise<EngineState>
  onStatus: (operation: Operation, job: EngineJob, watch: EngineWatch) => Promise<EngineState>
}

/** An engine that makes a clip at once, until the test says otherwise. */
export function scriptedEngine(
  wish: Partial<Pick<Engine, 'id' | 'safeToRestart' | 'concurrency' | 'fleetConcurrency' | 'inProcess' | 'free'>> = {},
): ScriptedEngine {
  const engine: ScriptedEngine = {
    id: 'scripted',
    safeToRestart: false,
    concurrency: 4,
    ...wish,
    starts: [],
    asked: [],
    cancelled: [],
    onStart: async () => done(),
    onStatus: async () => done(),
    start(job, watch) {
      engine.starts.push(job)
      return engine.onStart(job, watch)
    },
    status(operation, job, watch) {
      engine.asked.push(operation)
      return engine.onStatus(operation, job, watch)
    },
    async cancel(operation) {
      engine.cancelled.push(operation)
    },
    close: async () => {},
  }
  return engine
}

/** A finished clip. */
export function done(): EngineState {
  return { kind: 'done', outputs: [{ content: { from: 'memory', bytes: CLIP }, durationMs: 1_000 }] }
}

/** A job that the provider is still at. */
export function running(operation: Operation, checkAgainMs = 1_000): EngineState {
  return { kind: 'running', operation, checkAgainMs }
}

/** A start or a status call whose answer the test gives when it likes; `heeds` ends it with the signal. */
export function held<T = EngineState>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return {
    answer: resolve,
    fail: reject,
    whatever: (): Promise<T> => promise,
    heeding: (_job: unknown, { signal }: EngineWatch): Promise<T> => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise
    },
  }
}
