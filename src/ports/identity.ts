import type { Scope } from '../core/keys/api-key.ts'
import type { Identity, OidcSettings, SignInSettings } from '../core/keys/sign-in-rules.ts'

/** What is remembered of a sign-in while the person is at their provider. It stays in their browser. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** The provider at which people sign in. It says who they are; what they may do is decided here. */
export interface IdentityProvider {
  /** Where to send the browser, and what to remember meanwhile. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** The person who came back, according to the URL of their return. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identity>
  /** The owner of a token, and its expiry; undefined if it is not a token of the provider for this service. */
  verify(token: string, purpose: TokenPurpose): Promise<VerifiedToken | undefined>
}

/**
 * The audience of a token: the native API, or the endpoint for assistants at this URL. A token is valid for one of
 * them.
 */
export type TokenPurpose = 'api' | { mcp: string }

export type VerifiedToken = {
  identity: Identity
  until: number
  /** The scopes that its owner granted, if it names any of ours; null for everything that they may do. */
  scopes: readonly Scope[] | null
}

/** How people are identified. */
export type SigningIn = Pick<SignInSettings, 'proxy' | 'rules' | 'times'> & {
  provider: IdentityProvider | undefined
  /** What pages and clients are told about the provider. */
  about: Pick<OidcSettings, 'name' | 'issuer' | 'scopes'> | undefined
  /** Whether this is an address of the trusted proxy. */
  isProxy: (address: string) => boolean
}
