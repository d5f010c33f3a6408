import type { Identity, SignInSettings } from '../core/keys/sign-in-rules.ts'

/** What is remembered of a sign-in while the person is at their provider. It stays in their browser. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** The provider at which people sign in. It says who they are; what they may do here is decided here. */
export interface IdentityProvider {
  /** Where to send the browser, and what to remember meanwhile. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** Who came back, by the address that they came back to. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identity>
  /** Who a token was given to, and until when it works; undefined where it is not one of the provider's for this service. */
  verify(token: string): Promise<{ identity: Identity; until: number } | undefined>
}

/** How people are known. */
export type SigningIn = Pick<SignInSettings, 'proxy' | 'rules' | 'times'> & {
  provider: IdentityProvider | undefined
  /** What the button says after "Sign in with". */
  providerName: string | undefined
  /** Tells whether an address is one of the trusted proxy. */
  isProxy: (address: string) => boolean
}
