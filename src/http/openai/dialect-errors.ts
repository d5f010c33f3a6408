import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { errorAnswer, sendError, STATUS } from '../answer/error-reply.ts'
import { attemptCount } from './accept-generation.ts'

const SHOULD_RETRY = 'x-should-retry'

/** The HTTP status of an error in this API. These clients recognise a missing model by its 404. */
export function statusHere(code: ErrorCode): number {
  return code === 'model_not_found' ? 404 : STATUS[code]
}

/**
 * Errors as these clients read them. The body is our usual error body, which has all fields of theirs; a header also
 * says whether a repeat makes sense, since by default they repeat everything that ends in 409, 429 or 5xx.
 */
export function answerErrors(app: FastifyInstance, log: Log, onRefused: (request: FastifyRequest) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (isRefusal(reply, error)) onRefused(request)
    if (!reply.hasHeader(SHOULD_RETRY)) reply.header(SHOULD_RETRY, String(isWorthRepeating(error)))
    if (!(error instanceof AppError) || error.code !== 'model_not_found') return sendError(log, reply, error)
    const { headers, body } = errorAnswer(error, reply.request.id)
    return reply.code(statusHere(error.code)).headers(headers).send(body)
  })
}

/** The outcome of a task stays the same, however often the request is repeated. */
export function repeatingIsPointless(reply: FastifyReply): void {
  reply.header(SHOULD_RETRY, 'false')
}

// With these, nobody can say that nothing was created.
const IN_DOUBT: ReadonlySet<ErrorCode> = new Set(['storage_unavailable', 'internal_error'])

/** Whether this refuses the first attempt of a client that will come again, before anything was created. */
function isRefusal(reply: FastifyReply, thrown: unknown): boolean {
  const { caller, headers, method } = reply.request
  if (caller === undefined || method !== 'POST' || attemptCount(headers) !== 0) return false
  if (!(thrown instanceof AppError) || !isWorthRepeating(thrown) || IN_DOUBT.has(thrown.code)) return false
  return !reply.hasHeader('x-task-id') && thrown.taskId === undefined
}

function isWorthRepeating(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) {
    const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500
    return status >= 500
  }
  // Its task continues, and a repeat would not wait for it but pay for another one.
  if (thrown.taskId !== undefined && thrown.retryAfterSeconds === undefined) return false
  const status = statusHere(thrown.code)
  return ERRORS[thrown.code].retryable && (status === 429 || status >= 500)
}
