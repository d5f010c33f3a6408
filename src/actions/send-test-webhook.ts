import { signingSecrets, type ApiKey } from '../core/api-key.ts'
import { checkWebhookUrl } from '../core/generation-request.ts'
import { randomBase62 } from '../core/random-text.ts'
import { webhookBody } from '../core/webhook-payload.ts'
import type { Clock, GuardedFetch, Random } from '../ports/runtime.ts'
import { postWebhook, type PostResult } from './post-webhook.ts'

/** Sends a sample event to an address and reports what happened; nothing is stored or repeated. */
export async function sendTestWebhook(
  deps: { fetch: GuardedFetch; clock: Clock; random: Random },
  { caller, address, signal }: { caller: ApiKey; address: string; signal: AbortSignal },
): Promise<PostResult & { webhookId: string }> {
  const url = checkWebhookUrl(address, 'url')
  const webhookId = `msg_test_${randomBase62(16, deps.random.bytes)}`
  const now = deps.clock.now()
  const sample = {
    id: '0'.repeat(22),
    startedAt: now,
    finishedAt: now,
    error: { code: 'cancelled', message: 'This is a test: no task has ended.' },
  } as const
  const body = webhookBody({ ...sample, outputs: [], bases: { publicUrl: () => '' } })
  const secrets = signingSecrets(caller, now)
  return { webhookId, ...(await postWebhook(deps, { webhookId, url, body, secrets }, signal)) }
}
