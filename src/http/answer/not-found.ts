import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'

/** Answers a browser that shows a page to a person; undefined if the client is a program. */
export type NoPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** Answers requests that match no route: 405 with the supported methods, or 404, with a page for people. */
export function answerUnrouted(app: FastifyInstance, noPage: NoPage): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsOf.set(url, methods)
  })
  const refuse = ({ url, method }: FastifyRequest, reply: FastifyReply): never => {
    const path = url.split('?', 1)[0] ?? ''
    const [pattern] = [...methodsOf.keys()]
      .filter((each) => matches(each, path))
      .sort((a, b) => wildcards(a) - wildcards(b))
    if (pattern === undefined) {
      const list = documentFor([...methodsOf.keys()], path) ?? '/docs'
      throw new AppError('route_not_found', `There is nothing at this URL. GET ${list} lists the endpoints.`)
    }
    const allowed = [...(methodsOf.get(pattern) ?? [])].sort().join(', ')
    reply.header('allow', allowed)
    const parent = path.slice(0, path.lastIndexOf('/'))
    // A client that guesses `/videos/generations` reaches the address of a single video.
    const near = methodsOf.get(parent)?.has(method) === true ? ` Did you mean ${method} ${parent}?` : ''
    throw new AppError('method_not_allowed', `This URL accepts ${allowed}, not ${method}.${near}`)
  }
  // Before the framework decides: for some methods, it demands a body even if there is no route.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && noPage(request, reply) !== undefined) return
    if (request.is404) refuse(request, reply)
    done()
  })
  app.setNotFoundHandler({ preHandler: [] }, async (request, reply) => refuse(request, reply))
}

/**
 * The document of the API to which an address would belong; undefined for the native one, which has pages for people.
 */
function documentFor(patterns: readonly string[], path: string): string | undefined {
  const documents = patterns.filter((pattern) => /.\/openapi\.json$/.test(pattern))
  return documents.find((document) => path.startsWith(document.replace(/openapi\.json$/, '')))
}

/** A literal path takes precedence over a parameter: `/tasks/cancel` is not `/tasks/:taskId`. */
function wildcards(pattern: string): number {
  return pattern.split('/').filter((segment) => segment.startsWith(':')).length
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  )
}
