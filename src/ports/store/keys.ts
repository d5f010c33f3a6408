import type { ApiKey, WebhookSecret } from '../../core/api-key.ts'

/** API keys. */
export interface Keys {
  insert(key: ApiKey): Promise<void>
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(id: string): Promise<ApiKey | undefined>
  list(): Promise<ApiKey[]>
  /** False when there is no such key, or it was revoked before. */
  revoke(id: string, at: number): Promise<boolean>
  /** Replaces the digest of a key that keeps its id, and lets it work again. */
  replaceHash(id: string, hash: string, hint: string): Promise<void>
  /** Replaces the secrets if they are still those; false when somebody else was faster. */
  replaceWebhookSecrets(id: string, known: WebhookSecret[], fresh: WebhookSecret[]): Promise<boolean>
}
