import { keyIdOf } from '../../../core/money/account.ts'
import { settle } from '../../../core/money/admission.ts'
import type { Settlement } from '../../../ports/store/task-queue.ts'
import { text, type Row } from '../../rows.ts'
import { letInParked, lockAccounts, tellBudgets, writeAccounts } from './account-pages.ts'
import type { PostgresDatabase, Run } from '../database.ts'

/**
 * Ends tasks and gives back what they held, in one transaction. The accounts are locked first: the statements that follow
 * see whatever was parked until then, so that nobody is left outside who has a place.
 */
export function settling(
  db: PostgresDatabase,
  settlements: ReadonlyMap<string, (Settlement & { at: number }) | null>,
  end: (run: Run) => Promise<Row[]>,
): Promise<Row[]> {
  const named = [...settlements.values()].flatMap((each) => each?.holds.accounts ?? [])
  const ids = [...new Set(named.flatMap((id) => [id, keyIdOf(id)]))]
  return db.together(async (run) => {
    const book = await lockAccounts(run, ids)
    const before = new Map(book)
    const rows = await end(run)
    const dearer: number[] = []
    for (const row of rows) {
      const settlement = settlements.get(text(row, 'ended_id'))
      if (settlement === undefined || settlement === null) continue
      const { holds, spentMicros, at } = settlement
      // Only where it cost more than was reserved, which nobody foresaw.
      if (spentMicros > holds.micros) dearer.push(at)
      const parkedBy = row['parked_by'] === null ? null : text(row, 'parked_by')
      settle(book, holds, { parkedBy, spentMicros: row['leaves'] === true ? holds.micros : spentMicros })
    }
    if (rows.length === 0) return rows
    if (dearer.length > 0) await tellBudgets(run, { before, book }, { now: Math.max(...dearer) })
    await letInParked(run, book)
    await writeAccounts(run, book)
    return rows
  })
}
