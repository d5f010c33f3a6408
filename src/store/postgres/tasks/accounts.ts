import { isProjectAccount, keyIdOf, type Account } from '../../../core/money/account.ts'
import { countHeld, type Book } from '../../../core/money/admission.ts'
import type { AccountPage, Accounts, Reviewed } from '../../../ports/store/accounts.ts'
import { ACCOUNTS, readHeld } from '../../columns.ts'
import { LIVE_HOLDERS } from '../../conditions.ts'
import { number, text } from '../../rows.ts'
import {
  accountsAround,
  letInParked,
  lockAccounts,
  makeAccounts,
  readAccounts,
  withRoom,
  writeAccounts,
} from './account-pages.ts'
import { statement, type PostgresDatabase, type Run } from '../database.ts'

const CROWDED = statement(`SELECT ${ACCOUNTS.names} FROM accounts WHERE parked > 0 AND id > $1 ORDER BY id LIMIT $2`)
const LIVE = statement(`SELECT key_id, id, holds, parked_by FROM tasks WHERE key_id = ANY($1) AND ${LIVE_HOLDERS}`)
const LIVE_IN = statement(`SELECT project, id, holds, parked_by FROM tasks WHERE project = ANY($1) AND ${LIVE_HOLDERS}`)
// One that is taken from at this moment is looked at once more when its turn comes, and stays.
const SWEEP = statement(`WITH swept AS (
    DELETE FROM accounts WHERE let_in = 0 AND parked = 0 AND month < $1 AND id = ANY(ARRAY(
      SELECT id FROM accounts WHERE let_in = 0 AND parked = 0 AND month < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ) SELECT count(*) FROM swept`)

/** Accounts in PostgreSQL, for those who look at them and keep them right. */
export function postgresAccounts(db: PostgresDatabase): Accounts {
  /** One transaction for each that has to change: nobody else waits for all of them, or for one that stays as it is. */
  const review = async (
    { after, limit }: AccountPage,
    thatMayChange: (accounts: readonly Account[]) => Promise<string[]>,
    change: (run: Run, book: Book) => Promise<void>,
  ): Promise<Reviewed> => {
    const accounts = (await db.retrySafe(CROWDED, [after, limit])).map(ACCOUNTS.read)
    const engines = new Set<string>()
    for (const id of await thatMayChange(accounts)) {
      const around = await accountsAround(db.retrySafe, id)
      await makeAccounts(db.retrySafe, around)
      const entered = await db.together(async (run) => {
        const book = await lockAccounts(run, around)
        await change(run, book)
        const found = await letInParked(run, book)
        await writeAccounts(run, book)
        return found
      })
      for (const engine of entered) engines.add(engine)
    }
    return { engines: [...engines], next: accounts.length < limit ? undefined : accounts.at(-1)?.id }
  }
  return {
    find: async (ids) => {
      const book = await readAccounts(db.retrySafe, ids)
      return ids.flatMap((id) => book.get(id) ?? [])
    },
    letIn: (page) =>
      review(
        page,
        (accounts) => withRoom(db.retrySafe, accounts),
        async () => {},
      ),
    recount: (page) =>
      review(
        page,
        async (accounts) => {
          const counted = await countAnew(db.retrySafe, accounts)
          const isOff = ({ letIn, parked }: Account, n: number): boolean =>
            letIn !== counted[n]?.letIn || parked !== counted[n].parked
          return accounts.filter(isOff).map(({ id }) => id)
        },
        async (run, book) => {
          for (const account of await countAnew(run, [...book.values()])) book.set(account.id, account)
        },
      ),
    sweep: async (month, limit) => number((await db.run(SWEEP, [month, limit]))[0] ?? {}, 'count'),
  }
}

/** Accounts with what their live tasks hold of them. */
async function countAnew(run: Run, accounts: readonly Account[]): Promise<Account[]> {
  const ids = [...new Set(accounts.map(({ id }) => keyIdOf(id)))]
  const keyIds = ids.filter((id) => !isProjectAccount(id))
  const projectIds = ids.filter(isProjectAccount)
  const rows = new Map([
    ...Map.groupBy(keyIds.length === 0 ? [] : await run(LIVE, [keyIds]), (row) => text(row, 'key_id')),
    ...Map.groupBy(projectIds.length === 0 ? [] : await run(LIVE_IN, [projectIds]), (row) => text(row, 'project')),
  ])
  return accounts.map((account) => {
    const held = (rows.get(keyIdOf(account.id)) ?? []).map(readHeld)
    return { ...account, ...countHeld(account.id, held) }
  })
}
