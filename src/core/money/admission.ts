import {
  freshAccount,
  inPeriod,
  isProjectAccount,
  keyIdOf,
  sharedPeriod,
  type Account,
  type AccountLimits,
  type Holds,
  type Period,
  type Refusal,
} from './account.ts'

/** Accounts by their ids, as a transaction changes them. */
export type Book = Map<string, Account>

/** The tasks of one request, each of which takes the same. */
export type Applicants = { holds: Holds; limits: readonly AccountLimits[]; count: number }

/** All of them, each with the account at which it waits for a slot, or null if it is let in; or none. */
export type AdmissionVerdict =
  | {
      kind: 'admitted'
      parkedBy: (string | null)[]
      /** The period in which their accounts were charged. */ period: Period | null
    }
  | ({ kind: 'refused' } & Refusal)

/** A task that waits for a slot, and its accounts. */
export type ParkedTask = { id: string; accounts: readonly string[] }

/** Where a task is now: at another account of its own, or in its engine's queue. */
export type Move = { id: string; parkedBy: string | null }

/** Takes from the accounts what the tasks of one request need. If any limit has no room, nothing is taken at all. */
export function admit(book: Book, { holds, limits, count }: Applicants): AdmissionVerdict {
  const known = holds.accounts.map((id) => inPeriod(book.get(id) ?? freshAccount(id), holds))
  const period = sharedPeriod(known)
  const accounts = known.map((account) => inPeriod(account, period))
  for (const [index, account] of accounts.entries()) {
    account.dayMicros += holds.micros * count
    account.monthMicros += holds.micros * count
    const by = overdrawn(account, limits[index])
    if (by !== undefined) return refused(by, account)
  }
  const parkedBy: (string | null)[] = []
  for (let n = 0; n < count; n++) {
    const before = accounts.findIndex((account, index) => roomOn(account, limits[index]) === 0)
    parkedBy.push(accounts[before]?.id ?? null)
    for (const [index, account] of accounts.entries()) {
      if (before === -1 || index < before) account.letIn++
      else if (++account.parked > (limits[index]?.waiting ?? Infinity)) return refused('waiting', account)
    }
  }
  for (const account of accounts) book.set(account.id, account)
  return { kind: 'admitted', parkedBy, period }
}

/** The limits of each account that a task takes from. */
export function limitsByAccount(holds: Holds, limits: readonly AccountLimits[]): Map<string, AccountLimits> {
  return new Map(holds.accounts.flatMap((id, index) => (limits[index] === undefined ? [] : [[id, limits[index]]])))
}

/** A task with what it holds, and the period in which that was taken: it is returned there at the end. */
export function charged<T extends { holds: Holds | null }>(task: T, period: Period | null): T {
  return task.holds === null || period === null ? task : { ...task, holds: { ...task.holds, ...period } }
}

/** The longer period first: with a month's budget spent, waiting until tomorrow gains nothing. */
function overdrawn(account: Account, limits: AccountLimits | undefined): 'day' | 'month' | undefined {
  if (account.monthMicros > (limits?.perMonthMicros ?? Infinity)) return 'month'
  return account.dayMicros > (limits?.perDayMicros ?? Infinity) ? 'day' : undefined
}

/** Returns what an ended task held, and counts its actual cost instead of the reservation. */
export function settle(book: Book, holds: Holds, end: { parkedBy: string | null; spentMicros: number }): void {
  const before = end.parkedBy === null ? -1 : holds.accounts.indexOf(end.parkedBy)
  const more = end.spentMicros - holds.micros
  for (const [index, id] of holds.accounts.entries()) {
    const account = book.get(id) ?? freshAccount(id)
    const hadPlace = before === -1 || index < before
    book.set(id, {
      ...account,
      letIn: Math.max(0, account.letIn - (hadPlace ? 1 : 0)),
      parked: Math.max(0, account.parked - (hadPlace ? 0 : 1)),
      // A reservation from a past period ended with it. A future period comes from a wrong clock.
      dayMicros: Math.max(0, account.dayMicros + (account.day <= holds.day ? more : 0)),
      monthMicros: Math.max(0, account.monthMicros + (account.month <= holds.month ? more : 0)),
    })
  }
}

/** How many more may be let in. */
export function roomOn(account: Account, limits: Pick<AccountLimits, 'inWork'> | undefined): number {
  return Math.max(0, (limits?.inWork ?? Infinity) - account.letIn)
}

/**
 * The order in which accounts let tasks in: a task that waits at a later account came to it before those at an earlier
 * one.
 */
export function farthestFirst(ids: Iterable<string>): string[] {
  const distance = (id: string): number => (isProjectAccount(id) ? 0 : keyIdOf(id) === id ? 1 : 2)
  return [...new Set(ids)].sort((one, other) => distance(one) - distance(other))
}

/** The accounts that a waiting task still has ahead, its current one first. */
export function accountsAhead(task: ParkedTask, id: string): readonly string[] {
  return task.accounts.slice(task.accounts.indexOf(id))
}

/**
 * Lets tasks that wait at an account continue, as far as there is room: into their queue, or to the next of their
 * accounts.
 */
export function moveOn(
  book: Book,
  id: string,
  by: { waiting: readonly ParkedTask[]; limitsOf: (account: string) => AccountLimits },
): Move[] {
  const moves: Move[] = []
  for (const task of by.waiting) {
    const rest = accountsAhead(task, id)
    const full = rest.findIndex((each) => roomOn(book.get(each) ?? freshAccount(each), by.limitsOf(each)) === 0)
    if (full === 0) break
    const passed = full === -1 ? rest : rest.slice(0, full)
    for (const each of passed) {
      const account = book.get(each) ?? freshAccount(each)
      book.set(each, { ...account, letIn: account.letIn + 1, parked: Math.max(0, account.parked - 1) })
    }
    moves.push({ id: task.id, parkedBy: full === -1 ? null : (rest[full] ?? null) })
  }
  return moves
}

/** What live tasks hold of an account, as its record should show. */
export function countHeld(
  id: string,
  tasks: readonly { accounts: readonly string[]; parkedBy: string | null }[],
): Pick<Account, 'letIn' | 'parked'> {
  let [letIn, parked] = [0, 0]
  for (const { accounts, parkedBy } of tasks) {
    const own = accounts.indexOf(id)
    if (own === -1) continue
    const before = parkedBy === null ? -1 : accounts.indexOf(parkedBy)
    if (before === -1 || own < before) letIn++
    else parked++
  }
  return { letIn, parked }
}

function refused(by: Refusal['by'], { id }: Account): AdmissionVerdict {
  return { kind: 'refused', by, account: id }
}
