import { buildConnector, Client } from 'undici'

/** A request that got no whole answer. `sent` is false only when not one byte of it can have arrived. */
export class TransportError extends Error {
  readonly sent: boolean
  /** True when the answer is larger than anything we take: asking again would bring the same. */
  readonly tooLarge: boolean

  constructor(sent: boolean, detail: string, more: { cause?: unknown; tooLarge?: boolean } = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'TransportError'
    this.sent = sent
    this.tooLarge = more.tooLarge === true
  }
}

export type ConnectionTimeouts = { connectMs: number; headersMs: number; bodyMs: number }

/** One connection for one request, and what became of it. */
export type StartConnection = {
  client: Client
  /** True once a connection stood, TLS included: from then on the request may have arrived. */
  stood: () => boolean
}

/**
 * A fresh connection for a request that may cost money. A kept one may be closed by the other side just as the request
 * goes out, and then nobody can tell whether it arrived. There is never a second connection: the request goes out once.
 */
export function startConnection(origin: string, { connectMs, headersMs, bodyMs }: ConnectionTimeouts): StartConnection {
  // HTTP/1.1 alone: in HTTP/2 a server may refuse a stream after the fact, and the client would send it again by itself.
  const connect = buildConnector({ timeout: connectMs, allowH2: false })
  let asked = false
  let stood = false
  const client = new Client(origin, {
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    pipelining: 0,
    allowH2: false,
    connect: (options, done) => {
      if (asked) return done(new Error('a start gets one connection'), null)
      asked = true
      connect(options, (...[error, socket]) => {
        if (error !== null) return done(error, null)
        stood = true
        done(null, socket)
      })
    },
  })
  return { client, stood: () => stood }
}

const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|EPIPE|UND_ERR_.*|ERR_TLS_.*|ERR_SSL_.*|CERT_.*)$/

/** Tells whether an error, or what caused it, is one of the line: a package may fetch a token by a way of its own. */
export function isLineTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  return (typeof code === 'string' && CODES.test(code)) || isLineTrouble(cause)
}
