import type { AuditEntry, AuditRecord } from '../../core/keys/audit.ts'

export type AuditFilter = {
  /** Of this key alone. */
  keyId?: string
  /** Older than the record with this id. */
  before?: number
  limit: number
}

/** Who changed what. It is written with the change, by `keys` and `pauses`, and outlives what it tells of. */
export interface Audit {
  /** Puts on record what changed nothing in the store itself. */
  add(entry: AuditEntry): Promise<void>
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRecord[]>
  /** Removes records from before this time, oldest first, at most so many; gives back how many. */
  sweep(before: number, limit: number): Promise<number>
}
