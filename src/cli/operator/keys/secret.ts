import type { KeyDeps } from '../../../actions/create-key.ts'
import { findKey } from '../../../actions/find-key.ts'
import { rotateWebhookSecret } from '../../../actions/rotate-webhook-secret.ts'
import { signingSecrets } from '../../../core/api-key.ts'
import { COMMAND_LINE } from '../../../core/audit.ts'
import { oneId, readArguments } from './arguments.ts'

export async function secret(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { rotate: { type: 'boolean' } })
  const key = await findKey(deps, oneId(positionals))
  if (values.rotate === true)
    return `${await rotateWebhookSecret(deps, key, COMMAND_LINE)}\n\nThe old secret signs beside it for 24 hours.\n`
  return `${signingSecrets(key, deps.clock.now()).join('\n')}\n`
}
