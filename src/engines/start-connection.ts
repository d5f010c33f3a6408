import { buildConnector, Client } from 'undici'

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
