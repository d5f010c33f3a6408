import { MediagenError } from './errors.ts'
import { sha256Of } from './sha256.ts'
import { systemRuntime, type Runtime } from './runtime.ts'

type Refusal = { status: 401 | 403 | 404; code: string; message: string }

export type ProxyOptions = {
  /** Where your pages send their requests, such as `/api/media`. */
  path: string
  /**
   * Who is signed in to your application: the name by which limits for end users count them, without spaces. Null refuses; an
   * answer of your own is passed on.
   */
  authorize: (request: Request) => Promise<string | Response | null> | string | Response | null
  /** MEDIAGEN_API_KEY unless given. */
  apiKey?: string
  /** MEDIAGEN_URL unless given, else http://127.0.0.1:8080. */
  baseURL?: string
  runtime?: Partial<Runtime>
}

// What a page needs to make things and to wait for them. Lists are not here: they would show everybody's tasks to everybody.
const ALLOWED: readonly [method: string, path: RegExp][] = [
  ['POST', /^\/api\/ai\/(?:images\/generations|videos|estimate|uploads)$/],
  ['GET', /^\/api\/ai\/models$/],
  ['GET', /^\/api\/ai\/videos\/\d{1,40}$/],
  ['GET', /^\/api\/ai\/tasks\/\d{1,40}(?:\/events|\/preview)?$/],
  ['POST', /^\/api\/ai\/tasks\/\d{1,40}\/cancel$/],
]
// Nothing else of the page's goes along: not its cookies, and no word about who asks.
const SENT = ['accept', 'content-type', 'prefer', 'last-event-id'] as const
// What the connection or the other service is about stays out; the body is already unpacked.
const ANSWERED = ['content-type', 'cache-control', 'retry-after', 'x-request-id', 'x-task-id', 'warning'] as const

const USER = /^[\x21-\x7e]{1,256}$/

/**
 * Passes on what pages of your application ask, with your key, so that the key stays on the server. It takes the `Request` of the
 * web and gives its `Response`, as route handlers of most frameworks do.
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
    // A page of another site could otherwise spend money with the cookies of your users.
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
  // One key serves all users: whoever guessed the word of another one would be given what that one made.
  const own = await sha256Of(new TextEncoder().encode(JSON.stringify([user, repeat])))
  return { ...sent, 'idempotency-key': `proxy-${own}` }
}

/** Browsers say whose page it was, and no page can write that. What says nothing is no browser, and `authorize` decides. */
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
