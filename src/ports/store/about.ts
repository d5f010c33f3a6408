/** What an operator may want to know of the database itself. */
export type AboutStore = {
  driver: 'sqlite' | 'postgres'
  /** Of the database program. */
  version: string
  /** The newest step of the schema that was made. */
  migration: number
  bytes: number
}
