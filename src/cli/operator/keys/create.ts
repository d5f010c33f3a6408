import { createKey, type KeyDeps } from '../../../actions/create-key.ts'
import { signingSecrets } from '../../../core/api-key.ts'
import { COMMAND_LINE } from '../../../core/audit.ts'
import { UsageError } from '../../usage-error.ts'
import { noMore, readArguments } from './arguments.ts'
import { readSettings, SETTING_OPTIONS } from './setting-options.ts'

export async function create(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, SETTING_OPTIONS)
  noMore(positionals)
  const { name, ...settings } = readSettings(values, deps.clock.now())
  if (name === undefined) throw new UsageError('Give the key a name of at most 100 characters: --name my-app')
  const { key, text } = await createKey(deps, { name, ...settings }, COMMAND_LINE)
  const secrets = signingSecrets(key, deps.clock.now()).join(' ')
  return `${text}\n\nThis is the only time the key is shown. Id: ${key.id}\nWebhook secret: ${secrets}\n`
}
