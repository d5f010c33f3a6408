import type { KeyDeps } from '../../../actions/create-key.ts'
import { findKey } from '../../../actions/find-key.ts'
import { showable, type ApiKey } from '../../../core/api-key.ts'
import { table } from '../../table.ts'
import { oneId, readArguments } from './arguments.ts'
import { lastUseOf, limitsInWords, minuteOf, stateOf } from './words.ts'

export async function show(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const key = await findKey(deps, oneId(readArguments(argv, {}).positionals))
  return describeKey(key, deps.clock.now())
}

/** Everything about a key that may be read, a line each; what was spent belongs at the end. */
export function describeKey(key: ApiKey, now: number): string {
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
  ])
}
