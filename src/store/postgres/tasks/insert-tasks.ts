import type { InsertOutcome, NewTask, TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { WAITING } from '../../conditions.ts'
import { FIND_REPEAT as REPEAT } from '../../shared/task-reader.ts'
import { number, text, type Column, type Row } from '../../rows.ts'
import { limitedInserter } from './admit-tasks.ts'
import { AGAIN, batched, partlyDone } from './batch.ts'
import { statement, type PostgresDatabase, type Run } from '../database.ts'
import { brokenConstraint } from '../errors.ts'
import { compile } from '../sql.ts'
import { FILE_PARAMETERS, fileArrays, insertFiles } from './insert-files.ts'
import { BOTTOM, floors, type Found } from './floors.ts'
import { arraysOf, unnest } from './unnest.ts'

// Enough for the requests of one turn; more would make one statement long for those who wait behind it.
const MOST_AT_ONCE = 100

/** With where the search for the head of its line may begin, and the task that must win an idempotency key for it. */
type Entry = Omit<NewTask, 'others'> & { floor: number; winner: string | null }

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  ...TASKS.columns.map(({ name, type, value }) => ({ name, type, value: ({ task }: Entry) => value(task) })),
  { name: 'floor', type: 'bigint', value: ({ floor }) => floor },
  { name: 'idempotency_key', type: 'text', value: ({ idempotency }) => idempotency?.key ?? null },
  { name: 'fingerprint', type: 'text', value: ({ idempotency }) => idempotency?.fingerprint ?? null },
  { name: 'expires_at', type: 'bigint', value: ({ idempotency }) => idempotency?.expiresAt ?? null },
  { name: 'replaces', type: 'text', value: ({ idempotency }) => idempotency?.replaces ?? null },
  { name: 'winner', type: 'text', value: ({ winner }) => winner },
]

const ENTRY_NAMES = ENTRY_COLUMNS.map(({ name }) => name).join(', ')

// A task with an idempotency key must win it first; the task that already holds it, also in an open transaction,
// keeps it until it expires, unless the newcomer names that very record as one that it replaces. Keys are taken in order,
// so that two processes cannot wait for each other.
// The turn: behind the last that the key was given, and never before the head of the line: a newcomer is served
// next. Where nobody waits, everybody has been served up to the last turn of all. Like the idempotency keys, lines are
// taken in order.
// Asked for as the first of an order, not as min and max: without statistics those are planned as a walk over all that wait.
const INSERT = statement(`WITH entry AS (
    SELECT * FROM ${unnest(ENTRY_COLUMNS, FILE_PARAMETERS + 1)} WITH ORDINALITY AS given (${ENTRY_NAMES}, place)
  ), won AS (
    INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at)
    SELECT key_id, idempotency_key, fingerprint, id, expires_at FROM entry WHERE idempotency_key IS NOT NULL
    ORDER BY key_id, idempotency_key
    ON CONFLICT (key_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, task_id = excluded.task_id, expires_at = excluded.expires_at
      WHERE EXISTS (SELECT FROM entry WHERE entry.id = excluded.task_id
        AND (idempotency.expires_at <= entry.created_at OR idempotency.fingerprint = entry.replaces))
    RETURNING task_id
  ), admitted AS (
    SELECT * FROM entry WHERE winner IS NULL OR winner IN (SELECT task_id FROM won)
  ), head AS MATERIALIZED (
    SELECT engine, (SELECT turn FROM tasks WHERE engine = engines.engine AND ${WAITING} AND turn >= engines.floor
      ORDER BY turn LIMIT 1) AS turn
    FROM (SELECT engine, min(floor) AS floor FROM admitted GROUP BY engine) AS engines
  ), added AS MATERIALIZED (
    SELECT engine, key_id, count(*) AS size FROM admitted GROUP BY engine, key_id
  ), line AS (
    INSERT INTO lines (engine, key_id, last_turn)
    SELECT engine, key_id, size - 1 + coalesce(
      (SELECT turn FROM head WHERE engine = added.engine),
      (SELECT last_turn FROM lines WHERE engine = added.engine ORDER BY last_turn DESC LIMIT 1), 1)
    FROM added ORDER BY engine, key_id
    ON CONFLICT (engine, key_id) DO UPDATE SET last_turn = greatest(excluded.last_turn, lines.last_turn +
      (SELECT size FROM added WHERE engine = excluded.engine AND key_id = excluded.key_id))
    RETURNING engine, key_id, last_turn
  ), inserted AS (
    INSERT INTO tasks (${TASKS.names}, turn)
    SELECT ${TASKS.names}, last_turn + 1 - row_number() OVER (PARTITION BY engine, key_id ORDER BY place DESC)
    FROM admitted JOIN line USING (engine, key_id) RETURNING id, engine, turn
  ), filed AS (
    ${insertFiles(1, 'SELECT id FROM inserted')}
  )
  SELECT id, engine, inserted.turn, head.turn AS head FROM inserted JOIN head USING (engine)`)

