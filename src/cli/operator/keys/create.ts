import { createKey, type KeyDeps } from '../../../actions/keys/create-key.ts'
import { signingSecrets } from '../../../core/keys/api-key.ts'
import { UsageError } from '../../usage-error.ts'
import { noMore, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'
import { readSettings, SETTING_OPTIONS } from './setting-options.ts'

export async function create(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { ...SETTING_OPTIONS, ...JSON_OPTION })
  noMore(positionals)
  const { json, ...given } = values
  const { name, ...settings } = readSettings(given, deps.clock.now())
  if (name === undefined) throw new UsageError('Give the key a name of at most 100 characters: --name my-app')
  const { key, text } = await createKey(deps, { name, ...settings })
  const secrets = signingSecrets(key, deps.clock.now())
  if (json === true)
    return inJson({ ...jsonOfKey(key, deps.clock.now()), key: text, webhookSecret: secrets[0] ?? null })
  return `${text}\n\nThis is the only time the key is shown. Id: ${key.id}\nWebhook secret: ${secrets.join(' ')}\n`
}
