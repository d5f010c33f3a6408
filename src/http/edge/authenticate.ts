import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCallerByHash } from '../../actions/keys/find-caller.ts'
import type { KeyUses } from '../../actions/keys/key-uses.ts'
import { hashApiKey, hasScope, SCOPES, type ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { countHeader } from './check-head.ts'
import { type People, takesPeople } from './people.ts'

/** Who may call a route: anyone, any key, or a key with this scope. */
export const AUTH_DECISIONS = ['none', 'any key', ...SCOPES] as const

/**
 * Every route declares one of these. The document and /docs follow this decision, so a route says nothing else about
 * keys. Under /api/, there is no 'none': clients and proxies send or demand the key for all of it, and attackers would
 * find an open route among the others.
 */
export type AuthDecision = (typeof AUTH_DECISIONS)[number]

const ALWAYS_WITH_KEY = '/api/'

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: AuthDecision
    /** Accepts the key as the password of Basic authentication too, for clients that support nothing else. */
    basicAuth?: true
  }
  interface FastifyRequest {
    /** The caller; present only on routes that need a key. */
    caller: ApiKey
  }
}

// RFC 6750 with the scheme in any case and one or more spaces; the rest is the key, whatever text the operator chose.
const BEARER = /^bearer +([\x21-\x7e]+) *$/i

type AuthenticateDeps = { store: Pick<Store, 'keys'>; clock: Clock; keyUses: KeyUses; people: People }

/** The brake on guessing keys: `outside/failed-keys.ts`. */
type Brake = {
  check(address: string | null, hash: string): void
  note(address: string | null, hash: string, isGood: boolean): void
  addressOf(raw: FastifyRequest['raw']): string | null
}

/** Makes every later route decide who may call it, and turns all others away before a byte of the body is read. */
export function authenticateWith(app: FastifyInstance, deps: AuthenticateDeps, brake: Brake): void {
  app.decorateRequest('caller')
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.auth === undefined) {
      throw new Error(
        `${String(method)} ${url} declares no auth decision: give it config: { auth: 'none' | 'any key' | scope }`,
      )
    }
    if (config.auth === 'none' && url.startsWith(ALWAYS_WITH_KEY)) {
      const advice = `give it a scope or 'any key', or an address outside of ${ALWAYS_WITH_KEY}`
      throw new Error(
        `${String(method)} ${url} is open to anyone, and nothing under ${ALWAYS_WITH_KEY} may be: ${advice}`,
      )
    }
  })
  app.addHook('onRequest', async (request) => {
    const decision = request.routeOptions.config.auth
    // Requests that match no route carry no decision: they end in 404 or 405.
    if (decision === undefined || decision === 'none') return
    const isForPeople = takesPeople(request.routeOptions.url)
    // A key takes precedence over what a browser or a proxy adds automatically.
    const person = isForPeople && hasNoKey(request) ? await deps.people.present(request) : undefined
    if (person !== undefined && 'why' in person) throw new AppError('missing_api_key', person.why)
    const caller = person ?? (await callerByKey(request))
    if (decision !== 'any key' && !hasScope(caller, decision)) {
      throw new AppError('insufficient_scope', `This requires an API key with the '${decision}' scope.`)
    }
    deps.keyUses.note(caller.id)
    request.caller = caller
  })

  async function callerByKey(request: FastifyRequest): Promise<ApiKey> {
    const key = keyOf(request)
    const [address, hash] = [brake.addressOf(request.raw), hashApiKey(key)]
    brake.check(address, hash)
    const caller = (await findCallerByHash(deps, hash)) ?? (await deps.people.bearer(key, request))
    brake.note(address, hash, caller !== undefined)
    if (caller === undefined) throw keyDoesNotWork()
    return caller
  }
}

/** Unknown, expired and revoked look the same. */
export function keyDoesNotWork(): AppError {
  return new AppError('invalid_api_key', 'This API key does not work: it is unknown, expired or revoked.')
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+=*) *$/i

/** The name and the password in a Basic authentication header; undefined if it is not one. */
export function basicOf(header: string | undefined): { user: string; password: string } | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { user, password: password.join(':') }
}

function hasNoKey({ headers: { authorization } }: FastifyRequest): boolean {
  return authorization === undefined || /^\s*(?:bearer\s*)?$/i.test(authorization)
}

function keyOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  const takesBasic = request.routeOptions.config.basicAuth === true
  if (header === undefined || hasNoKey(request)) {
    throw new AppError('missing_api_key', 'Send your API key in a header: Authorization: Bearer <key>.')
  }
  const key = BEARER.exec(header)?.[1] ?? (takesBasic ? basicOf(header)?.password : undefined)
  // With two headers, a proxy in front may have checked one while we would use the other.
  if (key === undefined || countHeader(request.raw, 'authorization') > 1) {
    throw new AppError('invalid_api_key', 'Send exactly one Authorization header of the form: Bearer <key>.')
  }
  return key
}
