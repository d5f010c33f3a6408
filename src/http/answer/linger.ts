import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Enough for a client that reads while it sends to see its answer, and too little to keep anybody busy.
const MOST_BYTES = 2 ** 20
const LONGEST_MS = 1_000
// A long prompt with all its neighbours: what is left of it is not worth a new connection.
const SMALL_BYTES = 16 * 1024

/**
 * Bounds what may still come of a body once its request is answered. Nobody reads it, but where the connection were closed at
 * once the client would find it reset in place of the answer, and where it were taken in for ever a stranger could send for ever.
 */
export function boundUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.complete || raw.destroyed) return done()
    const isSmall = Number(raw.headers['content-length'] ?? Infinity) <= SMALL_BYTES
    const isLast = reply.statusCode >= 400 && !isSmall
    if (isLast) reply.header('connection', 'close')
    boundRest(raw, reply.raw, isLast)
    done()
  })
}

/** Takes in the rest of a body, within bounds; where the answer is the last one, the connection ends with them. */
export function boundRest(raw: IncomingMessage, response: ServerResponse, isLast: boolean): void {
  const { socket } = raw
  let bytes = 0
  raw.on('error', () => {})
  raw.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes <= MOST_BYTES) return
    if (response.writableFinished) socket.destroy()
    // The answer goes first: the rest waits on the line until it is out.
    else raw.pause()
  })
  response.once('finish', () => {
    const stay = destroyLater(socket)
    if (!isLast) raw.once('end', stay)
    raw.resume()
  })
  // Node closes a connection for good with its last answer. Here only our own side ends: the client may still be sending.
  if (isLast) socket.destroySoon = () => void socket.end()
}

/** Sends the last words on a connection that no request belongs to, and ends it soon, whether or not its client ends its side too. */
export function endWith(socket: Socket, text: string): void {
  socket.on('error', () => {})
  socket.end(text, () => destroyLater(socket))
}

/** Gives back what calls it off: a connection serves many requests, and must not remember each of them. */
function destroyLater(socket: Socket): () => void {
  const timer = setTimeout(() => socket.destroy(), LONGEST_MS).unref()
  const stay = (): void => {
    clearTimeout(timer)
    socket.off('close', stay)
  }
  socket.once('close', stay)
  return stay
}
