import type { FastifyInstance } from 'fastify'

// What a page may read of an answer, beside its body. Browsers hide all other headers.
const EXPOSED = [
  'x-request-id',
  'x-task-id',
  'x-mediagen-adopted',
  'x-mediagen-warnings',
  'x-should-retry',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'location',
  'allow',
  'preference-applied',
  'etag',
  'accept-ranges',
  'content-range',
  'content-disposition',
  'mcp-session-id',
  'mcp-protocol-version',
].join(', ')
const METHODS = 'GET, HEAD, POST, DELETE'
// What our interfaces read, and what clients of OpenAI say of themselves.
const TAKEN =
  /^(?:authorization|content-type|accept|idempotency-key|prefer|range|if-none-match|if-range|last-event-id|x-request-id|user-agent|openai-[a-z-]{1,40}|x-stainless-[a-z-]{1,40}|mcp-[a-z-]{1,40})$/
// Browsers remember for two hours at most, whatever they are told.
const REMEMBER_SECONDS = 7_200
const NO_CONTENT = 204

/**
 * Lets pages of these origins call from a browser. They bring a key of their own: credentials that a browser adds by itself,
 * such as cookies, are never asked for, so that `*` gives nobody's rights away.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isForAll = origins.includes('*')
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    // Caches must not give one page the answer that was made for another.
    if (!isForAll) reply.header('vary', 'origin')
    const { origin } = headers
    if (origin === undefined || !(isForAll || origins.includes(origin))) return done()
    reply.header('access-control-allow-origin', isForAll ? '*' : origin)
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', EXPOSED)
      return done()
    }
    void reply
      .code(NO_CONTENT)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': takenOf(headers['access-control-request-headers']),
        'access-control-max-age': String(REMEMBER_SECONDS),
      })
      .send()
  })
}

/** Of the headers that a page wants to send, those that we know. */
function takenOf(wanted: string | undefined): string {
  const names = (wanted ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => TAKEN.test(name)).join(', ')
}
