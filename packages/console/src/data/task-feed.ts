import { NotFoundError, type ListTasksQuery, type Mediagen, type Page } from '@mediagen/client'
import { hasEnded, inOrder, listedFrom, renewed } from './listed-task.ts'
import type { ShownTask } from './task-source.ts'

/** What a list shows of the feed. */
export type FeedState = {
  /** Newest first. A task that is here keeps its place, whatever becomes of it. */
  tasks: readonly ShownTask[]
  /** How many have come that are not shown yet. */
  fresh: number
  hasMore: boolean
  isLoaded: boolean
  /** Why further ones could not be brought; undefined where nothing went wrong. */
  problem: unknown
}

/** All tasks that a question finds, brought page after page, and kept as they stand now. */
export type TaskFeed = {
  state: () => FeedState
  subscribe: (listener: () => void) => () => void
  /** Looks what has come and what has changed. */
  refresh: () => Promise<void>
  /** Brings the next page; once at a time. */
  loadMore: () => Promise<void>
  /** Puts what has come to its place. */
  showFresh: () => void
  /** Whether what comes waits to be asked for: else it would move what somebody is reading. */
  holdFresh: (isHeld: boolean) => void
  remove: (ids: readonly string[]) => void
}

const PAGE_SIZE = 100
// Pages that are gone through to meet what is known: after a night with a closed lid a new beginning is cheaper.
const MOST_PAGES_BACK = 5
// Single tasks that are asked for in one look, so that a look stays short; the others have their turn in the next.
const MOST_ASKED = 10
const WAITING_OR_IN_WORK = 'pending,processing'

export function taskFeed(source: Pick<Mediagen['tasks'], 'list' | 'get'>, query: ListTasksQuery): TaskFeed {
  const listeners = new Set<() => void>()
  let state: FeedState = { tasks: [], fresh: 0, hasMore: false, isLoaded: false, problem: undefined }
  let last: Page<ShownTask> | undefined
  let fresh: ShownTask[] = []
  let isHeld = false
  let underWay: Promise<void> | undefined

  const set = (change: Partial<FeedState>): void => {
    const next = { ...state, ...change, fresh: fresh.length }
    if (Object.entries(next).every(([name, value]) => state[name as keyof FeedState] === value)) return
    state = next
    for (const listener of listeners) listener()
  }

  const begin = (page: Page<ShownTask>): void => {
    last = page
    fresh = []
    set({ tasks: page.data, hasMore: page.hasMore, isLoaded: true, problem: undefined })
  }

  const ask = (further: ListTasksQuery): Promise<Page<ShownTask>> => source.list({ ...query, ...further })

  const showFresh = (): void => {
    if (fresh.length === 0) return
    const tasks = [...fresh, ...state.tasks].sort(inOrder)
    fresh = []
    set({ tasks })
  }

  /** Takes over what was seen; gives back what stands in the list but was not in its part of the answer. */
  const take = (seen: readonly ShownTask[], until: ShownTask | undefined): ShownTask[] => {
    const byId = new Map(seen.map((task) => [task.id, task]))
    const missing: ShownTask[] = []
    const renew = (task: ShownTask): ShownTask => {
      const now = byId.get(task.id)
      if (now !== undefined) return renewed(task, now)
      if (until === undefined || inOrder(task, until) <= 0) missing.push(task)
      return task
    }
    const tasks = state.tasks.map(renew)
    fresh = fresh.map(renew)
    if (tasks.some((task, index) => task !== state.tasks[index])) set({ tasks })
    return missing
  }

  /** What this look learnt of tasks one by one. */
  const askOneByOne = async (tasks: readonly ShownTask[]): Promise<void> => {
    for (const before of tasks.slice(0, MOST_ASKED)) {
      try {
        take([listedFrom(await source.get(before.id), before)], before)
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error
        remove([before.id])
      }
    }
  }

  const remove = (ids: readonly string[]): void => {
    const gone = new Set(ids)
    const stays = ({ id }: ShownTask): boolean => !gone.has(id)
    fresh = fresh.filter(stays)
    const tasks = state.tasks.filter(stays)
    set(tasks.length === state.tasks.length ? {} : { tasks })
  }

  const look = async (): Promise<void> => {
    let page = await ask({ limit: PAGE_SIZE })
    if (!state.isLoaded) return begin(page)
    const known = new Set([...state.tasks, ...fresh].map(({ id }) => id))
    if (known.size === 0) {
      // There may be more than these. Where nothing has come, a search that went further has nothing to begin again for.
      if (page.data.length > 0) begin(page)
      return
    }
    const first = page
    const seen = [...page.data]
    for (let pages = 1; page.hasMore && !seen.some(({ id }) => known.has(id)); pages++) {
      const next = pages < MOST_PAGES_BACK ? await page.next() : undefined
      if (next === undefined) return begin(first)
      page = next
      seen.push(...page.data)
    }
    const until = page.hasMore ? seen.at(-1) : undefined
    const missing = take(seen, until)
    // What lies below the pages that have been brought comes with them.
    const lowest = state.hasMore ? state.tasks.at(-1) : undefined
    const come = seen.filter((task) => !known.has(task.id) && (lowest === undefined || inOrder(task, lowest) < 0))
    fresh.push(...come)
    if (isHeld) set({})
    else showFresh()
    await follow(new Set(seen.map(({ id }) => id)), missing)
  }

  /** Looks after tasks under way that the first pages do not show, and after those that should be there and are not. */
  const follow = async (seen: ReadonlySet<string>, missing: readonly ShownTask[]): Promise<void> => {
    const unseen = state.tasks.filter((task) => !hasEnded(task) && !seen.has(task.id))
    const lost = missing.filter((task) => hasEnded(task) && answers(query, task))
    if (unseen.length === 0) return askOneByOne(lost)
    const page = await ask({ status: WAITING_OR_IN_WORK, limit: PAGE_SIZE })
    const ended = take(page.data, page.hasMore ? page.data.at(-1) : undefined)
    const followed = new Set(unseen.map(({ id }) => id))
    await askOneByOne([...lost, ...ended.filter(({ id }) => followed.has(id))])
  }

  const bringMore = async (): Promise<void> => {
    try {
      let page = last
      // A page of a search may be empty although there is more.
      do page = await page?.next()
      while (page !== undefined && page.data.length === 0 && page.hasMore)
      if (page === undefined) return set({ hasMore: false })
      last = page
      const known = new Set(state.tasks.map(({ id }) => id))
      const further = page.data.filter(({ id }) => !known.has(id))
      set({ tasks: [...state.tasks, ...further], hasMore: page.hasMore, problem: undefined })
    } catch (error) {
      set({ problem: error })
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh: look,
    loadMore: () => {
      if (!state.hasMore) return Promise.resolve()
      underWay ??= bringMore().finally(() => void (underWay = undefined))
      return underWay
    },
    showFresh,
    holdFresh: (next) => {
      isHeld = next
      if (!isHeld) showFresh()
    },
    remove,
  }
}

/** Whether the question would still find it: one that has ended is no longer found among those that wait, and stays. */
function answers({ status }: ListTasksQuery, task: ShownTask): boolean {
  return status === undefined || status.split(',').includes(task.status)
}
