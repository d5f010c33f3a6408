import { keyIdOf } from '../../core/account.ts'
import { countHeld, type Book } from '../../core/admission.ts'
import type { Accounts } from '../../ports/store/accounts.ts'
import { readHeld } from '../columns.ts'
import { LIVE_HOLDERS } from '../conditions.ts'
import { text } from '../rows.ts'
import { accountPages } from './account-pages.ts'
import type { Database } from './database.ts'

// One transaction each: nobody else waits for all of them.
const MOST_AT_ONCE = 500

/** Accounts in SQLite, for those who look at them and keep them right. */
export function sqliteAccounts(db: Database): Accounts {
  const page = accountPages(db)
  const crowded = db.prepare('SELECT id FROM accounts WHERE parked > 0 ORDER BY id LIMIT ?')
  const live = db.prepare(`SELECT id, holds, parked_by FROM tasks WHERE key_id = ? AND ${LIVE_HOLDERS}`)
  const sweep = db.prepare(`DELETE FROM accounts WHERE id IN (
    SELECT id FROM accounts WHERE let_in = 0 AND parked = 0 AND month < ? LIMIT ?)`)

  const review = async (change: (book: Book) => void, signal?: AbortSignal): Promise<string[]> => {
    const ids = (await db.read(() => crowded.all(MOST_AT_ONCE))).map((row) => text(row, 'id'))
    const engines = new Set<string>()
    for (const id of ids) {
      if (signal?.aborted === true) break
      const entered = await db.write(() => {
        const book = page.read([id, keyIdOf(id)])
        change(book)
        const found = page.letIn(book, keyIdOf(id))
        page.write(book)
        return found
      })
      for (const engine of entered) engines.add(engine)
    }
    return [...engines]
  }

  return {
    find: async (ids) => db.read(() => ids.flatMap((id) => page.find(id) ?? [])),
    letIn: (signal) => review(() => undefined, signal),
    recount: async (signal) => {
      await review((book) => {
        for (const account of book.values()) {
          const held = live.all(keyIdOf(account.id)).map(readHeld)
          book.set(account.id, { ...account, ...countHeld(account.id, held) })
        }
      }, signal)
    },
    sweep: (month, limit) => db.write(() => Number(sweep.run(month, limit).changes)),
  }
}
