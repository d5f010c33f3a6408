import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { errorAnswer, type ErrorAnswer } from './error-reply.ts'
import { boundRest, endWith } from './linger.ts'

const EXPECTATION_FAILED = 417
// Not imported by name: that would evaluate everything that the module offers, and load a whole HTTP client with it.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Answers the two kinds of request that the framework never sees: CONNECT, and an unknown Expect. */
export function answerBareRequests({ server }: FastifyInstance, newRequestId: () => string): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const error = new AppError('method_not_allowed', 'This service is not a proxy and does not accept CONNECT.')
    endWith(socket, rawAnswer(errorAnswer(error, newRequestId())))
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = 'The Expect header must be 100-continue or absent.'
    const { headers, body } = errorAnswer(
      new AppError('invalid_parameter', message, { param: 'Expect' }),
      newRequestId(),
    )
    // The rest is not read: if a client sends a body all the same, it must not be taken for the next request.
    boundRest(request, response, true)
    const length = Buffer.byteLength(body)
    response.writeHead(EXPECTATION_FAILED, { ...headers, 'content-length': length, connection: 'close' }).end(body)
  })
}

/** An answer as bytes, for a connection without a response object; it closes afterwards. */
export function rawAnswer({ status, headers, body }: ErrorAnswer): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`
}

type ClientError = Error & { code?: string }

const last = new WeakSet<Socket>()

/** Makes the current answer the last on this connection: anything after it is ignored. */
export function answerIsLast(socket: Socket): void {
  last.add(socket)
}

/** Answers something that is not even HTTP in the same form as every other error, then closes the connection. */
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
    return new AppError('payload_too_large', 'The headers exceed 16 KiB in total. Send fewer or shorter ones.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request did not arrive in time. Send it without long pauses.')
  }
  return new AppError('invalid_parameter', 'This is not a well-formed HTTP/1.1 request.')
}
