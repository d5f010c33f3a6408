import type { Account } from '../../core/money/account.ts'

/** Which accounts to check: at most this many, by their ids, after this one; '' begins. */
export type AccountPage = { after: string; limit: number }

/** The outcome: which engines' queues received tasks, and where to continue; undefined at the end. */
export type Reviewed = { engines: string[]; next: string | undefined }

/** What keys with limits have used of them. It changes in the same transactions as the tasks that use it. */
export interface Accounts {
  /** The existing accounts among these ids, in this order: nothing was taken from the others. */
  find(ids: readonly string[]): Promise<Account[]>
  /**
   * Lets in held tasks for which there is room, after limits were raised or removed. If there is none, nothing is
   * written and nobody is delayed.
   */
  letIn(page: AccountPage): Promise<Reviewed>
  /**
   * Recounts what live tasks hold of accounts with held tasks: an older version may have ended tasks, or a restored
   * backup lost them, without a return. Nothing is written if the count was right.
   */
  recount(page: AccountPage): Promise<Reviewed>
  /**
   * Removes accounts of which nothing is taken, and nothing was spent since this month began; at most this many.
   * Returns how many.
   */
  sweep(month: number, limit: number): Promise<number>
}
