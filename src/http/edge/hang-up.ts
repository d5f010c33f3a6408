import type { FastifyReply } from 'fastify'

/** Aborts once the client has hung up: nobody is left to answer. Tasks go on all the same. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  reply.raw.once('close', () => hangUp.abort())
  if (reply.raw.destroyed) hangUp.abort()
  return hangUp.signal
}
