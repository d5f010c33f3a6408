import { MediagenError } from './errors.ts'
import { sha256Of } from './sha256.ts'
import { systemRuntime, type Runtime } from './runtime.ts'

type Refusal = { status: 401 | 403 | 404; code: string; message: string }

export type ProxyOptions = {
  /** Where your pages send their requests, such as `/api/media`. */
  path: string
  /**
   * The user who is signed in to your application: the name, without spaces, that per-user limits apply to. Null refuses the
   * request; a response of your own is passed on.
   */
  authorize: (request: Request) => Promise<string | Response | null> | string | Response | null
  /** Default: MEDIAGEN_API_KEY. */
  apiKey?: string
  /** Default: MEDIAGEN_URL, else http://127.0.0.1:8080. */
  baseURL?: string
  runtime?: Partial<Runtime>
}

// What a page needs to create tasks and wait for them. Lists are excluded, because they would show all tasks to every user.
const ALLOWED: readonly [method: string, path: RegExp][] = [
  ['POST', /^\/api\/ai\/(?:images\/generations|videos|estimate|uploads)$/],
  ['GET', /^\/api\/ai\/models$/],
  ['GET', /^\/api\/ai\/videos\/\d{1,40}$/],
  ['GET', /^\/api\/ai\/tasks\/\d{1,40}(?:\/events|\/preview)?$/],
  ['POST', /^\/api\/ai\/tasks\/\d{1,40}\/cancel$/],
]
// No other headers of the page are forwarded: no cookies, and nothing that identifies the user.
const SENT = ['accept', 'content-type', 'prefer', 'last-event-id'] as const
// What the client and the browser of the page read. Others are about the connection or the service; the body is already decompressed.
const ANSWERED = [
  'content-type',
  'cache-control',
  'retry-after',
  'preference-applied',
  'x-request-id',
  'x-task-id',
  'x-mediagen-warnings',
  'x-mediagen-seed',
  'x-mediagen-cost-usd',
] as const

const USER = /^[\x21-\x7e]{1,256}$/

/**
 * Forwards requests from the pages of your application with your key, so the key stays on the server. It maps a web `Request`
 * to a `Response`, like the route handlers of most frameworks.
 */
export function mediagenProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const runtime: Runtime = { ...systemRuntime, ...options.runtime }
  const base = (options.baseURL ?? runtime.variable('MEDIAGEN_URL') ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
  const prefix = options.path.replace(/\/+$/, '')

  return async (request) => {
    const key = (options.apiKey ?? runtime.variable('MEDIAGEN_API_KEY') ?? '').trim()
    if (key === '')
      throw new MediagenError('There is no API key: pass apiKey to mediagenProxy(), or set MEDIAGEN_API_KEY.')
    const { pathname, search } = new URL(request.url)
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : ''
    if (!ALLOWED.some(([method, form]) => method === request.method && form.test(path)))
      return refused({ status: 404, code: 'route_not_found', message: 'This proxy does not forward that request.' })
    // Otherwise, a page of another site could spend money with the cookies of your users.
    if (!isOwnPage(request))
      return refused({ status: 403, code: 'insufficient_scope', message: 'This request comes from another site.' })
    const user = await options.authorize(request)
    if (user instanceof Response) return user
    if (user === null) return refused({ status: 401, code: 'missing_api_key', message: 'Sign in first.' })
    if (!USER.test(user))
      throw new MediagenError('authorize must return a name of 1 to 256 visible ASCII characters, such as an id.')
    const answer = await runtime.fetch(base + path + search, {
      method: request.method,
      headers: { ...(await headersFor(request, user)), authorization: `Bearer ${key}` },
      signal: request.signal,
      ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
    })
    return new Response(answer.body, { status: answer.status, headers: picked(answer.headers, ANSWERED) })
  }
}

function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers.get(name) === null ? [] : [[name, headers.get(name) ?? '']])),
  )
}

async function headersFor({ headers }: Request, user: string): Promise<Record<string, string>> {
  const sent = { ...picked(headers, SENT), 'x-mediagen-user': user }
  const repeat = headers.get('idempotency-key')
  if (repeat === null) return sent
  // All users share one key, so anyone who guessed the idempotency key of another user would receive their result.
  const own = await sha256Of(new TextEncoder().encode(JSON.stringify([user, repeat])))
  return { ...sent, 'idempotency-key': `proxy-${own}` }
}

/** Browsers send the origin of the page, and pages cannot change it. A request without one is not from a browser, so
 * `authorize` decides. */
function isOwnPage({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return true
  const from = URL.canParse(origin) ? new URL(origin).host : ''
  return from === headers.get('host') || from === new URL(url).host
}

function refused({ status, code, message }: Refusal): Response {
  const type = status === 401 ? 'authentication_error' : status === 403 ? 'permission_error' : 'not_found_error'
  return Response.json({ error: { code, message, type, param: null, request_id: 'proxy' } }, { status })
}
