import type { FastifyReply, FastifyRequest } from 'fastify'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export type Handlers = Readonly<Record<string, Handler>>

/** Handlers by name, loaded together at the first request for any of them: most processes never see such a client. */
export function loadedHandlers<All extends Handlers>(load: () => Promise<All>): (name: keyof All & string) => Handler {
  let all: Promise<All> | undefined
  return (name) => async (request, reply) => {
    const found = (await (all ??= load()))[name]
    if (found === undefined) throw new Error(`there is no handler ${name}`)
    return found(request, reply)
  }
}
