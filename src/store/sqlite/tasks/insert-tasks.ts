import { charged } from '../../../core/money/admission.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { ClaimRequest, InsertOutcome, NewTask, TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { WAITING } from '../../conditions.ts'
import { number, text } from '../../rows.ts'
import { taskAdmitter } from './admit-tasks.ts'
import { places, type SqliteDatabase } from '../database.ts'
import { fileInserter } from './insert-file.ts'

/** Inserts tasks, those of one turn in one transaction. */
export function taskInserter(db: SqliteDatabase, claim: (request: ClaimRequest) => Task[]): TaskQueue['insert'] {
  const insertFile = fileInserter(db)
  const findRepeat = repeatFinder(db)
  const accounts = taskAdmitter(db)
  const insertTask = db.prepare(`INSERT INTO tasks (${TASKS.names}, turn)
    VALUES (${places(TASKS)}, ?)`)
  // Behind the last turn that the key was given, and never before the head of the line: a newcomer is served next.
  // Where nobody waits, everybody has been served up to the last turn of all.
  const nextTurn = db.prepare(`INSERT INTO lines (engine, key_id, last_turn) VALUES (:engine, :key_id, coalesce(
      (SELECT min(turn) FROM tasks WHERE engine = :engine AND ${WAITING}),
      (SELECT max(last_turn) FROM lines WHERE engine = :engine), 1))
    ON CONFLICT (engine, key_id) DO UPDATE SET last_turn = max(excluded.last_turn, last_turn + 1)
    RETURNING last_turn AS turn`)
  const putIdempotency = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key_id, key, fingerprint, task_id, expires_at) VALUES (?, ?, ?, ?, ?)',
  )

  const insertOne = ({ task, references }: Pick<NewTask, 'task' | 'references'>): void => {
    const turn = number(nextTurn.get({ engine: task.engine, key_id: task.keyId }) ?? {}, 'turn')
    insertTask.run(...TASKS.values(task), turn)
    for (const file of references) insertFile(file)
  }

  const earlier = ({ task, idempotency }: NewTask): InsertOutcome | undefined => {
    const known = idempotency === null ? undefined : findRepeat(task.keyId, idempotency.key, task.createdAt)
    if (known === undefined || known.fingerprint === idempotency?.replaces) return undefined
    const same = known.fingerprint === idempotency?.fingerprint
    return same ? { kind: 'repeated', taskId: known.taskId } : { kind: 'conflict' }
  }

  const insert = (entry: NewTask): InsertOutcome => {
    const { task, references, idempotency, others = [] } = entry
    const known = earlier(entry)
    if (known !== undefined) return known
    const verdict = accounts.take(entry)
    if (verdict.kind === 'refused') return verdict
    for (const each of [{ task, references }, ...others])
      insertOne({ ...each, task: charged(each.task, verdict.period) })
    for (const [n, account] of verdict.parkedBy.entries()) {
      if (account !== null) accounts.park([task, ...others.map((other) => other.task)][n]?.id ?? '', account)
    }
    if (idempotency !== null) {
      putIdempotency.run(task.keyId, idempotency.key, idempotency.fingerprint, task.id, idempotency.expiresAt)
    }
    return { kind: 'inserted' }
  }

  return async (entry, seat) => {
    // A storm of requests that are refused anyway must not queue for the one writer.
    const refusal = entry.task.holds === null ? undefined : db.peek(() => earlier(entry) ?? accounts.refusal(entry))
    if (refusal?.kind === 'refused') {
      seat?.take([])
      return refusal
    }
    const { outcome, taken } = await db.write(() => ({
      outcome: insert(entry),
      taken: seat === undefined ? [] : claim(seat.claim),
    }))
    seat?.take(taken)
    return outcome
  }
}

/** Finds what an idempotency key was used for, inside a transaction or outside of one. */
function repeatFinder(
  db: SqliteDatabase,
): (keyId: string, key: string, now: number) => { taskId: string; fingerprint: string } | undefined {
  const find = db.prepare(
    'SELECT fingerprint, task_id FROM idempotency WHERE key_id = ? AND key = ? AND expires_at > ?',
  )
  return (keyId, key, now) => {
    const row = find.get(keyId, key, now)
    return row === undefined ? undefined : { taskId: text(row, 'task_id'), fingerprint: text(row, 'fingerprint') }
  }
}
