import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import type { Clock } from '../ports/runtime.ts'

// A key that is not among the known ones may be new. Made-up names cost the provider no more questions than this.
const ASK_AGAIN_MS = 30_000
// A key that the provider has withdrawn is not taken for longer than this.
const KNOWN_MS = 10 * 60_000

export type KeySet = JWTVerifyGetKey

/** The keys with which a provider signs, by their names. */
export function providerKeys(ask: () => Promise<JSONWebKeySet>, clock: Clock): KeySet {
  let known: { keys: Promise<JWTVerifyGetKey>; at: number } | undefined
  const load = async (): Promise<JWTVerifyGetKey> => {
    const { createLocalJWKSet } = await import('jose')
    return createLocalJWKSet(await ask())
  }
  const keys = (oldestMs: number): Promise<JWTVerifyGetKey> => {
    if (known !== undefined && clock.elapsed() - known.at < oldestMs) return known.keys
    const asked = { keys: load(), at: clock.elapsed() }
    known = asked
    asked.keys.catch(() => known === asked && (known = undefined))
    return asked.keys
  }
  return async (header, token) => {
    try {
      return await (
        await keys(KNOWN_MS)
      )(header, token)
    } catch (error) {
      const { errors } = await import('jose')
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await keys(ASK_AGAIN_MS))(header, token)
    }
  }
}
