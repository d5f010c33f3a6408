import {
  freshAccount,
  isProjectAccount,
  keyIdOf,
  limitsOn,
  type Account,
  type AccountLimits,
} from '../../../core/money/account.ts'
import {
  accountsAhead,
  farthestFirst,
  moveOn,
  roomOn,
  type Book,
  type Move,
  type ParkedTask,
} from '../../../core/money/admission.ts'
import { budgetsOf, reachedBudgets } from '../../../core/money/reached-budgets.ts'
import { eventOf } from '../../../core/service-event.ts'
import { ACCOUNTS, KEYS, readHeld } from '../../columns.ts'
import { PARKED, PARKED_FIRST } from '../../conditions.ts'
import { text } from '../../rows.ts'
import { EVENTS } from '../../shared/events.ts'
import { PROJECTS } from '../../shared/projects.ts'
import { places, type SqliteDatabase } from '../database.ts'

/** Accounts as a transaction reads and writes them. SQLite has a single writer: what was read stays true until it ends. */
export type AccountPages = {
  find(id: string): Account | undefined
  read(ids: readonly string[]): Book
  write(book: Book): void
  /** What may be taken of an account, by what its key or its project says now. */
  limitsOf(id: string): AccountLimits
  /** Raises an event for each mark of a budget that was passed since; the limits are those of now where none are given. */
  tell(before: Book, book: Book, given: { now: number; limits?: ReadonlyMap<string, AccountLimits> }): void
  /** Lets in the tasks that have a place now on one of these accounts; returns the engines that have them in line. */
  letIn(book: Book): string[]
}

// More have no place at once only when a limit is lifted; the rest comes with the next look.
const MOST_AT_ONCE = 500

export function accountPages(db: SqliteDatabase): AccountPages {
  const find = db.prepare('SELECT * FROM accounts WHERE id = ?')
  const save = db.prepare(`INSERT OR REPLACE INTO accounts (${ACCOUNTS.names}) VALUES (${places(ACCOUNTS)})`)
  const findKey = db.prepare('SELECT * FROM keys WHERE id = ?')
  const findProject = db.prepare('SELECT * FROM projects WHERE id = ?')
  const raise = db.prepare(`INSERT INTO events (${EVENTS.names}, sent) VALUES (${places(EVENTS)}, 0)
    ON CONFLICT (id) DO NOTHING`)
  const oldest = db.prepare(`SELECT id, holds, parked_by FROM tasks WHERE ${PARKED} AND parked_by = :account
    ${PARKED_FIRST} LIMIT :limit`)
  const wait = db.prepare('UPDATE tasks SET parked_by = :account WHERE id = :id')
  // Never before the head of the line, like a newcomer: everybody has passed the turn that it was given.
  const enter = db.prepare(`UPDATE tasks SET status = 'pending', parked_by = NULL, turn = max(turn, coalesce(
      (SELECT min(turn) FROM tasks AS line
        WHERE line.engine = tasks.engine AND line.status = 'pending' AND line.lease_token IS NULL),
      (SELECT max(last_turn) FROM lines WHERE lines.engine = tasks.engine), 1))
    WHERE id = :id RETURNING engine`)
  const account = (id: string): Account | undefined => {
    const row = find.get(id)
    return row === undefined ? undefined : ACCOUNTS.read(row)
  }
  const limitsOf = (id: string): AccountLimits => {
    const row = isProjectAccount(id) ? findProject.get(id) : findKey.get(keyIdOf(id))
    if (row === undefined) return limitsOn(id, undefined)
    return isProjectAccount(id) ? limitsOn(id, undefined, PROJECTS.read(row)) : limitsOn(id, KEYS.read(row))
  }
  const budgetsAt = (id: string, now: number): AccountLimits => {
    const row = isProjectAccount(id) ? findProject.get(id) : findKey.get(keyIdOf(id))
    if (row === undefined) return budgetsOf(id, {}, now)
    return budgetsOf(id, isProjectAccount(id) ? { project: PROJECTS.read(row) } : { key: KEYS.read(row) }, now)
  }
  /** A key that was moved may have tasks with accounts of another project than the one that brought us here. */
  const complete = (book: Book, id: string, waiting: readonly ParkedTask[]): void => {
    for (const ahead of waiting.flatMap((task) => accountsAhead(task, id))) {
      const found = book.has(ahead) ? undefined : account(ahead)
      if (found !== undefined) book.set(ahead, found)
    }
  }
  const move = ({ id, parkedBy }: Move): string[] => {
    if (parkedBy === null) return enter.all({ id }).map((row) => text(row, 'engine'))
    wait.run({ id, account: parkedBy })
    return []
  }
  return {
    find: account,
    read: (ids) => new Map(ids.flatMap((id) => account(id) ?? []).map((each) => [each.id, each])),
    write: (book) => {
      for (const each of book.values()) save.run(...ACCOUNTS.values(each))
    },
    limitsOf,
    tell(before, book, { now, limits }) {
      const budgets = (id: string): AccountLimits | undefined => (limits ? limits.get(id) : budgetsAt(id, now))
      for (const event of reachedBudgets(before, book, { limitsOf: budgets, now }))
        raise.run(...EVENTS.values(eventOf(event)))
    },
    letIn(book) {
      if (book.values().every(({ parked }) => parked === 0)) return []
      return farthestFirst(book.keys()).flatMap((id) => {
        const limit = Math.min(MOST_AT_ONCE, roomOn(book.get(id) ?? freshAccount(id), limitsOf(id)))
        if (limit === 0 || (book.get(id)?.parked ?? 0) === 0) return []
        const waiting = oldest.all({ account: id, limit }).map(readHeld)
        complete(book, id, waiting)
        return moveOn(book, id, { waiting, limitsOf }).flatMap(move)
      })
    },
  }
}
