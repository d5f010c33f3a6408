import {
  freshAccount,
  isProjectAccount,
  keyIdOf,
  limitsOn,
  type Account,
  type AccountLimits,
} from '../../../core/money/account.ts'
import type { ApiKey } from '../../../core/keys/api-key.ts'
import type { Project } from '../../../core/projects/project.ts'
import { accountsAhead, farthestFirst, moveOn, roomOn, type Book, type Move } from '../../../core/money/admission.ts'
import { budgetsOf, reachedBudgets } from '../../../core/money/reached-budgets.ts'
import { eventOf } from '../../../core/service-event.ts'
import { ACCOUNTS, KEYS, readHeld } from '../../columns.ts'
import { PARKED, PARKED_FIRST } from '../../conditions.ts'
import { text, type Row } from '../../rows.ts'
import { EVENTS } from '../../shared/events.ts'
import { PROJECTS } from '../../shared/projects.ts'
import { statement, type Run } from '../database.ts'
import { arraysOf, unnest } from './unnest.ts'

// More have no place at once only when a limit is lifted; the rest comes with the next look.
const MOST_AT_ONCE = 500

const FIND = statement(`SELECT ${ACCOUNTS.names} FROM accounts WHERE id = ANY($1)`)
// Always in the same order, so that no two processes wait for each other.
const LOCK = statement(`SELECT ${ACCOUNTS.names} FROM accounts WHERE id = ANY($1) ORDER BY id FOR UPDATE`)
const MAKE = statement(`INSERT INTO accounts (${ACCOUNTS.names})
  SELECT id, 0, 0, 0, 0, 0, 0 FROM unnest($1::text[]) AS given (id) ORDER BY id ON CONFLICT (id) DO NOTHING`)
const OTHERS = ACCOUNTS.columns.map(({ name }) => name).filter((name) => name !== 'id')
const WRITE = statement(`UPDATE accounts SET ${OTHERS.map((name) => `${name} = new.${name}`).join(', ')}
  FROM ${unnest(ACCOUNTS.columns, 1)} AS new (${ACCOUNTS.names}) WHERE accounts.id = ANY($1) AND accounts.id = new.id`)
const RAISE = statement(`INSERT INTO events (${EVENTS.names}, sent)
  SELECT ${EVENTS.names}, 0 FROM ${unnest(EVENTS.columns, 1)} AS given (${EVENTS.names}) ORDER BY id
  ON CONFLICT (id) DO NOTHING`)
const KEYS_OF = statement(`SELECT ${KEYS.names} FROM keys WHERE id = ANY($1)`)
const PROJECTS_OF = statement(`SELECT ${PROJECTS.names} FROM projects WHERE id = ANY($1)`)
export const OLDEST = statement(`SELECT line.* FROM unnest($1::text[], $2::bigint[]) AS before (account, room)
  CROSS JOIN LATERAL (
    SELECT id, holds, parked_by FROM tasks WHERE ${PARKED} AND parked_by = before.account ${PARKED_FIRST} LIMIT before.room
  ) AS line`)
const WAIT =
  statement(`UPDATE tasks SET parked_by = account FROM unnest($1::text[], $2::text[]) AS given (task, account)
  WHERE id = ANY($1) AND id = task`)
export const PARK = statement(`UPDATE tasks SET status = 'parked', parked_by = account
  FROM unnest($1::text[], $2::text[]) AS given (task, account) WHERE id = ANY($1) AND id = task`)
// Never before the head of the line, like a newcomer: everybody has passed the turn that it was given.
const ENTER = statement(`UPDATE tasks SET status = 'pending', parked_by = NULL, turn = greatest(turn, coalesce(
    (SELECT line.turn FROM tasks AS line WHERE line.engine = tasks.engine AND line.status = 'pending'
      AND line.lease_token IS NULL ORDER BY line.turn LIMIT 1),
    (SELECT last_turn FROM lines WHERE lines.engine = tasks.engine ORDER BY last_turn DESC LIMIT 1), 1))
  WHERE id = ANY($1) RETURNING engine`)

/** Accounts as they stand, even while they are being changed. */
export async function readAccounts(run: Run, ids: readonly string[]): Promise<Book> {
  return bookOf(await run(FIND, [ids]))
}

/** Accounts that nobody else changes until the transaction ends. */
export async function lockAccounts(run: Run, ids: readonly string[]): Promise<Book> {
  return bookOf(await run(LOCK, [ids]))
}

/**
 * Makes those that are not there yet, in a transaction of its own: one that held some already and waited for another to make
 * the rest would have both wait for each other, for the accounts of a project stand behind those of all its keys.
 */
export async function makeAccounts(run: Run, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await run(MAKE, [ids])
}

/** The same, and those that are not there yet are made. */
export async function lockOrMakeAccounts(run: Run, ids: readonly string[]): Promise<Book> {
  const book = await lockAccounts(run, ids)
  if (ids.every((id) => book.has(id))) return book
  await run(MAKE, [ids])
  return lockAccounts(run, ids)
}

export async function writeAccounts(run: Run, book: Book): Promise<void> {
  await run(WRITE, arraysOf(ACCOUNTS.columns, [...book.values()]))
}

/**
 * Raises an event for each mark of a budget that was passed since. By the limits that are given, or by those of now: then
 * they are read only where something was spent.
 */
