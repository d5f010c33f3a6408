import type { TaskKind } from '../core/tasks/model.ts'
import { PARKED_STATUS, TASK_STATUSES, type Task, type TaskStatus } from '../core/tasks/task.ts'
import { MOST_MODELS, type TaskFilter } from '../ports/store/task-reader.ts'
import { IN_WORK, PARKED, WAITING } from './conditions.ts'
import { plain, type SqlValue } from './rows.ts'

const KINDS: readonly TaskKind[] = ['image', 'video']
/** Under which words a status is kept. */
const KEPT_AS: Record<TaskStatus, readonly string[]> = {
  pending: ['pending', PARKED_STATUS],
  processing: ['processing'],
  success: ['success'],
  failed: ['failed'],
}

/**
 * The conditions of a list, each of which is the beginning of an index: together they are all that was asked for. `models`
 * are the names of the parameters that the models are given by.
 */
export function listParts({ kind, statuses }: TaskFilter, models: readonly string[]): string[] {
  const listed = TASK_STATUSES.filter((each) => statuses === undefined || statuses.includes(each))
  if (models.length === 0) return listed.flatMap((status) => kindsOf(kind).flatMap((one) => partsOf(one, status)))
  // In the words of the index, which no other has.
  const states = listed.flatMap((status) =>
    kindsOf(kind).flatMap((one) => KEPT_AS[status].map((word) => `${one} ${word}`)),
  )
  return models.flatMap((model) => states.map((state) => `model = ${model} AND kind || ' ' || status = '${state}'`))
}

/** The same over all keys. Only what has ended is in order: the rest is what there is to do now. */
export function partsOfAllKeys({ kind, statuses }: TaskFilter, models: readonly string[]): string[] {
  const more = [...(kind === undefined ? [] : [`kind = '${kind}'`]), ...inModels(models)]
  return TASK_STATUSES.filter((status) => statuses === undefined || statuses.includes(status))
    .flatMap((status) => OF_ALL_KEYS[status])
    .map((part) => [part, ...more].join(' AND '))
}

// Ended in the words of the index, which are its own.
const OF_ALL_KEYS: Record<TaskStatus, readonly string[]> = {
  pending: [WAITING, PARKED, `${IN_WORK} AND status = 'pending'`],
  processing: [`${IN_WORK} AND status = 'processing'`],
  success: [`status = 'success' AND finished_at > 0`],
  failed: [`status = 'failed' AND finished_at > 0`],
}

function inModels(models: readonly string[]): string[] {
  return models.length === 0 ? [] : [`model IN (${models.join(', ')})`]
}

/** Where a task of this kind and status may be found. */
export function partsOf(kind: TaskKind, status: TaskStatus): string[] {
  return KEPT_AS[status].map((word) => `kind = '${kind}' AND status = '${word}'`)
}

/** The models of a list. One, or as many as there may be: statements are kept by their text, and must stay few. */
export function listedModels({ models = [] }: TaskFilter): (string | null)[] {
  const names = [...new Set(models)].map(plain)
  if (names.length > MOST_MODELS) throw new Error(`a list is of at most ${MOST_MODELS} models`)
  // Nothing is equal to null, so that a place without a model finds no task.
  return names.length < 2 ? names : [...names, ...Array<null>(MOST_MODELS - names.length).fill(null)]
}

type Cursor = Pick<Task, 'createdAt' | 'id'>
type Bounds = Pick<TaskFilter, 'from' | 'until' | 'after' | 'oldestFirst'>

/** Between the cursors of `boundParameters`, neither of them included. */
export const IS_BETWEEN = `(created_at, id) > (CAST(:above_at AS bigint), :above_id)
  AND (created_at, id) < (CAST(:below_at AS bigint), :below_id)`

/** The cursors between which a list lies. No id comes before the empty one. */
export function boundParameters({ from, until, after, oldestFirst }: Bounds): Record<string, SqlValue> {
  let above = { createdAt: from ?? -1, id: '' }
  let below = { createdAt: until ?? Number.MAX_SAFE_INTEGER, id: '' }
  if (after !== undefined && oldestFirst === true) above = isBefore(above, after) ? after : above
  if (after !== undefined && oldestFirst !== true) below = isBefore(after, below) ? after : below
  return { above_at: above.createdAt, above_id: above.id, below_at: below.createdAt, below_id: below.id }
}

function isBefore(one: Cursor, other: Cursor): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
}

/** The kinds of which something is counted or listed. */
export function kindsOf(kind: TaskKind | undefined): readonly TaskKind[] {
  return kind === undefined ? KINDS : [kind]
}
