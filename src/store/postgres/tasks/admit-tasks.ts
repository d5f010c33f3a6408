import type { AccountLimits, Period, Refusal } from '../../../core/money/account.ts'
import { admit, charged, limitsByAccount, type Book, type AdmissionVerdict } from '../../../core/money/admission.ts'
import type { InsertOutcome, NewTask } from '../../../ports/store/task-queue.ts'
import { text } from '../../rows.ts'
import { lockOrMakeAccounts, makeAccounts, PARK, readAccounts, tellBudgets, writeAccounts } from './account-pages.ts'
import { batched, partlyDone, type AGAIN, type Batched, type Unbatched } from './batch.ts'
import { statement, type PostgresDatabase, type Run } from '../database.ts'

const MOST_AT_ONCE = 100

const REPEATS =
  statement(`SELECT task_id, given.id FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
    AS given (id, key_id, key, now, replaces)
  JOIN idempotency ON idempotency.key_id = given.key_id AND idempotency.key = given.key
  WHERE idempotency.expires_at > given.now AND idempotency.fingerprint IS DISTINCT FROM given.replaces`)
const THERE = statement('SELECT 1 FROM tasks WHERE id = $1')

export type LimitedParts = {
  db: PostgresDatabase
  /** Inserts in a transaction; gives back the ids that are there now, without those that lost an idempotency key. */
  insert: Unbatched<(run: Run, entries: readonly NewTask[]) => Promise<ReadonlySet<string>>>
  /** What became of an entry whose idempotency key belongs to another. */
  lost: Unbatched<(entry: NewTask) => Promise<InsertOutcome | typeof AGAIN>>
}

/**
 * Inserts tasks of keys with limits. Their accounts are locked for as long as it takes, so that no two processes give out
 * the same place or the same money; tasks without limits do not wait for it.
 */
export function limitedInserter({ db, insert, lost }: LimitedParts): Batched<NewTask, InsertOutcome> {
  const underLock = (entries: readonly NewTask[]): Promise<Map<string, InsertOutcome | undefined>> =>
    db.together(async (run) => {
      const book = await lockOrMakeAccounts(run, accountsOf(entries))
      const repeated = await repeats(run, entries)
      const outcomes = new Map<string, InsertOutcome | undefined>()
      const fresh = entries.filter(({ task }) => !repeated.has(task.id))
      const judged = judge(new Map(book), fresh)
      for (const { entry, verdict } of judged) if (verdict.kind === 'refused') outcomes.set(entry.task.id, verdict)
      const admitted = judged.flatMap(({ entry, verdict }) =>
        verdict.kind === 'admitted' ? chargedIn(entry, verdict.period) : [],
      )
      const there = admitted.length === 0 ? new Set<string>() : await insert(run, admitted)
      const inserted = admitted.filter(({ task }) => there.has(task.id))
      const before = new Map(book)
      // Judged anew: a task that lost its key to a request without this account has taken nothing.
      await park(run, judge(book, inserted))
      if (inserted.length > 0) {
        await writeAccounts(run, book)
        await tellBudgets(run, { before, book }, { now: latest(inserted), limits: limitsOfAll(inserted) })
      }
      for (const { task } of inserted) outcomes.set(task.id, { kind: 'inserted' })
      return outcomes
    })

  const together = async (entries: NewTask[]): Promise<(InsertOutcome | typeof AGAIN)[]> => {
    // A storm of requests that are refused anyway must not queue for the lock.
    const known = await readAccounts(db.retrySafe, accountsOf(entries))
    const refused = await refusals(db.retrySafe, known, entries)
    const rest = entries.filter(({ task }) => !refused.has(task.id))
    await makeAccounts(
      db.retrySafe,
      accountsOf(rest).filter((id) => !known.has(id)),
    )
    const outcomes = rest.length === 0 ? new Map<string, InsertOutcome>() : await underLock(rest)
    return Promise.all(
      entries.map(async (entry) => refused.get(entry.task.id) ?? outcomes.get(entry.task.id) ?? lost(entry)),
    ).catch((error: unknown) => {
      throw partlyDone(error)
    })
  }

  // Its commit may still be under way, and holds the accounts until it is decided.
  const isThere = (entry: NewTask): Promise<boolean> =>
    db.together(async (run) => {
      await lockOrMakeAccounts(run, accountsOf([entry]))
      return (await run(THERE, [entry.task.id])).length === 1
    })

  return batched<NewTask, InsertOutcome>({
    keyOf: ({ task, idempotency }) => (idempotency === null ? task.id : `${task.keyId} ${idempotency.key}`),
    most: MOST_AT_ONCE,
    lanes: 1,
    together,
    alone: async (entry, maybeDone) => {
      // It may have taken the last place, or the last of the budget, itself.
      if (maybeDone && (await isThere(entry))) return { kind: 'inserted' }
      const [outcome] = await together([entry])
      return outcome ?? { kind: 'conflict' }
    },
  })
}

