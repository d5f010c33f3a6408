import { setTimeout as sleep } from 'node:timers/promises'
import { PermissionError, type MediaResult, type Mediagen, type TaskHandle, type TaskSummary } from '@mediagen/client'
import type { ProgressLine } from '../terminal/progress-line.ts'
import type { AskAgain } from './ask-again.ts'

export type Lost = { ids: readonly string[]; error: Error }
export type Followed = { ids: readonly string[]; result: MediaResult } | Lost

// Often enough to see the queue move, and cheap for the service.
const LOOK_EVERY_MS = 2_000

/** Waits until all tasks have ended, and shows their progress and the outcome of each. */
export async function followTasks(
  client: Mediagen,
  handles: readonly TaskHandle[],
  { signal, line, askAgain }: { signal: AbortSignal; line: ProgressLine; askAgain: AskAgain | undefined },
): Promise<Followed[]> {
  const seen = new Map<string, TaskSummary>()
  const over = new AbortController()
  let behind: number | null = null
  const show = (): void => line.show(...words([...seen.values()], handles.length, behind))
  line.show('waiting for the service')
  const look = async (): Promise<void> => {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([over.signal, signal]) })
      const waiting = [...seen.values()].find(({ status }) => status === 'pending')
      behind = waiting === undefined ? null : (await client.tasks.get(waiting.id)).queue_position
      show()
    }
  }
  // Only for display: the wait itself reports any problem.
  look().catch(() => undefined)
  try {
    const ended = await Promise.all(
      handles.map((handle) => {
        const onProgress = (task: TaskSummary): void => {
          seen.set(task.id, task)
          show()
        }
        return outcomeOf([handle.id], handle.wait({ signal, onProgress }), signal)
      }),
    )
    const isUnreadable = ended.some((each) => 'error' in each && each.error instanceof PermissionError)
    if (askAgain === undefined || !isUnreadable) return ended
    const ids = handles.map(({ id }) => id)
    return [await outcomeOf(ids, askAgain(signal), signal)]
  } finally {
    over.abort()
    line.clear()
  }
}

async function outcomeOf(ids: readonly string[], wait: Promise<MediaResult>, signal: AbortSignal): Promise<Followed> {
  try {
    return { ids, result: await wait }
  } catch (error) {
    if (signal.aborted) throw error
    return { ids, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function words(tasks: readonly TaskSummary[], count: number, behind: number | null): [string, number | undefined] {
  const part = tasks.reduce((sum, task) => sum + (task.status === 'success' ? 100 : task.progress), 0) / (100 * count)
  const ended = tasks.filter(({ status }) => status === 'success' || status === 'failed').length
  const running = tasks.find(({ status }) => status === 'processing')
  const many = count > 1 ? `${ended} of ${count} done` : ''
  if (running !== undefined) return [many || stepWords(running), part]
  if (ended === count) return [many || 'done', part]
  const ahead = (behind ?? 1) - 1
  return [many || (ahead > 0 ? `queued behind ${ahead}` : 'queued'), part > 0 ? part : undefined]
}

/** Engines that make it in one call never leave the first step; a spinner says more. */
function stepWords({ step, progress }: TaskSummary): string {
  return STEPS[step === 'starting' && progress > 0 ? 'running' : (step ?? 'running')]
}

const STEPS = { starting: 'starting', running: 'running', saving: 'saving' } as const
