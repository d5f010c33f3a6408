import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Pause } from '../../core/tasks/pause.ts'

/** Engines that operators have paused. A change and its entry are written together or not at all. */
export interface Pauses {
  list(): Promise<Pause[]>
  /** Pauses an engine; one that is paused gets the new reason. */
  set(pause: Pause, entry: AuditEntry): Promise<void>
  /** False when it was not paused. */
  clear(engine: string, entry: AuditEntry): Promise<boolean>
}
