import { keyIdOf } from '../../core/account.ts'
import { countHeld, type Book } from '../../core/admission.ts'
import type { Accounts } from '../../ports/store/accounts.ts'
import { readHeld } from '../columns.ts'
import { LIVE_HOLDERS } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { letInParked, lockAccounts, readAccounts, writeAccounts } from './account-pages.ts'
import { statement, type Database, type Run } from './database.ts'

// One transaction each: nobody else waits for all of them.
const MOST_AT_ONCE = 500

const CROWDED = statement('SELECT id FROM accounts WHERE parked > 0 ORDER BY id LIMIT $1')
const LIVE = statement(`SELECT id, holds, parked_by FROM tasks WHERE key_id = $1 AND ${LIVE_HOLDERS}`)
// One that is taken from at this moment is looked at once more when its turn comes, and stays.
const SWEEP = statement(`WITH swept AS (
    DELETE FROM accounts WHERE let_in = 0 AND parked = 0 AND month < $1 AND id = ANY(ARRAY(
      SELECT id FROM accounts WHERE let_in = 0 AND parked = 0 AND month < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ) SELECT count(*) FROM swept`)

/** Accounts in PostgreSQL, for those who look at them and keep them right. */
export function postgresAccounts(db: Database): Accounts {
  const review = async (change: (run: Run, book: Book) => Promise<void>, signal?: AbortSignal): Promise<string[]> => {
    const ids = (await db.retrySafe(CROWDED, [MOST_AT_ONCE])).map((row) => text(row, 'id'))
    const engines = new Set<string>()
    for (const id of ids) {
      if (signal?.aborted === true) break
      const entered = await db.together(async (run) => {
        const book = await lockAccounts(run, [...new Set([id, keyIdOf(id)])])
        await change(run, book)
        const found = await letInParked(run, book)
        await writeAccounts(run, book)
        return found
      })
      for (const engine of entered) engines.add(engine)
    }
    return [...engines]
  }
  return {
    find: async (ids) => {
      const book = await readAccounts(db.retrySafe, ids)
      return ids.flatMap((id) => book.get(id) ?? [])
    },
    letIn: (signal) => review(async () => {}, signal),
    recount: async (signal) => {
      await review(async (run, book) => {
        for (const account of book.values()) {
          const held = (await run(LIVE, [keyIdOf(account.id)])).map(readHeld)
          book.set(account.id, { ...account, ...countHeld(account.id, held) })
        }
      }, signal)
    },
    sweep: async (month, limit) => number((await db.run(SWEEP, [month, limit]))[0] ?? {}, 'count'),
  }
}
