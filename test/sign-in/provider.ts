import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import OidcProvider, { type Context } from 'oidc-provider'

export const CLIENT = { id: 'mediagen', secret: 'a-secret-of-the-client-and-of-nobody-else' }

/** Somebody with an account, and what the provider says about them. */
export type Account = { sub: string; email: string; email_verified?: boolean; name: string; groups?: string[] }

export type TestProvider = {
  issuer: string
  /** Who signs in next: nobody types a password here. Null refuses. */
  signsIn: Account | null
  /** Whether it answers at all. */
  isUp: boolean
  /** A key of its own that it signs tokens with from now on; the ones before are withdrawn. */
  rotate(): Promise<void>
  /** A token for the person whom the claims name, in the provider's name and with its present key. */
  token(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** How often its keys were asked for. */
  keysAsked(): number
  close(): Promise<void>
}

type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

async function newKey(kid: string): Promise<SigningKey & { privateJwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const named = { kid, alg: 'RS256', use: 'sig' }
  return {
    kid,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), ...named },
    privateJwk: { ...(await exportJWK(privateKey)), ...named },
  }
}

/** A real OpenID provider on loopback, at which everybody signs in at once. */
export async function openProvider(): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own = await newKey('own')
  let extra = await newKey('extra-0')
  let rotations = 0
  let keysAsked = 0
  const accounts = new Map<string, Account>()
  const provider = realProvider(issuer, own.privateJwk, accounts)
  const answer = provider.callback()

  const opened: TestProvider = {
    issuer,
    signsIn: null,
    isUp: true,
    rotate: async () => void (extra = await newKey(`extra-${++rotations}`)),
    token: (claims, header = {}) =>
      new SignJWT({ iss: issuer, aud: CLIENT.id, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: extra.kid, ...header })
        .sign(extra.privateKey),
    keysAsked: () => keysAsked,
    close: () => closed(server),
  }
  server.on('request', (request, response) => {
    if (!opened.isUp) return void response.writeHead(503).end('down')
    const path = request.url ?? ''
    if (path.startsWith('/jwks')) {
      keysAsked++
      return void response
        .writeHead(200, { 'content-type': 'application/jwk-set+json' })
        .end(JSON.stringify({ keys: [own.publicJwk, extra.publicJwk] }))
    }
    if (!path.startsWith('/interaction/')) return answer(request, response)
    const account = opened.signsIn
    if (account !== null) accounts.set(account.sub, account)
    const result = account === null ? { error: 'access_denied' } : { login: { accountId: account.sub }, consent: {} }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return opened
}

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

function realProvider(issuer: string, key: JWK, accounts: ReadonlyMap<string, Account>): OidcProvider {
  const provider: OidcProvider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/auth/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for the cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: {
      devInteractions: { enabled: false },
      // Assistants register themselves, and say for which service they want a token.
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: Context, resource: string) => ({
          scope: 'openid email profile tasks:read',
          audience: resource,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    // What a company adds to the access tokens of its services.
    extraTokenClaims: (_context: Context, { accountId = '' }: { accountId?: string }) => {
      const { email, email_verified, name, groups } = accounts.get(accountId) ?? {}
      return { email, email_verified, name, groups }
    },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, id: string) => ({ accountId: id, claims: () => accounts.get(id) }),
    // Nobody is asked whether mediagen may know them.
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      const resources = [oidc.params?.resource ?? []].flat()
      for (const resource of resources) grant.addResourceScope(resource, 'openid email profile tasks:read')
      await grant.save()
      return grant
    },
  })
  // The port of a test's service is any free one.
  const registered = provider.Client.prototype.redirectUriAllowed
  provider.Client.prototype.redirectUriAllowed = function (uri) {
    return /^http:\/\/127\.0\.0\.1:\d+\/auth\/callback$/.test(uri) || registered.call(this, uri)
  }
  return provider
}
