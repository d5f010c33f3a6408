import type { FastifyRequest } from 'fastify'
import { byteBudget } from '../../core/files/byte-budget.ts'
import { AppError } from '../../core/errors.ts'
import { unsupportedMediaType } from '../answer/error-reply.ts'
import { isUtf8, parseContentType } from '../body/media-type.ts'
import { readBody } from '../body/read-body.ts'

const MIB = 2 ** 20
// Room for a small picture in a data: URL. Larger ones have a URL, or are a result of ours.
const MAX_BYTES = 4 * MIB
// A message is held until it is answered, which may take as long as a call waits.
const MESSAGES = byteBudget({ total: 64 * MIB, each: 16 * MIB })
const SMALLEST = 4 * 1024
// White space and a byte order mark: the reader of the message skips any number of them.
const BEFORE_A_MESSAGE = Buffer.from(' \t\r\n\uFEFF')
const ARRAY = Buffer.from('[')[0]

export type MessageBody = { body: Uint8Array<ArrayBuffer>; free: () => void }

/** Reads one message once there is memory for it, which is held until it is freed. */
export async function messageBody(request: FastifyRequest): Promise<MessageBody> {
  const { raw, caller } = request
  // The reader treats the message as UTF-8, whatever it declares: a reader with another encoding would see a different
  // message.
  const type = parseContentType(raw.headers['content-type'] ?? '')
  if (type !== undefined && !isUtf8(type)) throw unsupportedMediaType()
  const declared = Number(raw.headers['content-length'] ?? MAX_BYTES)
  const gone = new AbortController()
  const hangUp = (): void => gone.abort(new AppError('invalid_parameter', 'The connection was lost.'))
  raw.once('close', hangUp)
  const wanted = Math.min(Math.max(declared, SMALLEST), MAX_BYTES)
  const free = await MESSAGES.take(caller.id, wanted, gone.signal).finally(() => raw.off('close', hangUp))
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of readBody(raw, { maxBytes: MAX_BYTES, brokenOff: 'invalid_json' })) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    refuseMany(body)
    // A client that did not declare a size got room for the maximum; four of them would block all others of their key.
    free(Math.max(body.length, SMALLEST))
    return { body, free: () => free() }
  } catch (error) {
    free()
    throw error
  }
}

/** Only one past version of the protocol had messages in arrays; thousands of calls in one body help nobody. */
function refuseMany(body: Buffer): void {
  if (body.find((byte) => !BEFORE_A_MESSAGE.includes(byte)) !== ARRAY) return
  throw new AppError('invalid_json', 'Send one message in a body, not an array of them.')
}
