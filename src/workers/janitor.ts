import { cleanUp, endOverdue, type CleanUpDeps } from '../actions/clean-up.ts'
import type { Worker } from './loop.ts'

const OVERDUE_EVERY_MS = 1_000
// Nothing here is younger than an hour when it goes, and a bucket asks money for being listed.
const CLEAN_EVERY_MS = 60 * 60_000

/** Ends what is overdue and removes what nobody needs. */
export function janitor(deps: CleanUpDeps): Worker {
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
        every(CLEAN_EVERY_MS, () => cleanUp(deps)),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
