import type { ApiKey, WebhookSecret } from '../../core/keys/api-key.ts'
import type { AuditEntry } from '../../core/keys/audit.ts'

/** What an operator may change about an existing key. */
export type KeyPatch = Partial<
  Pick<
    ApiKey,
    | 'name'
    | 'scopes'
    | 'models'
    | 'expiresAt'
    | 'limits'
    | 'userLimits'
    | 'raise'
    | 'project'
    | 'role'
    | 'hash'
    | 'hint'
    | 'former'
    | 'person'
  >
>

export type KeyUse = { id: string; at: number }

export type KeyPlace = Pick<ApiKey, 'createdAt' | 'id'>

/** API keys. If a change comes with an audit entry, the two are written together or not at all. */
export interface Keys {
  insert(key: ApiKey, entry?: AuditEntry): Promise<void>
  /** The key whose value has this digest, or had it before its last rotation. `lastUsedAt` may be outdated. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(id: string): Promise<ApiKey | undefined>
  list(): Promise<ApiKey[]>
  /** Newest first, after this cursor; only of a project if one is named. */
  page(after: KeyPlace | null, limit: number, project?: string): Promise<ApiKey[]>
  /** Changes a key that still has this version and was not revoked; false otherwise. */
  change(known: Pick<ApiKey, 'id' | 'version'>, patch: KeyPatch, entry: AuditEntry): Promise<boolean>
  /** False if there is no such key, or it was already revoked. */
  revoke(id: string, at: number, entry?: AuditEntry): Promise<boolean>
  /** Replaces the digest of a key that keeps its id, and enables it again. */
  replaceHash(id: string, hash: string, hint: string, entry?: AuditEntry): Promise<void>
  /** Replaces the secrets if they are unchanged; false if somebody else was faster. */
  replaceWebhookSecrets(
    id: string,
    known: WebhookSecret[],
    fresh: WebhookSecret[],
    entry?: AuditEntry,
  ): Promise<boolean>
  /** Records the last use of keys. A time earlier than the recorded one changes nothing. */
  noteUses(uses: readonly KeyUse[]): Promise<void>
}