/** `$1` is the API key, `$2` the idempotency key, `$3` the time. */
export const FIND_REPEAT = compile(REPEAT).statement

/** Inserts tasks, those of one turn in one statement. */
export function taskInserter(db: PostgresDatabase): TaskQueue['insert'] {
  const heads = floors()
  const insertRows = async (run: Run, entries: readonly NewTask[]): Promise<Set<string>> => {
    const begun = new Map(entries.map(({ task }) => [task.engine, heads.of(task.engine, 0)]))
    const placed = entries.flatMap((entry) => membersOf(entry, (begun.get(entry.task.engine) ?? BOTTOM).turn))
    const files = fileArrays(placed.flatMap(({ references }) => references))
    const rows = await run(INSERT, [...files, ...arraysOf(ENTRY_COLUMNS, placed)])
    for (const [engine, from] of begun) {
      const own = rows.filter((row) => text(row, 'engine') === engine)
      // Of a line to which nothing was added, nothing was seen.
      if (own.length > 0) heads.note(engine, 0, { from, ...seenIn(own) })
    }
    return new Set(rows.map((row) => text(row, 'id')))
  }

  /** What became of an entry whose idempotency key belongs to another, or to itself when it was inserted before. */
  const lost = async ({ task, idempotency }: NewTask): Promise<InsertOutcome | typeof AGAIN> => {
    const [row] = await db.retrySafe(FIND_REPEAT, [task.keyId, idempotency?.key, task.createdAt])
    // The other one was removed between the two statements: the key is free again.
    if (row === undefined) return AGAIN
    const taskId = text(row, 'task_id')
    if (taskId === task.id) return { kind: 'inserted' }
    return text(row, 'fingerprint') === idempotency?.fingerprint ? { kind: 'repeated', taskId } : { kind: 'conflict' }
  }

  const insert = async (entries: NewTask[]): Promise<(InsertOutcome | typeof AGAIN)[]> => {
    const inserted = await insertRows(db.run, entries)
    const outcomes = entries.map(async (entry) =>
      inserted.has(entry.task.id) ? ({ kind: 'inserted' } as const) : lost(entry),
    )
    return Promise.all(outcomes).catch((error: unknown) => {
      throw partlyDone(error)
    })
  }

  const insertBatched = batched<NewTask, InsertOutcome>({
    keyOf: ({ task, idempotency }) => (idempotency === null ? task.id : `${task.keyId} ${idempotency.key}`),
    most: MOST_AT_ONCE,
    lanes: 1,
    together: insert,
    alone: async (entry, maybeDone) => {
      try {
        return (await insert([entry]))[0] ?? { kind: 'conflict' }
      } catch (error) {
        // Ids are random: one that is there already, after a break, is this very task.
        if (maybeDone && brokenConstraint(error) === 'tasks_pkey') return { kind: 'inserted' }
        throw error
      }
    },
  })
  const insertLimited = limitedInserter({ db, insert: insertRows, lost })
  return (entry, seat) => {
    // A statement does not see what it inserts: a claim would be one of its own all the same.
    seat?.take([])
    return entry.task.holds === null ? insertBatched(entry) : insertLimited(entry)
  }
}

/** The tasks of one request, one after the other. The first has the idempotency record, and with it speaks for all. */
function membersOf({ task, references, idempotency, others = [] }: NewTask, floor: number): Entry[] {
  const common = { floor, winner: idempotency === null ? null : task.id }
  const rest = others.map((other) => ({ ...other, idempotency: null, ...common }))
  return [{ task, references, idempotency, ...common }, ...rest]
}

/** What an insert came upon in the line of an engine. */
function seenIn(rows: readonly Row[]): Omit<Found, 'from'> {
  const [head] = rows.flatMap((row) => (row['head'] === null ? [] : [number(row, 'head')]))
  const lastTurn = Math.max(...rows.map((row) => number(row, 'turn')))
  return { lowest: { turn: head, time: undefined }, lastTurn, passed: rows.length }
}
