import type { Socket } from 'node:net'
import { AppError } from '../../core/errors.ts'
import { rawAnswer } from './bare-requests.ts'
import { errorAnswer } from './error-reply.ts'
import { endWith } from './linger.ts'

type ClientError = Error & { code?: string }

const last = new WeakSet<Socket>()

/** Says that the answer which is being made is the last on this connection: what comes behind it is not looked at. */
export function answerIsLast(socket: Socket): void {
  last.add(socket)
}

/** Answers what is not even HTTP in the same form as every other error, then closes the connection. */
export function answerClientError(error: ClientError, socket: Socket, requestId: string): void {
  if (last.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endWith(socket, rawAnswer(errorAnswer(toAppError(error), requestId)))
}

function toAppError({ code }: ClientError): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('payload_too_large', 'The headers are larger than 16 KiB together. Send fewer or shorter ones.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request did not arrive in time. Send it without long pauses.')
  }
  return new AppError('invalid_parameter', 'This is not a well-formed HTTP/1.1 request.')
}
