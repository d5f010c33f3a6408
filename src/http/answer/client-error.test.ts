import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { answerClientError, answerIsLast } from './raw-responses.ts'

/** What is written to a connection on which this went wrong. */
function answerTo(code: string, prepare?: (socket: Socket) => void): string {
  const socket = new PassThrough() as unknown as Socket
  prepare?.(socket)
  answerClientError(Object.assign(new Error('broken'), { code }), socket, 'req_1')
  return String((socket as unknown as PassThrough).read() ?? '')
}

test('a head or a request that does not come in time is 408 request_timeout, headers that are too large 413, the rest 400', () => {
  assert.match(answerTo('ERR_HTTP_REQUEST_TIMEOUT'), /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
  assert.match(answerTo('HPE_HEADER_OVERFLOW'), /^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/)
  assert.match(answerTo('HPE_INVALID_METHOD'), /^HTTP\/1\.1 400 [^]*"code":"invalid_parameter"/)
})

test('a client that has hung up is not answered, and a last answer is followed by none', () => {
  assert.equal(answerTo('ECONNRESET'), '')
  assert.equal(answerTo('HPE_INVALID_METHOD', answerIsLast), '')
})
