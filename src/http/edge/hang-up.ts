import type { FastifyReply } from 'fastify'

// One for all: made anew for each, it would be a good part of what a short request costs.
const HUNG_UP = new DOMException('The client has hung up.', 'AbortError')

/** Aborts once the client has hung up: nobody is left to answer. Tasks go on all the same. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  reply.raw.once('close', () => hangUp.abort(HUNG_UP))
  if (reply.raw.destroyed) hangUp.abort(HUNG_UP)
  return hangUp.signal
}
