import type { AuditRecord } from '../../core/keys/audit.ts'
import type { Store } from '../../ports/store.ts'
import type { AuditFilter } from '../../ports/store/audit.ts'

export type AuditDeps = { store: Pick<Store, 'audit'> }

/** A page of the audit log, newest first, and whether there is more. */
export async function readAudit(
  deps: AuditDeps,
  filter: AuditFilter,
): Promise<{ records: AuditRecord[]; hasMore: boolean }> {
  const found = await deps.store.audit.list({ ...filter, limit: filter.limit + 1 })
  return { records: found.slice(0, filter.limit), hasMore: found.length > filter.limit }
}
