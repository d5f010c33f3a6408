import { editKey } from '../../../actions/keys/change-key.ts'
import { COMMAND_LINE } from '../../../core/keys/audit.ts'
import { UsageError } from '../../usage-error.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'
import { readSettings, SETTING_OPTIONS } from './setting-options.ts'
import { describeKey, type ShowDeps } from './show.ts'

export async function edit(deps: ShowDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { ...SETTING_OPTIONS, ...JSON_OPTION })
  const id = oneId(positionals)
  const { json, ...given } = values
  const change = readSettings(given, deps.clock.now())
  if (Object.keys(change).length === 0)
    throw new UsageError(`Say what to change, such as --rpm 60, --models all or --per-day none.`)
  const key = await editKey(deps, id, change, COMMAND_LINE)
  return json === true ? inJson(jsonOfKey(key, deps.clock.now())) : describeKey(deps, key)
}
