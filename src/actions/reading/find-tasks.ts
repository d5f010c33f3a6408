import { hasWords } from '../../core/text/search-words.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Replica } from '../../ports/store/replica.ts'
import type { AskedText, TaskFilter } from '../../ports/store/task-reader.ts'

// Few enough to search in a moment in which nobody else is served.
const AT_A_TIME = 250
// A request ends in good time, however much there is to search; the next one continues where it stopped.
const MOST_TASKS = 20_000
const MOST_CHARACTERS = 10_000_000

export type FoundTasks = {
  tasks: Task[]
  /** The cursor after which the list continues; null when everything was searched. */
  next: Pick<Task, 'createdAt' | 'id'> | null
}

type Deps = { store: Pick<Replica, 'tasks'> }

/** One page of a list, newest first. If words are given, each must occur in the prompt. */
export function findTasks(deps: Deps, filter: TaskFilter, words: readonly string[]): Promise<FoundTasks> {
  // Over all keys, only states and times are indexed, and the models of a project are not: the rest is searched in the
  // tasks that remain.
  const { kind, models, ...others } = filter
  const rest = filter.project === undefined || kind === undefined ? others : { ...others, kind }
  const isUnindexed = filter.project === undefined ? (kind ?? models) !== undefined : models !== undefined
  const isSought = words.length > 0 || (filter.keyId === null && isUnindexed)
  if (!isSought) return plainPage(deps, filter)
  const fits = (asked: AskedText): boolean =>
    (kind === undefined || asked.kind === kind) &&
    (models === undefined || models.includes(asked.model)) &&
    hasWords(asked.prompt, words)
  return searchTasks(deps, filter.keyId === null ? rest : filter, fits)
}

async function plainPage({ store }: Deps, filter: TaskFilter): Promise<FoundTasks> {
  const tasks = await store.tasks.list({ ...filter, limit: filter.limit + 1 })
  const page = tasks.slice(0, filter.limit)
  return { tasks: page, next: tasks.length > filter.limit ? (page.at(-1) ?? null) : null }
}

/**
 * Tasks of a list that match, in the order of the list. They are searched one after another, without an index that each
 * new task would have to be added to. So a page may be short or empty although there are more tasks.
 */
async function searchTasks(deps: Deps, filter: TaskFilter, fits: (asked: AskedText) => boolean): Promise<FoundTasks> {
  const found: AskedText[] = []
  let after = filter.after
  let left = { tasks: MOST_TASKS, characters: MOST_CHARACTERS }
  for (;;) {
    const page = await deps.store.tasks.prompts({ ...filter, ...(after && { after }), limit: AT_A_TIME })
    for (const each of page) {
      if (found.length === filter.limit) return { tasks: await wholeOf(deps, found), next: after ?? null }
      if (fits(each)) found.push(each)
      after = each
      left = { tasks: left.tasks - 1, characters: left.characters - each.prompt.length }
    }
    if (page.length < AT_A_TIME) return { tasks: await wholeOf(deps, found), next: null }
    if (left.tasks <= 0 || left.characters <= 0) return { tasks: await wholeOf(deps, found), next: after ?? null }
  }
}

/** Those that still exist. */
async function wholeOf(deps: Deps, found: readonly AskedText[]): Promise<Task[]> {
  const tasks = await Promise.all(found.map(({ id }) => deps.store.tasks.find(id)))
  return tasks.filter((task) => task !== undefined)
}
