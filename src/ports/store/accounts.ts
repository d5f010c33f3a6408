import type { Account } from '../../core/money/account.ts'

/** Which accounts are looked at: so many at most, by their ids, those after this one; '' begins. */
export type AccountPage = { after: string; limit: number }

/** What came of a look: into which engines' lines something came, and where the next look goes on; undefined at the end. */
export type Reviewed = { engines: string[]; next: string | undefined }

/** What keys with limits have taken of them. It changes with the tasks that take it, in the same transactions. */
export interface Accounts {
  /** Those of these ids that are there, in this order: of the others nothing was taken. */
  find(ids: readonly string[]): Promise<Account[]>
  /**
   * Lets in what waits for a place although there is room: limits were raised or lifted. Where there is none, nothing is
   * written and nobody is held up.
   */
  letIn(page: AccountPage): Promise<Reviewed>
  /**
   * Counts anew what live tasks hold, of accounts where somebody waits: what a program of an older version ended, or a
   * restored backup lost, was never given back. Nothing is written where the count was right.
   */
  recount(page: AccountPage): Promise<Reviewed>
  /** Removes accounts of which nothing is taken, and nothing was spent since this month began; at most so many. Gives back how many. */
  sweep(month: number, limit: number): Promise<number>
}
