import type { FastifyReply } from 'fastify'

/**
 * Sends a document that is the same each time, written once. Anybody may ask for it, without a key and as often as they like:
 * written anew for each, a hundred thousand characters would be the dearest answer that strangers can get.
 */
export function preparedJson(make: () => unknown): (reply: FastifyReply) => Promise<string> {
  let text: string | undefined
  return async (reply) => {
    text ??= JSON.stringify(await make())
    reply.header('content-type', 'application/json; charset=utf-8')
    return text
  }
}
