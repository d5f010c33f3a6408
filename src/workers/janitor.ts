import { endOverdue, type EndOverdueDeps } from '../actions/end-overdue.ts'
import { tidyUp, type TidyUpDeps } from '../actions/tidy-up.ts'
import type { Worker } from './loop.ts'

const OVERDUE_EVERY_MS = 1_000
// Often enough to notice soon that the process that did the chores of all is gone.
const TIDY_EVERY_MS = 10 * 60_000

/** Ends what is overdue and removes what nobody needs. */
export function janitor(deps: EndOverdueDeps & TidyUpDeps): Worker {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const every = async (ms: number, chore: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await chore()
      } catch (error) {
        deps.log.warn('a chore failed and will be tried again', { error })
      }
      await deps.clock.sleep(ms, stopping.signal)
    }
  }
  return {
    start() {
      running ??= Promise.all([
        every(OVERDUE_EVERY_MS, () => endOverdue(deps)),
        every(TIDY_EVERY_MS, () => tidyUp(deps)),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
