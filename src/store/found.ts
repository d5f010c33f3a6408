import type { Census, EngineCensus } from '../ports/store/census.ts'
import type { Absence, EndedAt, Removable } from '../ports/store/chores.ts'
import type { FileOrigin } from '../ports/store/file-records.ts'
import type { AskedText, EndedTask } from '../ports/store/task-reader.ts'
import type { UsageSum } from '../ports/store/usage.ts'
import { TASKS } from './columns.ts'
import { integerColumn, jsonColumn, number, table, text, textColumn, type Row } from './rows.ts'

/** Added up, never kept. */
export const USAGE_SUMS = table<UsageSum>({
  day: integerColumn('day'),
  kind: textColumn('kind'),
  model: textColumn('model'),
  tasks: integerColumn('tasks'),
  succeeded: integerColumn('succeeded'),
  unitsMicros: integerColumn('units_micros'),
  priceMicros: integerColumn('price_micros'),
  unpriced: integerColumn('unpriced'),
})

/** Counted, never kept. */
export const readEngineCensus = table<Omit<EngineCensus, 'parked'>>({
  engine: textColumn('engine'),
  waiting: integerColumn('waiting'),
  waitingSince: integerColumn('waiting_since'),
  inWork: integerColumn('in_work'),
}).read

export const readCensus = table<Omit<Census, 'engines'>>({
  stops: integerColumn('stops'),
  deliveries: integerColumn('deliveries'),
  deliveryDueAt: integerColumn('delivery_due_at'),
}).read

/** Before all that ever ended. */
export const FIRST_ENDED: EndedAt = { finishedAt: -1, id: '' }

/** What may be removed of a page of what ended, and where the next begins. */
export function readEnded(rows: readonly Row[], limit: number): Removable {
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    ids: rows.filter((row) => number(row, 'announcing') === 0).map((row) => text(row, 'id')),
    next: last && { finishedAt: number(last, 'finished_at'), id: text(last, 'id') },
  }
}

export const readAbsence = table<Absence>({
  from: integerColumn('absent_from'),
  until: integerColumn('absent_until'),
}).read

export const readEndedTask = table<EndedTask>({
  id: textColumn('id'),
  kind: textColumn('kind'),
  model: textColumn('model'),
  startedAt: integerColumn('started_at'),
  finishedAt: integerColumn('finished_at'),
}).read

/** A part of a result and of its task. */
export const readOrigin = table<FileOrigin>({
  kind: textColumn('kind'),
  model: textColumn('model'),
  createdAt: integerColumn('created_at'),
  credentials: jsonColumn('credentials'),
}).read

/** Where a result came from; the checksum is the one parameter. */
export const originOf = (
  parameter: string,
): string => `SELECT tasks.kind, tasks.model, files.created_at, files.credentials
  FROM files JOIN tasks ON tasks.id = files.task_id
  WHERE files.sha256 = ${parameter} AND files.role <> 'reference' ORDER BY files.created_at, files.id LIMIT 1`

const LOOK_PARTS = [1, 5, 9, 13] as const
// More that look alike are copies of each other, and the oldest of them are told.
const MOST_ALIKE = 500

/** Where results came from of which one of four parts of their hash is in a list: `:part_1` to `:part_4`. */
export const originsLike = (isAmong: (column: string, list: string) => string): string => {
  const queries = LOOK_PARTS.map(
    (start, index) => `SELECT files.id FROM files
      WHERE picture_hash IS NOT NULL AND ${isAmong(`substr(picture_hash, ${start}, 4)`, `:part_${index + 1}`)}`,
  )
  return `SELECT tasks.kind, tasks.model, files.created_at, files.credentials, files.picture_hash
    FROM files JOIN tasks ON tasks.id = files.task_id
    WHERE files.id IN (${queries.join(' UNION ')}) AND files.role <> 'reference'
    ORDER BY files.created_at, files.id LIMIT ${MOST_ALIKE}`
}

/** A part of a task, in the order of a list. */
export function readAskedText(row: Row): AskedText {
  const { createdAt, id, kind, model, prompt } = TASKS.kept
  return {
    createdAt: createdAt.read(row),
    id: id.read(row),
    kind: kind.read(row),
    model: model.read(row),
    prompt: prompt.read(row),
  }
}
