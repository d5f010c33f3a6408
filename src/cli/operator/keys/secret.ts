import { findKey, type KeyDeps } from '../../../actions/keys/create-key.ts'
import { rotateWebhookSecret } from '../../../actions/keys/change-key.ts'
import { signingSecrets } from '../../../core/keys/api-key.ts'
import { COMMAND_LINE } from '../../../core/keys/audit.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION } from './json.ts'

export async function secret(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { rotate: { type: 'boolean' }, ...JSON_OPTION })
  const key = await findKey(deps, oneId(positionals))
  if (values.rotate !== true) {
    const secrets = signingSecrets(key, deps.clock.now())
    return values.json === true ? inJson({ secrets }) : `${secrets.join('\n')}\n`
  }
  const made = await rotateWebhookSecret(deps, key, COMMAND_LINE)
  return values.json === true
    ? inJson({ secrets: [made] })
    : `${made}\n\nThe old secret signs beside it for 24 hours.\n`
}
