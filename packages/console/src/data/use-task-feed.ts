import type { ListTasksQuery, Mediagen } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { hasEnded } from './listed-task.ts'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'
import { taskSource } from './task-source.ts'
import { taskFeed, type FeedState, type TaskFeed } from './task-feed.ts'

// Someone watches a bar: it should move. Otherwise news may take as long as it takes to notice them.
const BUSY_MS = 1_500
const CALM_MS = 5_000
// Enough for going back and forth; each holds what was scrolled through.
const MOST_FEEDS = 4

const feedsOf = new WeakMap<Mediagen, Map<string, TaskFeed>>()

/** The feed of a question: the same one as before, so that who comes back finds the list as it was. */
function feedOf(client: Mediagen, query: ListTasksQuery, ofAll: boolean): TaskFeed {
  const feeds = feedsOf.get(client) ?? new Map<string, TaskFeed>()
  feedsOf.set(client, feeds)
  const name = JSON.stringify({ query, ofAll })
  const feed = feeds.get(name) ?? taskFeed(taskSource(client, ofAll), query)
  feeds.delete(name)
  feeds.set(name, feed)
  for (const oldest of [...feeds.keys()].slice(0, -MOST_FEEDS)) feeds.delete(oldest)
  return feed
}

/** Takes tasks out of all lists of this client. */
export function removeFromFeeds(client: Mediagen, ids: readonly string[]): void {
  for (const feed of feedsOf.get(client)?.values() ?? []) feed.remove(ids)
}

/** A live list of tasks. It pauses while nobody looks or nothing can be reached, and goes on by itself. */
export function useTaskFeed(
  query: ListTasksQuery,
  ofAll: boolean,
): FeedState & { feed: TaskFeed; error: Error | null } {
  const client = useClient()
  const feed = feedOf(client, query, ofAll)
  const state = useSyncExternalStore(feed.subscribe, feed.state)
  const isBusy = state.tasks.some((task) => !hasEnded(task))
  const { error } = useQuery({
    queryKey: queryKeys.taskList(query, ofAll),
    queryFn: async () => {
      await feed.refresh()
      return true
    },
    refetchInterval: isBusy ? BUSY_MS : CALM_MS,
  })
  return { ...state, feed, error }
}
