import type { Clock, GuardedAnswer, GuardedRequest } from '../ports/runtime.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import { limitedBody } from './limited-body.ts'
import { Forbidden } from './refused.ts'

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

/** The encoding that the sender put on the body although we asked for none. */
function encodingOf(headers: Exchange['headers']): string | undefined {
  const content = (headers['content-encoding'] ?? '').trim().toLowerCase()
  const transfer = (headers['transfer-encoding'] ?? '').trim().toLowerCase()
  if (content !== '' && content !== 'identity') return content
  return transfer !== '' && transfer !== 'chunked' ? transfer : undefined
}

/**
 * What the caller of the guard sees of an exchange. An encoded body is refused: a few bytes of it may unpack to
 * gigabytes. Where the body is only looked at (`cut`), or the answer is an error, the status still stands, without a
 * body: a receiver that took a notification and answers in gzip would otherwise be sent the same one ten times.
 */
export function answerOf(
  got: Exchange,
  request: GuardedRequest,
  { clock, deadline }: { clock: Clock; deadline: Deadline },
): GuardedAnswer {
  const { status, headers } = got
  const discard = () => {
    deadline.clear()
    got.close()
  }
  const encoding = encodingOf(headers)
  if (encoding === undefined) {
    const length = headers['content-length']
    const declaredBytes = length === undefined ? undefined : Number(length)
    const { signal } = deadline
    const body = limitedBody({ source: got.body, limits: request, declaredBytes, clock, signal, close: discard })
    return { ok: true, status, headers, body, discard }
  }
  discard()
  if (request.excess === 'fail' && status < 400) throw new Forbidden(`responded with the ${encoding} encoding`)
  return { ok: true, status, headers, body: nothing(), discard }
}
