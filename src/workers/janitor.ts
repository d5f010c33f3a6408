import { endOverdue, type EndOverdueDeps } from '../actions/chores/end-overdue.ts'
import { CHORES, LET_IN, LET_IN_EVERY_MS, LOOK_EVERY_MS, tidyUp, type TidyUpDeps } from '../actions/chores/tidy-up.ts'
import { sendEvents, type SendEventsDeps } from '../actions/events/send-events.ts'
import type { Worker } from './loop.ts'

const OVERDUE_EVERY_MS = 1_000
// An index that is empty but for what nobody has sent yet.
const SEND_EVERY_MS = 2_000

/** Ends what is overdue and removes what nobody needs. Each chore goes its own way: none waits for another, or fails with it. */
export function janitor(deps: EndOverdueDeps & TidyUpDeps & SendEventsDeps): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<unknown> | undefined
  const every = async (ms: number, chore: string, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        deps.log.warn('a chore failed and will be retried', { chore, error })
      }
      await deps.clock.sleep(ms, signal)
    }
  }
  return {
    start() {
      running ??= Promise.all([
        every(OVERDUE_EVERY_MS, 'overdue tasks', () => endOverdue(deps, signal)),
        every(SEND_EVERY_MS, 'sending events', () => sendEvents(deps, signal)),
        every(LET_IN_EVERY_MS, LET_IN.name, () => tidyUp(deps, LET_IN, signal)),
        ...CHORES.map((chore) => every(LOOK_EVERY_MS, chore.name, () => tidyUp(deps, chore, signal))),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
