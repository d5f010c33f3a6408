import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Enough for a client that reads while it sends to see its answer, and too little to tie anybody up.
const MOST_BYTES = 2 ** 20
const LONGEST_MS = 1_000
// A long prompt with its other parameters: reading the rest of it is cheaper than a new connection.
const SMALL_BYTES = 16 * 1024

/**
 * Limits what may still arrive of a body once its request is answered. Nobody uses it. But if the connection were
 * closed at once, the client would see a reset instead of the answer, and if everything were accepted, a stranger could
 * send forever.
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

/** Reads the rest of a body, within limits; if the answer is the last one, the connection ends after it. */
export function boundRest(raw: IncomingMessage, response: ServerResponse, isLast: boolean): void {
  const { socket } = raw
  let bytes = 0
  raw.on('error', () => {})
  raw.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes <= MOST_BYTES) return
    if (response.writableFinished) socket.destroy()
    // The answer goes first: the rest waits until it is sent.
    else raw.pause()
  })
  response.once('finish', () => {
    const stay = destroyLater(socket)
    if (!isLast) raw.once('end', stay)
    raw.resume()
  })
  // Node closes a connection completely with its last answer. Here, only our side ends: the client may still be
  // sending.
  if (isLast) socket.destroySoon = () => void socket.end()
}

/**
 * Sends a last message on a connection without a request, and closes it soon, whether or not its client closes its
 * side.
 */
export function endWith(socket: Socket, text: string): void {
  socket.on('error', () => {})
  socket.end(text, () => destroyLater(socket))
}

/** Returns a function that cancels it: a connection serves many requests, and must not remember each of them. */
function destroyLater(socket: Socket): () => void {
  const timer = setTimeout(() => socket.destroy(), LONGEST_MS).unref()
  const stay = (): void => {
    clearTimeout(timer)
    socket.off('close', stay)
  }
  socket.once('close', stay)
  return stay
}
