import { ENVIRONMENT_KEY_ID, findKey, type KeyDeps } from '../../../actions/keys/create-key.ts'
import { revokeKey } from '../../../actions/keys/change-key.ts'
import { COMMAND_LINE } from '../../../core/keys/audit.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'

export async function revoke(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, JSON_OPTION)
  const id = oneId(positionals)
  await revokeKey(deps, id, COMMAND_LINE)
  if (values.json === true) return inJson(jsonOfKey(await findKey(deps, id), deps.clock.now()))
  const comesBack =
    id === ENVIRONMENT_KEY_ID ? ' The next start with MEDIAGEN_API_KEY lets it work again: take it out there too.' : ''
  return `Revoked ${id}. Requests with it are refused from now on.${comesBack}\n`
}
