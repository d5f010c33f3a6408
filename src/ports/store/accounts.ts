import type { Account } from '../../core/account.ts'

/** What keys with limits have taken of them. It changes with the tasks that take it, in the same transactions. */
export interface Accounts {
  /** Those of these ids that are there, in this order: of the others nothing was taken. */
  find(ids: readonly string[]): Promise<Account[]>
  /**
   * Lets in what waits for a place although there is room: limits were raised or lifted. Gives back the engines into whose
   * lines something came. Ends early when the signal says so.
   */
  letIn(signal?: AbortSignal): Promise<string[]>
  /**
   * Counts anew what live tasks hold, of accounts where somebody waits: what a program of an older version ended, or a
   * restored backup lost, was never given back. Ends early when the signal says so.
   */
  recount(signal?: AbortSignal): Promise<void>
  /** Removes accounts of which nothing is taken, and nothing was spent since this month began; at most so many. Gives back how many. */
  sweep(month: number, limit: number): Promise<number>
}
