import type { ApiKey, WebhookSecret } from '../core/api-key.ts'
import { actingKey, type Actor, type AuditEntry } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { KeyDeps } from './create-key.ts'

const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

// Each webhook is signed with every one of them, and each is a line in its header: more than a few help nobody.
const MOST_LIVE = 5

/** A fresh webhook secret; the old one signs beside it for a day, so that receivers can change over. */
export async function rotateWebhookSecret(deps: KeyDeps, of: ApiKey, actor: Actor = actingKey(of)): Promise<string> {
  const { id } = of
  const secret = newWebhookSecret(deps.random.bytes)
  for (;;) {
    const key = await deps.store.keys.find(id)
    if (key === undefined) throw new AppError('invalid_api_key', 'The key is gone.')
    const now = deps.clock.now()
    const live = key.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    if (live.length === MOST_LIVE) throw tooOften(live, now)
    // A key may have more from a time without a limit: the newest stay.
    const older = live
      .slice(0, MOST_LIVE - 1)
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? now + ROTATION_OVERLAP_MS }))
    const fresh = [{ secret, expiresAt: null }, ...older]
    const entry: AuditEntry = { at: now, actor, action: 'rotate webhook secret', keyId: id, changes: [] }
    // Whoever rotates at the same moment is told a secret too, and it must sign: the slower one adds to what the faster left.
    if (await deps.store.keys.replaceWebhookSecrets(id, key.webhookSecrets, fresh, entry)) return secret
  }
}

function tooOften(live: readonly WebhookSecret[], now: number): AppError {
  const next = Math.min(...live.map(({ expiresAt }) => expiresAt ?? Infinity))
  const retryAfterSeconds = Math.ceil((next - now) / 1000)
  const message =
    `This key has ${MOST_LIVE} webhook secrets that sign, the most there may be. Use the newest of them; ` +
    `each older one ends 24 hours after it was replaced, the next in ${Math.ceil(retryAfterSeconds / 60)} minutes.`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds })
}
