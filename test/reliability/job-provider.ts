import type { Operation } from '../../src/core/tasks/task.ts'
import type { Engine, EngineBytes, EngineJob, EngineState } from '../../src/ports/engine.ts'
import { CLIP } from './house.ts'

export type ProviderStep = 'starting' | 'asking' | 'saving'

/** A provider that knows which of its jobs run, whatever became of those who asked for them. */
export type JobProvider = Engine & {
  readonly running: Set<string>
  readonly starts: EngineJob[]
  readonly cancels: string[]
  /** Lets everyone wait who comes to this step, until it is let go. */
  hold(step: ProviderStep): { reached(): boolean; release(): void }
  /** What happens to the next cancellations, in turn; afterwards they are taken. */
  readonly onCancel: ('fails' | 'cannot')[]
}

export type ProviderKind = {
  id: string
  /** Whether a start answers with the result itself. */
  answersWithResult?: true
  safeToRestart?: boolean
  cannotCancel?: true
  fleetConcurrency?: number
}

type Gate = { open: Promise<void>; release: () => void; reached: boolean }

/** A scripted provider. Its jobs begin when it is asked, not when its answer is heard. */
export function jobProvider(kind: ProviderKind): JobProvider {
  const { id, safeToRestart = false, answersWithResult, cannotCancel, ...cap } = kind
  const gates = new Map<ProviderStep, Gate>()
  const pass = async (step: ProviderStep, signal?: AbortSignal): Promise<void> => {
    const gate = gates.get(step)
    if (gate === undefined) return
    gate.reached = true
    const cut = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('cut off')), { once: true }),
    )
    await Promise.race([gate.open, cut])
  }
  const content = (): EngineBytes => ({
    from: 'stream',
    open: async (signal) => {
      await pass('saving', signal)
      return inMemory()
    },
  })
  const done = (): EngineState => ({ kind: 'done', outputs: [{ content: content(), durationMs: 1_000 }] })
  const provider: JobProvider = {
    id,
    safeToRestart,
    concurrency: 4,
    ...(cap.fleetConcurrency === undefined ? {} : { fleetConcurrency: cap.fleetConcurrency }),
    running: new Set(),
    starts: [],
    cancels: [],
    onCancel: [],
    hold(step) {
      const { promise: open, resolve: release } = Promise.withResolvers<void>()
      const gate = { open, release, reached: false }
      gates.set(step, gate)
      return { reached: () => gate.reached, release: () => (gates.delete(step), release()) }
    },
    async start(job, { signal }) {
      provider.starts.push(job)
      const name = safeToRestart ? job.startKey : `job-${provider.starts.length}`
      provider.running.add(name)
      if (!answersWithResult) {
        await pass('starting', signal)
        return { kind: 'running', operation: { name }, checkAgainMs: 1_000 }
      }
      try {
        await pass('starting', signal)
        return done()
      } finally {
        provider.running.delete(name)
      }
    },
    async status({ name }, _job, { signal }) {
      await pass('asking', signal)
      provider.running.delete(String(name))
      return done()
    },
    async cancel({ name }: Operation) {
      provider.cancels.push(String(name))
      const act = provider.onCancel.shift()
      if (act === 'fails') throw new Error('the provider did not respond')
      if (cannotCancel || act === 'cannot') return 'cannot'
      return provider.running.delete(String(name)) ? 'stopped' : 'already over'
    },
    close: async () => {},
  }
  return provider
}

async function* inMemory(): AsyncGenerator<Uint8Array> {
  yield CLIP
}
