import { endOverdue, type EndOverdueDeps } from '../actions/end-overdue.ts'
import {
  CHORES,
  LET_IN,
  LET_IN_EVERY_MS,
  LOOK_EVERY_MS,
  tidyUp,
  type Chore,
  type TidyUpDeps,
} from '../actions/tidy-up.ts'
import type { Worker } from './loop.ts'

const OVERDUE_EVERY_MS = 1_000
const WATCH_EVERY_MS = 60_000

/** Ends what is overdue and removes what nobody needs. Each chore goes its own way: none waits for another, or fails with it. */
export function janitor(deps: EndOverdueDeps & TidyUpDeps): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<unknown> | undefined
  const every = async (ms: number, chore: string, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        deps.log.warn('a chore failed and will be tried again', { chore, error })
      }
      await deps.clock.sleep(ms, signal)
    }
  }
  const watch = (): Promise<void> => deps.store.chores.watch(deps.clock.now())
  const tidy = async (chore: Chore): Promise<void> => {
    // Before anything is removed it is known since when nobody was here.
    await watch()
    await tidyUp(deps, chore, signal)
  }
  return {
    start() {
      running ??= Promise.all([
        every(OVERDUE_EVERY_MS, 'overdue tasks', () => endOverdue(deps, signal)),
        every(LET_IN_EVERY_MS, LET_IN.name, () => tidyUp(deps, LET_IN, signal)),
        every(WATCH_EVERY_MS, 'watch', watch),
        ...CHORES.map((chore) => every(LOOK_EVERY_MS, chore.name, () => tidy(chore))),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
