import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Model } from '../../src/core/tasks/model.ts'
import type { Engine, EngineJob, EngineState } from '../../src/ports/engine.ts'
import { aModel, CLIP, PICTURE } from '../reliability/house.ts'
import { machineMs, openJournal } from './journal.ts'

/** One call that reached the provider, by the provider's own count. */
export type ProviderCall = {
  /**
   * `answer` is the end of a start, however it ended; `over` that the provider has told of its job's end; `cancel` one that
   * it heard; `kill` that it took the process down, as it was asked to.
   */
  kind: 'start' | 'answer' | 'status' | 'over' | 'cancel' | 'kill'
  at: number
  pid: number
  /** When that process began: in a long run the system gives its number to others after it. */
  bornAt: number
  /** Who started that process: it does not outlive it for long. */
  parentPid: number
  engine: string
  taskId: string
  startKey: string
}

/** What a prompt asks of the provider: how long the start takes, and how often it says that it is not ready yet. */
export type Wanted = {
  startMs: number
  polls: number
  pollMs: number
  /** Whether it reports progress, fails in the end, or takes down the process that asks. */
  shows?: boolean
  fails?: boolean
  kills?: boolean
  /** Whether it answers a first question with an error that passes. */
  stumbles?: boolean
  /** Whether it does not hear a first cancellation. */
  deaf?: boolean
  /** Where there has to be a file before the start is answered. */
  gate?: string
  /** Whether it takes a place at another engine on the way. */
  guest?: boolean
}

export type ProviderKind = {
  id: string
  safeToRestart: boolean
  hasOperations: boolean
  /** Its handle follows from the start key. */
  findsByKey?: true
  /** How many of its tasks may be in work at once over all processes. */
  cap?: number
}

export const PROVIDERS: readonly ProviderKind[] = [
  { id: 'local', safeToRestart: true, hasOperations: false },
  { id: 'honours-key', safeToRestart: true, hasOperations: true, findsByKey: true },
  { id: 'ignores-key', safeToRestart: false, hasOperations: true },
  { id: 'answers-at-once', safeToRestart: false, hasOperations: false },
  // Fewer than one process takes, so that it is the cap that holds them back.
  { id: 'capped', safeToRestart: true, hasOperations: true, findsByKey: true, cap: 6 },
]

/** How many starts of one kind of provider may be under way at once in one process. */
export const STARTS_AT_ONCE = 8

/** Models for both kinds of media on every provider, named after it. */
export function providerModels(timeouts: Partial<Model> = {}): Model[] {
  return PROVIDERS.flatMap(({ id }) =>
    (['image', 'video'] as const).map((kind) => aModel(id, { id, kind, ...timeouts })),
  )
}

const LOOK_MS = 10
const BORN_AT = machineMs()

/** Providers that write down every call before they do anything: their count survives their callers. */
export function providerEngines(callsFile: string, parentPid = process.ppid): Engine[] {
  const calls = openJournal<ProviderCall>(callsFile)
  const stumbled = new Set<string>()
  return PROVIDERS.map(({ id, safeToRestart, hasOperations, findsByKey, cap }) => {
    const note = (kind: ProviderCall['kind'], taskId: string, startKey: string): void =>
      calls.add({
        kind,
        at: machineMs(),
        pid: process.pid,
        bornAt: BORN_AT,
        parentPid,
        engine: id,
        taskId,
        startKey,
      })
    return {
      id,
      safeToRestart,
      concurrency: STARTS_AT_ONCE,
      ...(cap === undefined ? {} : { fleetConcurrency: cap }),
      async start(job, { signal, onProgress, placeAt }) {
        note('start', job.taskId, job.startKey)
        const { startMs, gate, polls, pollMs, shows = false, kills = false, deaf = false, guest = false } = wanted(job)
        if (guest) await placeAt?.({ id: 'capped', fleetConcurrency: 6 })
        if (kills) {
          note('kill', job.taskId, job.startKey)
          process.kill(process.pid, 'SIGKILL')
        }
        if (shows) onProgress(50)
        try {
          if (gate === undefined) await pause(startMs, undefined, { signal })
          else while (!existsSync(gate)) await pause(LOOK_MS, undefined, { signal })
        } finally {
          note('answer', job.taskId, job.startKey)
        }
        if (!hasOperations) return result(job)
        return { kind: 'running', operation: { left: polls, startKey: job.startKey, deaf }, checkAgainMs: pollMs }
      },
      async status(operation, job): Promise<EngineState> {
        note('status', job.taskId, job.startKey)
        const left = Number(operation['left'])
        if (wanted(job).stumbles === true && !stumbled.has(job.taskId)) {
          stumbled.add(job.taskId)
          return { kind: 'failed', code: 'provider_error', message: 'for a moment', final: false }
        }
        if (left <= 0) {
          note('over', job.taskId, job.startKey)
          return result(job)
        }
        return { kind: 'running', operation: { ...operation, left: left - 1 }, checkAgainMs: wanted(job).pollMs }
      },
      cancel: async (operation) => {
        const key = String(operation['startKey'])
        if (operation['deaf'] === true && !stumbled.has(key)) {
          stumbled.add(key)
          throw new Error('not heard')
        }
        note('cancel', '', key)
      },
      ...(findsByKey === true ? { find: (startKey: string) => ({ startKey }) } : {}),
      close: async () => calls.close(),
    }
  })
}

function wanted({ prompt }: EngineJob): Wanted {
  return { startMs: 0, polls: 0, pollMs: 0, ...(JSON.parse(prompt) as Partial<Wanted>) }
}

function result(job: EngineJob): EngineState {
  if (wanted(job).fails === true) return { kind: 'failed', code: 'provider_error', message: 'as asked', final: true }
  const cover = { from: 'memory', bytes: PICTURE } as const
  if (job.model.kind === 'image') return { kind: 'done', outputs: [{ content: cover }] }
  return { kind: 'done', outputs: [{ content: { from: 'memory', bytes: CLIP }, cover, durationMs: 1_000 }] }
}
