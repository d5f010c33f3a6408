import { findKey, type KeyDeps } from '../../../actions/keys/create-key.ts'
import { readLimits, type ReadLimitsDeps } from '../../../actions/keys/read-limits.ts'
import { showable, type ApiKey } from '../../../core/keys/api-key.ts'
import { usdOf } from '../../../core/money/cost.ts'
import { table } from '../../table.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'
import { lastUseOf, limitsInWords, minuteOf, stateOf } from './words.ts'

export type ShowDeps = KeyDeps & ReadLimitsDeps

export async function show(deps: ShowDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, JSON_OPTION)
  const key = await findKey(deps, oneId(positionals))
  return values.json === true ? inJson(jsonOfKey(key, deps.clock.now())) : describeKey(deps, key)
}

/** Everything about a key that may be read, a line each. */
export async function describeKey(deps: Pick<ShowDeps, 'store' | 'clock'>, key: ApiKey): Promise<string> {
  const now = deps.clock.now()
  const { account } = (await readLimits(deps, key, null)).key
  const former = key.former !== null && key.former.until > now ? `works until ${minuteOf(key.former.until)}` : 'none'
  return table([
    ['id', key.id],
    ['name', showable(key.name)],
    ['key', key.hint],
    ['state', stateOf(key, now)],
    ['scopes', key.scopes.join(', ')],
    ['models', key.models?.map(showable).join(', ') ?? 'all'],
    ['limits', limitsInWords(key.limits)],
    ['limits of each user', limitsInWords(key.userLimits)],
    ['made', minuteOf(key.createdAt)],
    ['expires', key.expiresAt === null ? 'never' : minuteOf(key.expiresAt)],
    ['revoked', key.revokedAt === null ? 'no' : minuteOf(key.revokedAt)],
    ['former text', former],
    ['last used', lastUseOf(key)],
    // Counted only for keys that have such limits.
    ['taken now', `${account.letIn} in work, ${account.parked} waiting`],
    ['spent or reserved', `$${usdOf(account.dayMicros)} today, $${usdOf(account.monthMicros)} this month`],
  ])
}