/** The limits that came last, where an operator has just changed them. */
function limitsOfAll(entries: readonly NewTask[]): Map<string, AccountLimits> {
  return new Map(
    entries.flatMap(({ task, limits = [] }) => (task.holds === null ? [] : [...limitsByAccount(task.holds, limits)])),
  )
}

function latest(entries: readonly NewTask[]): number {
  return Math.max(...entries.map(({ task }) => task.createdAt))
}

function accountsOf(entries: readonly NewTask[]): string[] {
  return [...new Set(entries.flatMap(({ task }) => task.holds?.accounts ?? []))]
}

/** The tasks of a request, with the period in which their accounts were charged. */
function chargedIn(entry: NewTask, period: Period | null): NewTask {
  const others = entry.others?.map((other) => ({ ...other, task: charged(other.task, period) }))
  return { ...entry, task: charged(entry.task, period), ...(others && { others }) }
}

type Judged = { entry: NewTask; verdict: AdmissionVerdict }

/** One after the other, each with what those before it have left. */
function judge(book: Book, entries: readonly NewTask[]): Judged[] {
  return entries.map((entry) => {
    const { task, others = [], limits = [] } = entry
    if (task.holds === null) return { entry, verdict: { kind: 'admitted', parkedBy: [], period: null } }
    return { entry, verdict: admit(book, { holds: task.holds, limits, count: 1 + others.length }) }
  })
}

async function refusals(
  run: Run,
  book: Book,
  entries: readonly NewTask[],
): Promise<Map<string, { kind: 'refused' } & Refusal>> {
  const refused = entries.flatMap((entry) =>
    judge(new Map(book), [entry]).flatMap(({ verdict }) => (verdict.kind === 'refused' ? [{ entry, verdict }] : [])),
  )
  if (refused.length === 0) return new Map()
  const repeated = await repeats(
    run,
    refused.map(({ entry }) => entry),
  )
  return new Map(
    refused.map(({ entry, verdict }) => [entry.task.id, verdict] as const).filter(([id]) => !repeated.has(id)),
  )
}

/** Which of them came before under the same idempotency key, or have one that belongs to another request. */
async function repeats(run: Run, entries: readonly NewTask[]): Promise<Set<string>> {
  const named = entries.flatMap(({ task, idempotency }) => (idempotency === null ? [] : [{ task, idempotency }]))
  if (named.length === 0) return new Set()
  const rows = await run(REPEATS, [
    named.map(({ task }) => task.id),
    named.map(({ task }) => task.keyId),
    named.map(({ idempotency }) => idempotency.key),
    named.map(({ task }) => task.createdAt),
    named.map(({ idempotency }) => idempotency.replaces ?? null),
  ])
  return new Set(rows.map((row) => text(row, 'id')))
}

async function park(run: Run, judged: readonly Judged[]): Promise<void> {
  const parked = judged.flatMap(({ entry: { task, others = [] }, verdict }) =>
    [task, ...others.map((other) => other.task)].flatMap(({ id }, n) => {
      const account = verdict.kind === 'admitted' ? (verdict.parkedBy[n] ?? null) : null
      return account === null ? [] : [{ id, account }]
    }),
  )
  if (parked.length > 0) await run(PARK, [parked.map(({ id }) => id), parked.map(({ account }) => account)])
}
