import { hasWords } from '../core/search-words.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'
import type { AskedText, TaskFilter } from '../ports/store/task-reader.ts'

// Few enough to be looked through in a moment in which nobody else is served.
const AT_A_TIME = 250
// One request ends in good time, however much there is to look through; the next goes on where it stopped.
const MOST_TASKS = 20_000
const MOST_CHARACTERS = 10_000_000

type Found = {
  tasks: Task[]
  /** The place after which the search goes on; null when everything was looked through. */
  next: Pick<Task, 'createdAt' | 'id'> | null
}

/**
 * Tasks of a list in whose prompts each of the words occurs, in the order of the list. Prompts are looked through one after
 * the other, which needs no index that each new task would have to be entered into. So a page may be short, or empty,
 * although there is more.
 */
export async function searchTasks(
  deps: { store: Pick<Store, 'tasks'> },
  filter: TaskFilter,
  words: readonly string[],
): Promise<Found> {
  const found: AskedText[] = []
  let after = filter.after
  let left = { tasks: MOST_TASKS, characters: MOST_CHARACTERS }
  for (;;) {
    const page = await deps.store.tasks.prompts({ ...filter, ...(after && { after }), limit: AT_A_TIME })
    for (const each of page) {
      if (found.length === filter.limit) return { tasks: await wholeOf(deps, found), next: after ?? null }
      if (hasWords(each.prompt, words)) found.push(each)
      after = each
      left = { tasks: left.tasks - 1, characters: left.characters - each.prompt.length }
    }
    if (page.length < AT_A_TIME) return { tasks: await wholeOf(deps, found), next: null }
    if (left.tasks <= 0 || left.characters <= 0) return { tasks: await wholeOf(deps, found), next: after ?? null }
  }
}

/** Those that are still there. */
async function wholeOf(deps: { store: Pick<Store, 'tasks'> }, found: readonly AskedText[]): Promise<Task[]> {
  const tasks = await Promise.all(found.map(({ id }) => deps.store.tasks.find(id)))
  return tasks.filter((task) => task !== undefined)
}
