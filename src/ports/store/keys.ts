import type { ApiKey, WebhookSecret } from '../../core/keys/api-key.ts'
import type { AuditEntry } from '../../core/keys/audit.ts'

/** What an operator may change of a key that is there. */
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

/** API keys. Where a change comes with an entry, the two are written together or not at all. */
export interface Keys {
  insert(key: ApiKey, entry?: AuditEntry): Promise<void>
  /** The key whose text has this digest, or had it before its last rotation. `lastUsedAt` may be older than it is. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(id: string): Promise<ApiKey | undefined>
  list(): Promise<ApiKey[]>
  /** Newest first, those after this place; of a project alone where one is named. */
  page(after: KeyPlace | null, limit: number, project?: string): Promise<ApiKey[]>
  /** Changes a key that is still of this version and was not revoked; false otherwise. */
  change(known: Pick<ApiKey, 'id' | 'version'>, patch: KeyPatch, entry: AuditEntry): Promise<boolean>
  /** False when there is no such key, or it was revoked before. */
  revoke(id: string, at: number, entry?: AuditEntry): Promise<boolean>
  /** Replaces the digest of a key that keeps its id, and lets it work again. */
  replaceHash(id: string, hash: string, hint: string, entry?: AuditEntry): Promise<void>
  /** Replaces the secrets if they are still those; false when somebody else was faster. */
  replaceWebhookSecrets(
    id: string,
    known: WebhookSecret[],
    fresh: WebhookSecret[],
    entry?: AuditEntry,
  ): Promise<boolean>
  /** Notes when keys were used last. An earlier time than is on record changes nothing. */
  noteUses(uses: readonly KeyUse[]): Promise<void>
}
