import type { AuditEntry, AuditRecord } from '../../core/keys/audit.ts'

export type AuditFilter = {
  /** Only of this key. */
  keyId?: string
  /** Older than the record with this id. */
  before?: number
  limit: number
}

/** The audit log. `keys` and `pauses` write an entry together with the change, and it outlives its subject. */
export interface Audit {
  /** Records something that changed nothing in the store itself. */
  add(entry: AuditEntry): Promise<void>
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRecord[]>
  /** Removes records from before this time, oldest first, at most this many; returns how many. */
  sweep(before: number, limit: number): Promise<number>
}
