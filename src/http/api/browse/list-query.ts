import { AppError } from '../../../core/errors.ts'
import { readMoment } from '../../../core/text/moment.ts'
import { searchWords } from '../../../core/text/search-words.ts'
import { TASK_STATUSES } from '../../../core/tasks/task.ts'
import { MOST_MODELS, type TaskFilter } from '../../../ports/store/task-reader.ts'
import { DEFAULT_PAGE, readCursor, readWords } from '../../answer/paging.ts'
import type { Static } from '../../answer/schema.ts'
import type { TaskListQuery } from './list-schemas.ts'

/** What a list was asked for: by what the records are read, and which words the prompts must have. */
export function readListQuery(query: Static<typeof TaskListQuery>): {
  filter: Omit<TaskFilter, 'keyId'>
  words: string[]
} {
  const { kind, status, model, from, to: until, text, cursor } = query
  const filter = {
    limit: query.limit ?? DEFAULT_PAGE,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { statuses: readWords(status, 'status', TASK_STATUSES) }),
    ...(model === undefined ? {} : { models: readModels(model) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
  }
  return { filter, words: text === undefined ? [] : searchWords(text, 'text') }
}

function readModels(text: string): string[] {
  const named = [...new Set(text.split(','))]
  if (named.length <= MOST_MODELS) return named
  const rule = `'model' must not name more than ${MOST_MODELS} models.`
  throw new AppError('invalid_parameter', rule, { param: 'model' })
}
