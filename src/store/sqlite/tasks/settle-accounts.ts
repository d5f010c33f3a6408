import { settle } from '../../../core/money/admission.ts'
import type { Outcome } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { LEAVES_A_JOB } from '../../conditions.ts'
import { accountPages } from './account-pages.ts'
import type { SqliteDatabase } from '../database.ts'

/** Gives back what an ended task held, and lets in the tasks that waited for it, in the transaction that ended it. */
export function accountSettler(db: SqliteDatabase): (id: string, outcome: Outcome) => void {
  const page = accountPages(db)
  const ended = db.prepare(`SELECT key_id, parked_by, ${LEAVES_A_JOB} AS leaves FROM tasks WHERE id = ?`)
  return (id, { settlement, stopJob, finishedAt }) => {
    if (settlement === null) return
    const { holds, spentMicros } = settlement
    const row = ended.get(id) ?? {}
    const { keyId, parkedBy } = TASKS.kept
    const key = keyId.read(row)
    const book = page.read([...holds.accounts, key])
    const before = new Map(book)
    const isLeft = stopJob && row['leaves'] === 1
    settle(book, holds, { parkedBy: parkedBy.read(row), spentMicros: isLeft ? holds.micros : spentMicros })
    // Only where it cost more than was reserved, which nobody foresaw.
    if (spentMicros > holds.micros) page.tell(before, book, { now: finishedAt })
    page.letIn(book)
    page.write(book)
  }
}
