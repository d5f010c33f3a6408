import { keyIdOf } from '../../../core/money/account.ts'
import { settle } from '../../../core/money/admission.ts'
import type { Settlement } from '../../../ports/store/task-queue.ts'
import { text, type Row } from '../../rows.ts'
import { letInParked, lockAccounts, writeAccounts } from './account-pages.ts'
import type { PostgresDatabase, Run } from '../database.ts'

/**
 * Ends tasks and gives back what they held, in one transaction. The accounts are locked first: the statements that follow
 * see whatever was parked until then, so that nobody is left outside who has a place.
 */
export function settling(
  db: PostgresDatabase,
  settlements: ReadonlyMap<string, Settlement | null>,
  end: (run: Run) => Promise<Row[]>,
): Promise<Row[]> {
  const named = [...settlements.values()].flatMap((each) => each?.holds.accounts ?? [])
  const ids = [...new Set(named.flatMap((id) => [id, keyIdOf(id)]))]
  return db.together(async (run) => {
    const book = await lockAccounts(run, ids)
    const rows = await end(run)
    for (const row of rows) {
      const settlement = settlements.get(text(row, 'ended_id'))
      if (settlement === undefined || settlement === null) continue
      const { holds, spentMicros } = settlement
      const parkedBy = row['parked_by'] === null ? null : text(row, 'parked_by')
      settle(book, holds, { parkedBy, spentMicros: row['leaves'] === true ? holds.micros : spentMicros })
    }
    if (rows.length === 0) return rows
    await letInParked(run, book)
    await writeAccounts(run, book)
    return rows
  })
}
