import type { OidcSettings, SignInSettings } from '../core/keys/sign-in-rules.ts'
import { plainAddress, rangesOf } from '../http/perimeter/client-address.ts'
import { oidcProvider, discover } from '../identity/oidc.ts'
import { providerFetch } from '../identity/provider-fetch.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { SigningIn } from '../ports/identity.ts'
import type { Clock, GuardedFetch, Log } from '../ports/runtime.ts'
import type { Finding } from './check-engines.ts'

// The operator named the address, so a private one is allowed. The metadata services of clouds are refused all the
// same.
const ANYWHERE = ['0.0.0.0/0', '::/0']

function fetchOf(clock: Clock): GuardedFetch {
  return guardedFetch({ allow: ANYWHERE, clock })
}

/** How people sign in, according to the operator's settings. */
export function openSignIn(
  settings: SignInSettings | undefined,
  { clock, log }: { clock: Clock; log: Log },
): { signingIn?: SigningIn } {
  if (settings === undefined) return {}
  const { oidc, proxy, rules, times } = settings
  const isInRange = rangesOf(proxy?.addresses ?? [])
  return {
    signingIn: {
      proxy,
      rules,
      times,
      provider: oidc === undefined ? undefined : oidcProvider(oidc, { fetch: fetchOf(clock), clock, log }),
      about: oidc,
      isProxy: (address) => isInRange(plainAddress(address)),
    },
  }
}

/** Asks the identity provider for its configuration, as the first sign-in will. */
export async function checkSignIn(oidc: OidcSettings | undefined, clock: Clock): Promise<Finding[]> {
  if (oidc === undefined) return []
  try {
    await discover(oidc, providerFetch(fetchOf(clock)))
    return [{ ok: true, what: 'sign-in', detail: `${oidc.issuer} responds` }]
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const detail = `${oidc.issuer}: ${cause instanceof Error ? cause.message : String(cause)}. Check MEDIAGEN_OIDC_ISSUER; API keys work without it.`
    return [{ ok: false, what: 'sign-in', detail }]
  }
}
