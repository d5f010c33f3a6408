import type { ApiKey } from '../../core/keys/api-key.ts'
import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Session } from '../../core/keys/session.ts'

/** Browsers that are signed in. A change and its audit entry are written together or not at all. */
export interface Sessions {
  insert(session: Session, entry: AuditEntry): Promise<void>
  /** The session with this digest and the key of its person, whatever the state of either. */
  find(hash: string): Promise<{ session: Session; key: ApiKey } | undefined>
  /** Records that the session is in use, and its new expiry. A time earlier than the recorded one changes nothing. */
  extend(hash: string, idleUntil: number): Promise<void>
  /** False if there is no such session. */
  end(hash: string, entry: AuditEntry): Promise<boolean>
  /** Ends all sessions of a person; false if there was none. */
  endAll(keyId: string, entry: AuditEntry): Promise<boolean>
  /** Removes sessions that are over in any case, at most this many; returns how many. */
  sweep(now: number, limit: number): Promise<number>
}
