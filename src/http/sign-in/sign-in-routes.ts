import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { signIn, type SignInDeps, signOut } from '../../actions/keys/sign-in.ts'
import { AppError, toAppError } from '../../core/errors.ts'
import { type ApiKey, hashApiKey, hasScope, SCOPES } from '../../core/keys/api-key.ts'
import type { IdentityProvider, SigningIn } from '../../ports/identity.ts'
import type { Log } from '../../ports/runtime.ts'
import { people } from '../edge/people.ts'
import { isOwnPage, type OwnCookie, ownCookie, type PublicUrl, readCookie, setCookie } from '../edge/session-cookie.ts'
import { sendProblem } from './problem-page.ts'
import { ownPath, readPending, writePending } from './pending-cookie.ts'

export type SignInParts = SignInDeps & { log: Log; publicUrl: PublicUrl; signingIn?: SigningIn | undefined }

const CALLBACK = '/auth/callback'
// Time to type a password, and to find the phone with the second factor.
const PENDING_SECONDS = 10 * 60
const OPEN = { config: { auth: 'none' } } as const

/** Where people sign in and out. These paths are for the console: programs use keys, or tokens of the provider. */
export function signInRoutes(parts: SignInParts): FastifyPluginAsync {
  const { signingIn } = parts
  return async (app) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    app.get('/auth/session', OPEN, (request) => showSession(parts, request))
    const provider = signingIn?.provider
    if (signingIn === undefined || provider === undefined) return
    app.get('/auth/sign-in', OPEN, (request, reply) =>
      onPage(parts, reply, () => begin(parts, provider, request, reply)),
    )
    app.get(CALLBACK, OPEN, (request, reply) =>
      onPage(parts, reply, () => finish({ ...parts, signingIn, provider }, request, reply)),
    )
    app.post('/auth/sign-out', OPEN, (request, reply) => leave(parts, request, reply))
  }
}

/** Whether people can sign in here, and who has. */
async function showSession(parts: SignInParts, request: FastifyRequest) {
  const { signingIn } = parts
  const found = await people(parts).present(request)
  const person = found === undefined || 'why' in found ? null : found
  return {
    object: 'session',
    provider: signingIn?.about === undefined ? null : { name: signingIn.about.name },
    person: person === null ? null : shown(person),
  }
}

function shown(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    email: key.person?.email ?? null,
    scopes: SCOPES.filter((scope) => hasScope(key, scope)),
    expires: key.expiresAt === null ? null : Math.floor(key.expiresAt / 1000),
    // If a proxy signs people in, it signs them out too.
    can_sign_out: key.hash !== key.id,
  }
}

/** The cookies that this browser gets, and the URL of its return. */
function placeOf({ publicUrl }: SignInParts, request: FastifyRequest) {
  const base = publicUrl(request.headers.host)
  const [session, pending] = [ownCookie('session', base), ownCookie('sign-in', base)]
  if (session !== undefined && pending !== undefined) return { base, session, pending }
  const message =
    'Signing in needs https. Open the console at its https address; the operator sets it as MEDIAGEN_PUBLIC_URL.'
  throw new AppError('sign_in_failed', message)
}

async function begin(
  parts: SignInParts,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { base, pending: cookie } = placeOf(parts, request)
  const { return_to: wanted } = request.query as Record<string, unknown>
  const returnTo = ownPath(typeof wanted === 'string' ? wanted : undefined)
  // The provider sends the browser back to a fixed URL; a sign-in that began under another name would be lost there.
  const { url, pending } = await provider.begin(`${base}${CALLBACK}`)
  const until = parts.clock.now() + PENDING_SECONDS * 1000
  reply.header('set-cookie', setCookie(cookie, writePending({ ...pending, returnTo, until }), PENDING_SECONDS))
  return reply.redirect(url, 303)
}

type Finishing = SignInParts & { signingIn: SigningIn; provider: IdentityProvider }

async function finish(parts: Finishing, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { base, session: cookie, pending: pendingCookie } = placeOf(parts, request)
  const pending = readPending(readCookie(request, pendingCookie.name), parts.clock.now())
  // Once, whatever its outcome.
  const gone = setCookie(pendingCookie, '', 0)
  reply.header('set-cookie', gone)
  if (pending === undefined)
    throw new AppError('sign_in_failed', 'This sign-in began in another browser or too long ago. Start again.')
  const query = request.url.slice(request.url.indexOf('?'))
  const { error } = request.query as Record<string, unknown>
  if (error === 'access_denied') throw new AppError('sign_in_refused', 'Your identity provider denied access.')
  const identity = await parts.provider.finish(new URL(`${base}${CALLBACK}${query}`), pending)
  const { token, session } = await signIn(parts, identity, parts.signingIn)
  const seconds = Math.floor((session.endsAt - session.begunAt) / 1000)
  // The person who was signed in here before is signed out.
  const former = readCookie(request, cookie.name)
  if (former !== undefined) await signOut(parts, hashApiKey(former), 'here')
  reply.removeHeader('set-cookie').header('set-cookie', [gone, setCookie(cookie, token, seconds)])
  return reply.redirect(pending.returnTo, 303)
}

/** Ends this session, or all sessions of the person. Only a page of the service itself may request it. */
async function leave(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const base = parts.publicUrl(request.headers.host)
  if (!isOwnPage(request, base))
    throw new AppError('sign_in_refused', 'Only a page of this service can sign you out. Use the console.')
  const cookie: OwnCookie | undefined = ownCookie('session', base)
  const token = cookie === undefined ? undefined : readCookie(request, cookie.name)
  const { everywhere } = request.query as Record<string, unknown>
  if (token !== undefined) await signOut(parts, hashApiKey(token), everywhere === '1' ? 'everywhere' : 'here')
  if (cookie !== undefined) reply.header('set-cookie', setCookie(cookie, '', 0))
  return reply.code(204).send()
}

/** A person sees this, not a program: errors are explained on a page, with a way back. */
async function onPage(
  { log }: SignInParts,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal_error') log.error('a sign-in failed', { error: thrown, requestId: reply.request.id })
    return sendProblem(reply, error)
  }
}
