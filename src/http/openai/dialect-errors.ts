import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { errorAnswer, sendError, STATUS } from '../answer/error-reply.ts'

const SHOULD_RETRY = 'x-should-retry'

/** The status of an error here. These clients know a model that is not there by its 404. */
export function statusHere(code: ErrorCode): number {
  return code === 'model_not_found' ? 404 : STATUS[code]
}

/**
 * Errors as these clients read them. The body is the one of every error here, which has all that theirs has; beside it they
 * are told whether a repeat makes sense, since left to themselves they repeat whatever ends in 409, 429 or 5xx.
 */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!reply.hasHeader(SHOULD_RETRY)) reply.header(SHOULD_RETRY, String(isWorthRepeating(error)))
    if (!(error instanceof AppError) || error.code !== 'model_not_found') return sendError(log, reply, error)
    const { headers, body } = errorAnswer(error, reply.request.id)
    return reply.code(statusHere(error.code)).headers(headers).send(body)
  })
}

/** What a task has ended in stays as it is, however often the request is repeated. */
export function repeatingIsPointless(reply: FastifyReply): void {
  reply.header(SHOULD_RETRY, 'false')
}

function isWorthRepeating(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) {
    const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500
    return status >= 500
  }
  const status = statusHere(thrown.code)
  return ERRORS[thrown.code].retryable && (status === 429 || status >= 500)
}
