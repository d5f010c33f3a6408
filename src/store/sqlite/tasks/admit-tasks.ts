import type { Refusal } from '../../../core/money/account.ts'
import { admit, limitsByAccount, type AdmissionVerdict } from '../../../core/money/admission.ts'
import type { NewTask } from '../../../ports/store/task-queue.ts'
import { accountPages } from './account-pages.ts'
import type { SqliteDatabase } from '../database.ts'

/** What an insert does to the accounts of its key, inside of its own transaction. */
export type TaskAdmitter = {
  /** Whether a limit has no room for the tasks of a request, without taking anything. */
  refusal(entry: NewTask): ({ kind: 'refused' } & Refusal) | undefined
  /** Takes what the tasks of a request hold, and tells which of them must wait, and before which account. */
  take(entry: NewTask): AdmissionVerdict
  park(id: string, account: string): void
}

/** Admits tasks of keys with limits. Those of others are admitted without a look. */
export function taskAdmitter(db: SqliteDatabase): TaskAdmitter {
  const page = accountPages(db)
  const park = db.prepare(`UPDATE tasks SET status = 'parked', parked_by = :account WHERE id = :id`)
  const judge = ({ task, others = [], limits = [] }: NewTask, isTaken: boolean): AdmissionVerdict => {
    const { holds } = task
    if (holds === null) return { kind: 'admitted', parkedBy: [], period: null }
    const book = page.read(holds.accounts)
    const before = new Map(book)
    const verdict = admit(book, { holds, limits, count: 1 + others.length })
    if (isTaken && verdict.kind === 'admitted') {
      page.write(book)
      page.tell(before, book, { now: task.createdAt, limits: limitsByAccount(holds, limits) })
    }
    return verdict
  }
  return {
    refusal(entry) {
      const verdict = judge(entry, false)
      return verdict.kind === 'refused' ? verdict : undefined
    },
    take: (entry) => judge(entry, true),
    park: (id, account) => void park.run({ id, account }),
  }
}
