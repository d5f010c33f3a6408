import type { Scope } from '../core/keys/api-key.ts'
import type { Identity, OidcSettings, SignInSettings } from '../core/keys/sign-in-rules.ts'

/** What is remembered of a sign-in while the person is at their provider. It stays in their browser. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** The provider at which people sign in. It says who they are; what they may do here is decided here. */
export interface IdentityProvider {
  /** Where to send the browser, and what to remember meanwhile. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** Who came back, by the address that they came back to. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identity>
  /** Who a token was given to, and until when it works; undefined where it is not one of the provider's for this service. */
  verify(token: string, purpose: TokenPurpose): Promise<VerifiedToken | undefined>
}

/** What a token is shown for: the native interface, or the endpoint for assistants at this address. A token is good for one of them. */
export type TokenPurpose = 'api' | { mcp: string }

export type VerifiedToken = {
  identity: Identity
  until: number
  /** What its owner gave away with it, where it says so in our words; null for all that they may do. */
  scopes: readonly Scope[] | null
}

/** How people are known. */
export type SigningIn = Pick<SignInSettings, 'proxy' | 'rules' | 'times'> & {
  provider: IdentityProvider | undefined
  /** What pages and clients are told of the provider. */
  about: Pick<OidcSettings, 'name' | 'issuer' | 'scopes'> | undefined
  /** Tells whether an address is one of the trusted proxy. */
  isProxy: (address: string) => boolean
}
