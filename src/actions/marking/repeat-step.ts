import type { StepFailure } from '../../ports/marking.ts'
import type { Clock, Log } from '../../ports/runtime.ts'

const PAUSE_MS = { first: 500, longest: 30_000 }
// Enough for a process that was killed by chance. A caller who accepts the result without this step waits no longer.
const TRIES_UNLESS_REQUIRED = 2

export type Repeating = {
  taskId: string
  /** What the step does to a result, such as `signed`. */
  what: string
  /** Whether a result without this step is worthless: then the step is repeated for as long as the task may take. */
  isRequired: boolean
  /** The task is no longer ours, or its time is up. */
  signal?: AbortSignal | undefined
  /** The process stops: a step under way is finished, but none is repeated. */
  stopping?: AbortSignal | undefined
  /** Receives the reason why the result is not kept yet, in words that fit after "because". */
  onHeldUp?: ((reason: string) => void) | undefined
}

/**
 * Does a step between a result and its storage. The result is paid for and lies in the spool, so a failure that is not
 * the file's fault is retried there, and nothing is made or fetched twice. A failure blamed on the file is believed
 * when it occurs twice in a row.
 */
export async function repeatStep<T extends { kind: string }>(
  { clock, log }: { clock: Clock; log: Log },
  { taskId, what, isRequired, signal, stopping, onHeldUp }: Repeating,
  step: () => Promise<T | StepFailure>,
): Promise<T | StepFailure> {
  let before: string | undefined
  for (let tries = 1, pauseMs = PAUSE_MS.first; ; tries++, pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
    const said = await step()
    if (!isFailure(said) || said.fault === 'file') return said
    if (said.fault === 'unsure' && said.reason === before) return said
    if (!isRequired && tries >= TRIES_UNLESS_REQUIRED) return said
    before = said.reason
    log.warn('a result is not saved yet, retrying', { taskId, step: what, reason: said.reason })
    onHeldUp?.(`it could not be ${what} in time: ${said.reason}`)
    await clock.sleep(pauseMs, AbortSignal.any([signal, stopping].filter((each) => each !== undefined)))
    signal?.throwIfAborted()
    if (stopping?.aborted === true) return said
  }
}

function isFailure(said: { kind: string }): said is StepFailure {
  return said.kind === 'failed'
}
