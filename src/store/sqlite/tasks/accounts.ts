import { isProjectAccount, keyIdOf, type Account } from '../../../core/money/account.ts'
import { countHeld, roomOn, type Book } from '../../../core/money/admission.ts'
import type { AccountPage, Accounts, Reviewed } from '../../../ports/store/accounts.ts'
import { ACCOUNTS, readHeld } from '../../columns.ts'
import { LIVE_HOLDERS, PARKED } from '../../conditions.ts'
import { accountPages } from './account-pages.ts'
import type { SqliteDatabase } from '../database.ts'

/** Accounts in SQLite, for those who look at them and keep them right. */
export function sqliteAccounts(db: SqliteDatabase): Accounts {
  const page = accountPages(db)
  const crowded = db.prepare('SELECT * FROM accounts WHERE parked > 0 AND id > :after ORDER BY id LIMIT :limit')
  const waits = db.prepare(`SELECT 1 FROM tasks WHERE ${PARKED} AND parked_by = ? LIMIT 1`)
  const live = db.prepare(`SELECT id, holds, parked_by FROM tasks WHERE key_id = ? AND ${LIVE_HOLDERS}`)
  const liveIn = db.prepare(`SELECT id, holds, parked_by FROM tasks WHERE project = ? AND ${LIVE_HOLDERS}`)
  const sweep = db.prepare(`DELETE FROM accounts WHERE id IN (
    SELECT id FROM accounts WHERE let_in = 0 AND parked = 0 AND month < ? LIMIT ?)`)

  const hasRoom = (account: Account): boolean =>
    roomOn(account, page.limitsOf(account.id)) > 0 && waits.get(account.id) !== undefined
  const counted = (account: Account): Account => {
    const { id } = account
    const held = (isProjectAccount(id) ? liveIn.all(id) : live.all(keyIdOf(id))).map(readHeld)
    return { ...account, ...countHeld(id, held) }
  }
  const isOff = (account: Account): boolean => {
    const { letIn, parked } = counted(account)
    return letIn !== account.letIn || parked !== account.parked
  }

  /** One transaction for each that has to change: nobody else waits for all of them, or for one that stays as it is. */
  const review = async (
    { after, limit }: AccountPage,
    mayChange: (account: Account) => boolean,
    change: (book: Book) => void,
  ): Promise<Reviewed> => {
    const { ids, last } = await db.read(() => {
      const accounts = crowded.all({ after, limit }).map(ACCOUNTS.read)
      const found = accounts.filter(mayChange).map(({ id }) => id)
      return { ids: found, last: accounts.length < limit ? undefined : accounts.at(-1)?.id }
    })
    const engines = new Set<string>()
    for (const id of ids) {
      const entered = await db.write(() => {
        const book = page.read([id, keyIdOf(id)])
        change(book)
        const into = page.letIn(book)
        page.write(book)
        return into
      })
      for (const engine of entered) engines.add(engine)
    }
    return { engines: [...engines], next: last }
  }

  return {
    find: async (ids) => db.read(() => ids.flatMap((id) => page.find(id) ?? [])),
    letIn: (asked) => review(asked, hasRoom, () => undefined),
    recount: (asked) =>
      review(asked, isOff, (book) => {
        for (const account of book.values()) book.set(account.id, counted(account))
      }),
    sweep: (month, limit) => db.write(() => Number(sweep.run(month, limit).changes)),
  }
}