export async function tellBudgets(
  run: Run,
  { before, book }: { before: Book; book: Book },
  { now, limits }: { now: number; limits?: ReadonlyMap<string, AccountLimits> },
): Promise<void> {
  const limitsOf = limits === undefined ? await readBudgets(run, [...book.keys()], now) : (id: string) => limits.get(id)
  const events = reachedBudgets(before, book, { limitsOf, now }).map(eventOf)
  if (events.length > 0) await run(RAISE, arraysOf(EVENTS.columns, events))
}

/** Lets in the tasks that have a place now on one of the locked accounts; returns the engines that have them in line. */
export async function letInParked(run: Run, book: Book): Promise<string[]> {
  const crowded = [...book.values()].filter(({ parked }) => parked > 0).map(({ id }) => id)
  if (crowded.length === 0) return []
  const limitsOf = await readLimits(run, [...book.keys()])
  const engines: string[] = []
  for (const [, ids] of Map.groupBy(farthestFirst(crowded), kindOf))
    engines.push(...(await moveFrom(run, { book, limitsOf, ids })))
  return engines
}

/** Those before which somebody waits although there is room, as they stand. */
export async function withRoom(run: Run, accounts: readonly Account[]): Promise<string[]> {
  if (accounts.length === 0) return []
  const ids = accounts.map(({ id }) => id)
  const limitsOf = await readLimits(run, ids)
  const open = accounts.filter((account) => roomOn(account, limitsOf(account.id)) > 0)
  if (open.length === 0) return []
  const oldest = await run(OLDEST, [open.map(({ id }) => id), open.map(() => 1)])
  return oldest.map((row) => text(row, 'parked_by'))
}

/** An account with all that those who wait before it need besides: what a look at it has to lock. */
export async function accountsAround(run: Run, id: string): Promise<string[]> {
  const waiting = (await run(OLDEST, [[id], [MOST_AT_ONCE]])).map(readHeld)
  return [...new Set([id, keyIdOf(id), ...waiting.flatMap((task) => accountsAhead(task, id))])]
}

type LimitsOf = (id: string) => AccountLimits

async function readLimits(run: Run, ids: readonly string[]): Promise<LimitsOf> {
  const { keys, projects } = await readOwners(run, ids)
  return (id) => limitsOn(id, keys.get(keyIdOf(id)), projects.get(id))
}

async function readBudgets(run: Run, ids: readonly string[], now: number): Promise<LimitsOf> {
  const { keys, projects } = await readOwners(run, ids)
  return (id) => budgetsOf(id, { key: keys.get(keyIdOf(id)), project: projects.get(id) }, now)
}

type Owners = { keys: ReadonlyMap<string, ApiKey>; projects: ReadonlyMap<string, Project> }

/** The keys and projects of accounts. */
async function readOwners(run: Run, ids: readonly string[]): Promise<Owners> {
  const projectIds = ids.filter(isProjectAccount)
  const keyIds = new Set(ids.filter((id) => !isProjectAccount(id)).map(keyIdOf))
  const keyRows = keyIds.size === 0 ? [] : await run(KEYS_OF, [[...keyIds]])
  const projectRows = projectIds.length === 0 ? [] : await run(PROJECTS_OF, [projectIds])
  const keys = new Map(keyRows.map(KEYS.read).map((key) => [key.id, key]))
  const projects = new Map(projectRows.map(PROJECTS.read).map((project) => [project.id, project]))
  return { keys, projects }
}

function kindOf(id: string): 'project' | 'key' | 'user' {
  if (isProjectAccount(id)) return 'project'
  return keyIdOf(id) === id ? 'key' : 'user'
}

type Crowded = { book: Book; limitsOf: LimitsOf; ids: readonly string[] }

async function moveFrom(run: Run, { book, limitsOf, ids }: Crowded): Promise<string[]> {
  const room = (id: string): number => Math.min(MOST_AT_ONCE, roomOn(book.get(id) ?? freshAccount(id), limitsOf(id)))
  const open = ids.filter((id) => room(id) > 0)
  if (open.length === 0) return []
  const waiting = (await run(OLDEST, [open, open.map(room)])).map(readHeld)
  const moves = open.flatMap((id) => {
    // One of a key that was moved may need an account of another project, which is not locked: the next look lets it in.
    const own = waiting.filter(
      (task) => task.parkedBy === id && accountsAhead(task, id).every((ahead) => book.has(ahead)),
    )
    return moveOn(book, id, { waiting: own, limitsOf })
  })
  return write(run, moves)
}

async function write(run: Run, moves: readonly Move[]): Promise<string[]> {
  const waiting = moves.filter(({ parkedBy }) => parkedBy !== null)
  if (waiting.length > 0) await run(WAIT, [waiting.map(({ id }) => id), waiting.map(({ parkedBy }) => parkedBy)])
  const entered = moves.filter(({ parkedBy }) => parkedBy === null)
  if (entered.length === 0) return []
  return (await run(ENTER, [entered.map(({ id }) => id)])).map((row) => text(row, 'engine'))
}

function bookOf(rows: readonly Row[]): Book {
  return new Map(rows.map(ACCOUNTS.read).map((account) => [account.id, account]))
}
