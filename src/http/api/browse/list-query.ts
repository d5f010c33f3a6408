import { AppError } from '../../../core/errors.ts'
import { readMoment } from '../../../core/text/moment.ts'
import { searchWords } from '../../../core/text/search-words.ts'
import { TASK_STATUSES, type TaskStatus } from '../../../core/tasks/task.ts'
import { MOST_MODELS, type TaskFilter } from '../../../ports/store/task-reader.ts'
import type { Static } from '../../answer/schema.ts'
import { readCursor } from '../cursor.ts'
import type { TaskListQuery } from './list-schemas.ts'

const DEFAULT_PAGE = 20

/** What a list was asked for: by what the records are read, and which words the prompts must have. */
export function readListQuery(query: Static<typeof TaskListQuery>): {
  filter: Omit<TaskFilter, 'keyId'>
  words: string[]
} {
  const { kind, status, model, from, to: until, text, cursor } = query
  const filter = {
    limit: query.limit ?? DEFAULT_PAGE,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { statuses: readStatuses(status) }),
    ...(model === undefined ? {} : { models: readModels(model) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
  }
  return { filter, words: text === undefined ? [] : searchWords(text, 'text') }
}

function readStatuses(text: string): TaskStatus[] {
  const named = text.split(',')
  const known = TASK_STATUSES.filter((status) => named.includes(status))
  if (known.length === new Set(named).size) return known
  throw new AppError('invalid_parameter', `'status' must be one of: ${TASK_STATUSES.join(', ')}.`, { param: 'status' })
}

function readModels(text: string): string[] {
  const named = [...new Set(text.split(','))]
  if (named.length <= MOST_MODELS) return named
  const rule = `'model' must not name more than ${MOST_MODELS} models.`
  throw new AppError('invalid_parameter', rule, { param: 'model' })
}
