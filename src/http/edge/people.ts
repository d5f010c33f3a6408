import type { FastifyRequest } from 'fastify'
import { findPerson, findSession, type SignInDeps } from '../../actions/keys/sign-in.ts'
import { type ApiKey, hashApiKey, hasScope, isShowable } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { Identity, ProxySettings } from '../../core/keys/sign-in-rules.ts'
import type { SigningIn, TokenPurpose } from '../../ports/identity.ts'
import { countHeader } from './check-head.ts'
import { isOwnPage, ownCookie, type PublicUrl, readCookie } from './session-cookie.ts'

/** Where sessions and proxies are accepted: in the native API, which the console uses. */
export function takesPeople(url: string | undefined): boolean {
  return url?.startsWith('/api/') === true
}

export const MCP_PATH = '/mcp'

/** The audience for tokens of the provider; undefined if only keys work. */
function purposeOf({ routeOptions: { url }, headers }: FastifyRequest, publicUrl: PublicUrl): TokenPurpose | undefined {
  if (takesPeople(url)) return 'api'
  return url === MCP_PATH ? { mcp: publicUrl(headers.host) + MCP_PATH } : undefined
}

type PeopleDeps = SignInDeps & { publicUrl: PublicUrl; signingIn?: SigningIn | undefined }

/** Credentials other than a key in a request. */
export type People = {
  /** The person according to the browser or the proxy in front; a reason if that is not trusted. */
  present(request: FastifyRequest): Promise<ApiKey | { why: string } | undefined>
  /** The owner of a token from the provider. */
  bearer(token: string, request: FastifyRequest): Promise<ApiKey | undefined>
}

const FOREIGN =
  'This request came from another site, so your sign-in was not used. Use the console, or send an API key.'
const OVER = 'Your session has ended. Sign in again, or send your API key in a header: Authorization: Bearer <key>.'

/** Identifies people by their session, by the header of a trusted proxy, and by tokens of their provider. */
export function people(deps: PeopleDeps): People {
  const { signingIn } = deps
  if (signingIn === undefined) return { present: async () => undefined, bearer: async () => undefined }
  const { rules, times, proxy, provider } = signingIn

  const fromProxy = (request: FastifyRequest): Identity | undefined =>
    proxy !== undefined && signingIn.isProxy(request.raw.socket.remoteAddress ?? '')
      ? identityFrom(request, proxy)
      : undefined

  return {
    async present(request) {
      const base = deps.publicUrl(request.headers.host)
      const cookie = ownCookie('session', base)
      const token = cookie === undefined ? undefined : readCookie(request, cookie.name)
      const identity = fromProxy(request)
      if (token === undefined && identity === undefined) return undefined
      if (!isOwnPage(request, base)) return { why: FOREIGN }
      const found = token === undefined ? undefined : await findSession(deps, hashApiKey(token), times.idleMs)
      if (found !== undefined) return found
      return identity === undefined ? { why: OVER } : inOwnWords(findPerson(deps, identity, rules))
    },
    async bearer(token, request) {
      const purpose = purposeOf(request, deps.publicUrl)
      if (provider === undefined || purpose === undefined || !JWT.test(token)) return undefined
      const found = await provider.verify(token, purpose)
      if (found === undefined) return undefined
      const key = await inOwnWords(findPerson(deps, found.identity, rules))
      const expiresAt = Math.min(found.until, key.expiresAt ?? Infinity)
      if (found.scopes === null) return { ...key, expiresAt }
      // An owner who gives an application few scopes does not also give it the keys of the project.
      const role = key.role === 'owner' ? 'member' : key.role
      return { ...key, scopes: found.scopes.filter((scope) => hasScope(key, scope)), role, expiresAt }
    },
  }
}

const JWT = /^[\w-]{10,}\.[\w-]+\.[\w-]+$/

/** A person who may not sign in may not call either. */
async function inOwnWords(found: Promise<ApiKey>): Promise<ApiKey> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && error.code === 'sign_in_refused')
      throw new AppError('invalid_api_key', error.message, { cause: error })
    throw error
  }
}

const LONGEST_USER = 320

/** The person that the proxy names. A header that was sent twice has two authors, one of whom is not the proxy. */
function identityFrom({ headers, raw }: FastifyRequest, proxy: ProxySettings): Identity | undefined {
  const valueOf = (name: string): string =>
    countHeader(raw, name) === 1 ? Buffer.from(String(headers[name]), 'latin1').toString('utf8').trim() : ''
  const user = valueOf(proxy.userHeader)
  if (user === '' || user.length > LONGEST_USER || !isShowable(user)) return undefined
  const roles = proxy.roleHeader === undefined ? [] : valueOf(proxy.roleHeader).split(/[,;]/)
  return {
    person: { issuer: 'proxy', subject: user, email: user.includes('@') ? user : null, name: null },
    emailIsVerified: true,
    roles: roles.map((each) => each.trim()).filter((each) => each !== ''),
  }
}
