import type { Mediagen } from '@mediagen/client'
import { useSyncExternalStore } from 'react'
import { removeFromFeeds } from './use-task-feed.ts'

/** As long as somebody needs to see that it was the wrong one. */
export const UNDO_MS = 8_000
// As many as the service takes in one request.
const MOST_AT_ONCE = 100

export type Deletes = {
  undo: () => void
  /** What came of it; undefined when it was undone. */
  ended: Promise<DeletesOutcome | undefined>
}
export type DeletesOutcome = { deleted: readonly string[]; refused: readonly { id: string; code: string }[] }

let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function hide(ids: readonly string[], isHidden: boolean): void {
  const next = new Set(hidden)
  for (const id of ids) {
    if (isHidden) next.add(id)
    else next.delete(id)
  }
  hidden = next
  for (const listener of listeners) listener()
}

/**
 * Deletes tasks after a while in which that can be undone; they are out of sight at once. A page that is closed in the
 * meantime deletes nothing: what is kept too long can be deleted later, and what is gone is gone.
 */
export function deleteSoon(client: Mediagen, ids: readonly string[]): Deletes {
  hide(ids, true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), UNDO_MS)
  const finish = async (): Promise<DeletesOutcome | undefined> => {
    try {
      return (await promise) ? await deleteNow(client, ids) : undefined
    } finally {
      hide(ids, false)
    }
  }
  return {
    undo: () => {
      clearTimeout(timer)
      resolve(false)
    },
    ended: finish(),
  }
}

async function deleteNow(client: Mediagen, ids: readonly string[]): Promise<DeletesOutcome> {
  const deleted: string[] = []
  const refused: { id: string; code: string }[] = []
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const answer = await client.tasks.deleteMany(ids.slice(at, at + MOST_AT_ONCE))
    deleted.push(...answer.deleted)
    refused.push(...answer.refused)
    removeFromFeeds(client, answer.deleted)
  }
  return { deleted, refused }
}

/** Tasks that are about to be deleted, and no longer shown. */
export function useHiddenTasks(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => hidden,
  )
}
