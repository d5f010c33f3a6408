import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Pause } from '../../core/tasks/pause.ts'

/** Engines that operators have paused. A change and its audit entry are written together or not at all. */
export interface Pauses {
  list(): Promise<Pause[]>
  /** Pauses an engine; a paused one gets the new reason. */
  set(pause: Pause, entry: AuditEntry): Promise<void>
  /** False if it was not paused. */
  clear(engine: string, entry: AuditEntry): Promise<boolean>
}
