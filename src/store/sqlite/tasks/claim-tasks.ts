import { NEVER, startKeyOf, type Task } from '../../../core/tasks/task.ts'
import type { ClaimRequest, TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { IN_WORK, isReady, jobsAt, WAITING } from '../../conditions.ts'
import { number, text, type Row } from '../../rows.ts'
import type { SqliteDatabase } from '../database.ts'

export type SqliteTaskClaimer = {
  claim: TaskQueue['claim']
  /** Claims inside a transaction that is already open. */
  within: (request: ClaimRequest) => Task[]
}

/** Takes due tasks: those in work and those that wait by turn, each kind its share while the cap has room. */
export function taskClaimer(db: SqliteDatabase): SqliteTaskClaimer {
  const dueInWork = db.prepare(`SELECT id FROM tasks WHERE engine = ? AND ${IN_WORK} AND next_run_at <= ?
    AND crowd = ? ORDER BY next_run_at, id LIMIT ?`)
  const dueWaiting = db.prepare(`SELECT id, kind, model, ${isReady(':now')} AS ready FROM tasks
    WHERE engine = :engine AND ${WAITING} AND next_run_at <= :now AND crowd = :crowd
    ORDER BY turn, created_at, id LIMIT :limit`)
  const busyUpTo = db.prepare(`SELECT count(*) AS busy FROM (${jobsAt(':engine')} LIMIT :cap)`)
  const joined = db.prepare('SELECT 1 FROM owners WHERE id = ?')
  const HOLD = `lease_token = :token, owner = :owner, next_run_at = ${NEVER}, version = version + 1,
    attempts = attempts + (attempts = 0)`
  const take = db.prepare(`UPDATE tasks SET ${HOLD} WHERE id = :id RETURNING *`)
  const begin = db.prepare(`UPDATE tasks SET ${HOLD}, status = 'processing', step = 'starting', started_at = :now,
    run_deadline_at = :deadline, start_key = :start_key WHERE id = :id RETURNING *`)

  // Counting ends at the cap: the cost does not grow with what is in work.
  const roomFor = (engine: string, cap: number | null): number =>
    cap === null ? Infinity : Math.max(0, cap - number(busyUpTo.get({ engine, cap }) ?? {}, 'busy'))

  const pick = ({ engine, now, limit, wakeLimit, crowd, cap }: ClaimRequest): Row[] => {
    const inWork = dueInWork.all(engine, now, crowd, limit)
    // Read only as far as there is room for them beside those in work that go first.
    const spare = Math.max(limit - inWork.length, limit - wakeLimit)
    const waiting = spare === 0 ? [] : dueWaiting.all({ engine, now, crowd, limit: spare })
    const fresh = waiting.length === 0 ? [] : waiting.slice(0, roomFor(engine, cap))
    return [...inWork.slice(0, limit - fresh.length), ...fresh]
  }

  const takeOne = (row: Row, { token, owner, now, runTimeouts = [] }: ClaimRequest): Task[] => {
    const id = text(row, 'id')
    const isOfModel = ({ kind, model }: Pick<Task, 'kind' | 'model'>): boolean =>
      kind === row['kind'] && model === row['model']
    const timeout = row['ready'] === 1 ? runTimeouts.find(isOfModel) : undefined
    if (timeout === undefined) return take.all({ id, token, owner }).map(TASKS.read)
    const beginning = { now, deadline: now + timeout.ms, start_key: startKeyOf({ id, token }) }
    return begin.all({ id, token, owner, ...beginning }).map(TASKS.read)
  }

  // SQLite has a single writer, so between the pick and the update nothing can change: no row lock is needed.
  const within = (request: ClaimRequest): Task[] => {
    if (joined.get(request.owner) === undefined) return []
    return pick(request).flatMap((row) => takeOne(row, request))
  }

  return {
    within,
    claim: async (request) => {
      // Most looks find nothing: a read keeps them from taking the write lock.
      if (db.peek(() => pick(request)).length === 0) return []
      return db.write(() => within(request))
    },
  }
}
