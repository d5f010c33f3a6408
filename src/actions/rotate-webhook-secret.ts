import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { KeyDeps } from './create-key.ts'

const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

/** A fresh webhook secret; the old one signs beside it for a day, so that receivers can change over. */
export async function rotateWebhookSecret(deps: KeyDeps, { id }: ApiKey): Promise<string> {
  const secret = newWebhookSecret(deps.random.bytes)
  for (;;) {
    const key = await deps.store.keys.find(id)
    if (key === undefined) throw new AppError('invalid_api_key', 'The key is gone.')
    const now = deps.clock.now()
    const older = key.webhookSecrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? now + ROTATION_OVERLAP_MS }))
    const fresh = [{ secret, expiresAt: null }, ...older]
    // Whoever rotates at the same moment is told a secret too, and it must sign: the slower one adds to what the faster left.
    if (await deps.store.keys.replaceWebhookSecrets(id, key.webhookSecrets, fresh)) return secret
  }
}
