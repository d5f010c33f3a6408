import { ConflictError, NotFoundError, type ListedTask, type Mediagen, type Receipt } from '@mediagen/client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCaller, type Caller } from '../data/caller.ts'
import { deleteSoon, UNDO_MS } from '../data/delayed-deletes.ts'
import { hasEnded } from '../data/listed-task.ts'
import { queryKeys } from '../data/query-keys.ts'
import { useClient } from '../data/session.tsx'
import { toast } from '../parts/overlays/toast.tsx'
import { errorText } from '../parts/states/error-state.tsx'
import { plural } from '../parts/words/amounts.tsx'

type Some = Pick<ListedTask, 'id' | 'status' | 'kind' | 'own'>

/**
 * What can be done with tasks: with those of the own key everything, with those of all keys, as an operator, only
 * cancelling. Each tells on the page what came of it, and never throws.
 */
export type TaskActions = {
  mayChange: boolean
  /** Whether the playground can take over what was asked for. */
  canRecall: boolean
  canCancel: (task: Some) => boolean
  canRetry: (task: Some) => boolean
  canDelete: (task: Some) => boolean
  cancel: (ids: readonly string[]) => Promise<void>
  cancelWaiting: () => Promise<void>
  /** The receipts of the new tasks. */
  retry: (ids: readonly string[]) => Promise<Receipt[]>
  /** Out of sight at once, deleted after a while in which it can be undone; true where that was not undone. */
  remove: (ids: readonly string[]) => Promise<boolean>
}

export function useTaskActions(ofAll = false): TaskActions {
  const client = useClient()
  const queries = useQueryClient()
  const { me } = useCaller()
  return useMemo(() => {
    const actions = actionsOf(client, queries, me)
    return ofAll ? operatorActions(actions, client, queries) : actions
  }, [client, queries, me, ofAll])
}

// As many as the service takes in one request.
const MOST_AT_ONCE = 100

function actionsOf(client: Mediagen, queries: QueryClient, me: Caller['me']): TaskActions {
  const may = (scope: 'tasks:write' | 'images:write' | 'videos:write'): boolean => me?.scopes.includes(scope) === true
  const told = tellingOf(queries)
  return {
    mayChange: may('tasks:write'),
    canRecall: may('images:write') || may('videos:write'),
    canCancel: (task) => task.own && may('tasks:write') && !hasEnded(task),
    canRetry: (task) => hasEnded(task) && may(`${task.kind}s:write`),
    canDelete: (task) => task.own && may('tasks:write') && hasEnded(task),
    cancel: async (ids) => {
      await toldOfCancelling(told, async function* () {
        for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
          yield await client.tasks.cancelMany({ ids: ids.slice(at, at + MOST_AT_ONCE) })
      })
    },
    cancelWaiting: async () => {
      await toldOfCancelling(told, async function* () {
        let hasMore = true
        while (hasMore) {
          const answer = await client.tasks.cancelMany({ status: 'pending' })
          hasMore = answer.has_more
          yield answer
        }
      })
    },
    retry: async (ids) => {
      const made: Receipt[] = []
      await told('Not retried', async () => {
        for (const id of ids) made.push(await client.tasks.retry(id))
      })
      if (made.length > 0) toast(made.length === 1 ? 'Task retried.' : `${made.length} tasks retried.`)
      return made
    },
    remove: async (ids) => {
      const deletes = deleteSoon(client, ids)
      const action = { label: 'Undo', onSelect: deletes.undo }
      toast(`Deleting ${plural(ids.length, 'task')}.`, 'news', { action, forMs: UNDO_MS })
      const outcome = await told('Not deleted', () => deletes.ended)
      const refused = outcome?.refused.filter(({ code }) => code !== 'task_not_found') ?? []
      const [first] = refused
      if (first !== undefined) toast(`${plural(refused.length, 'task')} not deleted: ${first.code}.`, 'bad')
      return outcome !== undefined
    },
  }
}

/** Says what went wrong, in the service's words. */
function tellingOf(queries: QueryClient) {
  return async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      toast(`${what}: ${errorText(error)}`, 'bad')
      return undefined
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeys.tasks })
    }
  }
}

function operatorActions(actions: TaskActions, client: Mediagen, queries: QueryClient): TaskActions {
  const told = tellingOf(queries)
  return {
    ...actions,
    // All that wait would be those of the own key.
    mayChange: false,
    canRecall: false,
    canCancel: (task) => !hasEnded(task),
    canRetry: () => false,
    canDelete: () => false,
    cancel: async (ids) => {
      await toldOfCancelling(told, async function* () {
        for (const id of ids) yield { cancelled: [], refused: [], [await cancelAny(client, id)]: [id] }
      })
    },
  }
}

/** What becomes of any task: one that has ended, or is gone, ends no bulk action. */
async function cancelAny(client: Mediagen, id: string): Promise<'cancelled' | 'refused'> {
  try {
    await client.admin.tasks.cancel(id)
    return 'cancelled'
  } catch (error) {
    if (error instanceof ConflictError || error instanceof NotFoundError) return 'refused'
    throw error
  }
}

type Cancelled = { cancelled: readonly unknown[]; refused: readonly unknown[] }

/** Says how many were cancelled, also where a later request failed. */
async function toldOfCancelling(
  told: ReturnType<typeof tellingOf>,
  answers: () => AsyncIterable<Cancelled>,
): Promise<void> {
  await told('Not cancelled', async () => {
    let [answered, cancelled, refused] = [0, 0, 0]
    try {
      for await (const answer of answers()) {
        answered += 1
        cancelled += answer.cancelled.length
        refused += answer.refused.length
      }
    } finally {
      const left = refused === 0 ? '' : ` ${plural(refused, 'task')} had already ended.`
      if (answered > 0) toast(`${plural(cancelled, 'task')} cancelled.${left}`)
    }
  })
}
