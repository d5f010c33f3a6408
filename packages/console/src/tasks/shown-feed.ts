import type { ListTasksQuery } from '@mediagen/client'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useHiddenTasks } from '../data/delayed-deletes.ts'
import type { TaskFeed } from '../data/task-feed.ts'
import { useTaskFeed } from '../data/use-task-feed.ts'

// Who has scrolled this far reads what is there.
const READING_PX = 40
// Where each list was left, so that who comes back from a task is where they were.
const places = new Map<string, number>()

/** A live list without what is about to be deleted. */
export function useShownFeed(query: ListTasksQuery, ofAll = false) {
  const { feed, ...state } = useTaskFeed(query, ofAll)
  const hidden = useHiddenTasks()
  const tasks = useMemo(
    () => (hidden.size === 0 ? state.tasks : state.tasks.filter(({ id }) => !hidden.has(id))),
    [state.tasks, hidden],
  )
  return { ...state, tasks, feed }
}

/** Lets the list stand still while somebody reads or chooses. */
export function useHold(feed: TaskFeed, isChoosing: boolean): void {
  useEffect(() => {
    const look = (): void => feed.holdFresh(isChoosing || window.scrollY > READING_PX)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [feed, isChoosing])
}

export function showFreshAtTop(feed: TaskFeed): void {
  feed.showFresh()
  scrollTo({ top: 0 })
}

/** Brings the page back to where it was left under this name. */
export function useKeptPlace(name: string): void {
  useLayoutEffect(() => {
    scrollTo({ top: places.get(name) ?? 0 })
    const keep = (): void => void places.set(name, window.scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [name])
}
