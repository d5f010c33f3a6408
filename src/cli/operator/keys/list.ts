import type { KeyDeps } from '../../../actions/keys/create-key.ts'
import { showable, type ApiKey } from '../../../core/keys/api-key.ts'
import { table } from '../../table.ts'
import { noMore, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'
import { lastUseOf, limitsInWords, stateOf } from './words.ts'

const HEAD = ['ID', 'NAME', 'KEY', 'STATE', 'SCOPES', 'MODELS', 'LIMITS', 'LAST USED']

export async function list(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, JSON_OPTION)
  noMore(positionals)
  const keys = await deps.store.keys.list()
  if (values.json === true) return inJson(keys.map((key) => jsonOfKey(key, deps.clock.now())))
  if (keys.length === 0) return 'There are no keys yet. Make one: keys create --name my-app\n'
  const now = deps.clock.now()
  return table([HEAD, ...keys.map((key) => rowOf(key, now))])
}

function rowOf(key: ApiKey, now: number): string[] {
  const forUsers = key.userLimits === null ? '' : `; each user: ${limitsInWords(key.userLimits)}`
  return [
    key.id,
    showable(key.name),
    key.hint,
    stateOf(key, now),
    key.scopes.join(','),
    key.models?.map(showable).join(',') ?? 'all models',
    limitsInWords(key.limits) + forUsers,
    lastUseOf(key),
  ]
}
