import { SCOPES } from '../core/keys/api-key.ts'
import type { OidcSettings } from '../core/keys/sign-in-rules.ts'
import type { VerifiedToken } from '../ports/identity.ts'
import type { Clock } from '../ports/runtime.ts'
import { identityOf } from './claims.ts'
import type { KeySet } from './provider-keys.ts'

// What providers sign with. Nothing symmetric: a public key must never pass for a shared secret.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
// Other kinds, such as logout tokens, are signed by the same keys and mean something else.
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt'])

type Given = {
  settings: OidcSettings
  issuer: string
  audiences: readonly string[]
  keys: KeySet
  clock: Clock
  skewSeconds: number
}

/** Who a token of the provider was given to; undefined where it is no such token, or not for this service, or too old. */
export async function verifyToken(
  token: string,
  { settings, issuer, audiences, keys, clock, skewSeconds }: Given,
): Promise<VerifiedToken | undefined> {
  const { errors, jwtVerify } = await import('jose')
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: [...audiences],
      algorithms: ALGORITHMS,
      clockTolerance: skewSeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    if (!TYPES.has((protectedHeader.typ ?? 'jwt').toLowerCase())) return undefined
    const identity = identityOf(payload, settings.issuer, settings.roleClaim)
    if (identity === undefined) return undefined
    return { identity, until: ((payload.exp ?? 0) + skewSeconds) * 1000, scopes: scopesIn(payload['scope']) }
  } catch (error) {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined
    throw error
  }
}

/** A person may give an application less than they may do themselves. Words of the provider's own, such as `openid`, say nothing of it. */
function scopesIn(claim: unknown): VerifiedToken['scopes'] {
  const words = typeof claim === 'string' ? claim.split(' ') : []
  const ours = SCOPES.filter((scope) => words.includes(scope))
  return ours.length === 0 ? null : ours
}
