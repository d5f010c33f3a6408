/** What an operator may want to know about the database itself. */
export type AboutStore = {
  driver: 'sqlite' | 'postgres'
  /** Of the database program. */
  version: string
  /** The newest migration that was applied. */
  migration: number
  bytes: number
}
