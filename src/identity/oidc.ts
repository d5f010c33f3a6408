import type { JSONWebKeySet } from 'jose'
import type * as OpenidClient from 'openid-client'
import type { Configuration, ServerMetadata } from 'openid-client'
import { AppError } from '../core/errors.ts'
import type { OidcSettings } from '../core/keys/sign-in-rules.ts'
import { isLoopbackHost } from '../core/loopback.ts'
import type { IdentityProvider } from '../ports/identity.ts'
import type { Clock, GuardedFetch, Log } from '../ports/runtime.ts'
import { type Claims, identityOf } from './claims.ts'
import { providerFetch, ProviderTrouble } from './provider-fetch.ts'
import { type KeySet, providerKeys } from './provider-keys.ts'
import { verifyToken } from './verify-token.ts'

type OidcDeps = { fetch: GuardedFetch; clock: Clock; log: Log }

/** Clocks of two machines may differ by this much. */
export const SKEW_SECONDS = 60
// What a provider says about itself changes with its releases.
const KNOWN_MS = 10 * 60_000

type Library = typeof OpenidClient

/** A provider by OpenID Connect. Nothing is asked of it before the first person signs in. */
export function oidcProvider(settings: OidcSettings, { fetch: guarded, clock, log }: OidcDeps): IdentityProvider {
  const fetch = providerFetch(guarded)
  let known: { metadata: Promise<ServerMetadata>; until: number } | undefined

  const metadata = async (): Promise<ServerMetadata> => {
    if (known !== undefined && clock.elapsed() < known.until) return known.metadata
    const asked = { metadata: discover(settings, fetch), until: clock.elapsed() + KNOWN_MS }
    known = asked
    asked.metadata.catch(() => known === asked && (known = undefined))
    return asked.metadata
  }
  const open = async (): Promise<{ library: Library; config: Configuration }> => {
    const [library, server] = await Promise.all([import('openid-client'), metadata()])
    return { library, config: configuration(library, server, { settings, clock, fetch }) }
  }
  const keys: KeySet = providerKeys(async () => {
    const answer = await fetch((await metadata()).jwks_uri ?? '', {})
    if (answer.status !== 200) throw new ProviderTrouble(`its keys were returned with status ${answer.status}`)
    return (await answer.json()) as JSONWebKeySet
  }, clock)

  return {
    begin: (redirectUri) =>
      reaching(log, async () => {
        const { library, config } = await open()
        const pending = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        }
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(pending.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, pending }
      }),
    finish: (callback, pending) =>
      reaching(log, async () => {
        const { library, config } = await open()
        const tokens = await library.authorizationCodeGrant(config, callback, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        })
        const claims: Claims = tokens.claims() ?? {}
        // Many providers tell e-mail address and groups here alone.
        const more: Claims =
          config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await library.fetchUserInfo(config, tokens.access_token, String(claims['sub']))
        const identity = identityOf({ ...more, ...claims }, settings.issuer, settings.roleClaim)
        if (identity === undefined) throw new AppError('sign_in_failed', 'The provider did not identify you.')
        return identity
      }),
    verify: (token, purpose) =>
      reaching(log, async () => {
        const { issuer } = await metadata()
        const audiences = purpose === 'api' ? settings.audiences : [purpose.mcp, ...settings.mcpAudiences]
        return verifyToken(token, { settings, issuer, audiences, keys, clock, skewSeconds: SKEW_SECONDS })
      }),
  }
}

type FetchText = ReturnType<typeof providerFetch>

/** Asks the provider about itself. Its name in the answer must be the one that the operator set. */
export async function discover(settings: Pick<OidcSettings, 'issuer' | 'clientId'>, fetch: FetchText) {
  const library = await import('openid-client')
  const config = await library.discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
    [library.customFetch]: fetch,
    ...(isPlain(settings.issuer) ? { execute: [library.allowInsecureRequests] } : {}),
  })
  const found = config.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (found[name] === undefined) throw new ProviderTrouble(`its discovery document has no ${name}`)
  return found
}

/** The settings let plain http through for loopback alone. */
function isPlain(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}

type Given = { settings: OidcSettings; clock: Clock; fetch: FetchText }

function configuration(library: Library, server: ServerMetadata, { settings, clock, fetch }: Given): Configuration {
  const secret = settings.clientSecret?.reveal()
  const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  const proof = takesPost ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret)
  const config = new library.Configuration(
    server,
    settings.clientId,
    {
      // The library looks at the machine's clock; ours may be another.
      // oxlint-disable-next-line eslint/no-restricted-properties -- only to tell how far the two are apart
      [library.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
      [library.clockTolerance]: SKEW_SECONDS,
    },
    secret === undefined ? library.None() : proof,
  )
  config[library.customFetch] = fetch
  if (isPlain(settings.issuer)) library.allowInsecureRequests(config)
  // Otherwise the signature of the ID token would not be looked at, since it comes straight from the provider.
  library.enableNonRepudiationChecks(config)
  return config
}

/** Says in our own words what went wrong: at the provider, or with what a browser brought back. */
async function reaching<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isProviders(error)) {
      log.warn('the identity provider cannot be used', { error })
      const message = 'The identity provider is not responding correctly. Try again later, or use an API key.'
      throw new AppError('sign_in_unavailable', message, { cause: error })
    }
    log.info('a sign-in failed', { error })
    const message =
      'This sign-in cannot be completed: it is too old, was used before, or began in another browser. Start again.'
    throw new AppError('sign_in_failed', message, { cause: error })
  }
}

// By the names that openid-client and oauth4webapi give to what the other side did wrong.
const TROUBLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function isProviders(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ProviderTrouble) return true
  const { code, cause } = error as Error & { code?: unknown }
  return TROUBLE.has(String(code)) || isProviders(cause)
}
