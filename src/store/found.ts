import type { Census, EngineCensus } from '../ports/store/census.ts'
import type { Absence } from '../ports/store/chores.ts'
import type { AskedText, EndedTask } from '../ports/store/task-reader.ts'
import type { UsageSum } from '../ports/store/usage.ts'
import { TASKS } from './columns.ts'
import { integerColumn, table, textColumn, type Row } from './rows.ts'

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
