import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/errors.ts'

export type BodyRules = { maxBytes: number; brokenOff: 'invalid_json' | 'invalid_multipart' }

// The amount processed at a time: a fraction of a millisecond, whatever the bytes are.
const PIECE_BYTES = 64 * 1024
// A long prompt with its other parameters; reading it takes no longer than waiting for a turn.
const SMALL_BYTES = 16 * 1024

/**
 * A body piece by piece, under a limit that we count ourselves, whatever Content-Length claims. The next piece is read
 * on demand, and others get their turn before it comes.
 */
export async function* readBody(raw: IncomingMessage, rules: BodyRules): AsyncGenerator<Uint8Array> {
  if (Number(raw.headers['content-length'] ?? 0) > rules.maxBytes) throw tooLarge(rules.maxBytes)
  const small = readSmallBody(raw, rules)
  if (small !== undefined) return yield await small
  let bytes = 0
  for await (const chunk of chunksOf(raw, rules)) {
    bytes += chunk.length
    if (bytes > rules.maxBytes) throw tooLarge(rules.maxBytes)
    yield* inTurns(chunk)
  }
}

/**
 * A body so small that it is read at once, as one piece; undefined if it is larger or does not declare its size. Node
 * delivers no more than declared.
 */
export function readSmallBody(raw: IncomingMessage, { brokenOff }: BodyRules): Promise<Uint8Array> | undefined {
  const declared = Number(raw.headers['content-length'] ?? Infinity)
  if (!(declared <= SMALL_BYTES)) return undefined
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let isWhole = false
    const fail = (cause?: unknown): void => {
      // A request also closes when its body has been read, and an error costs more than the reading.
      if (!isWhole) reject(brokenOffError(brokenOff, cause))
    }
    // A client that disconnected earlier emits no more events.
    if (raw.destroyed) return fail()
    raw.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    raw.once('end', () => {
      isWhole = true
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    })
    raw.once('error', fail)
    raw.once('close', fail)
  })
}

function brokenOffError(code: BodyRules['brokenOff'], cause: unknown): AppError {
  return new AppError(code, 'The connection was lost before the body was complete.', { cause })
}

/** Small pieces of a larger one, with a turn of the event loop after each. */
export async function* inTurns(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
    yield chunk.subarray(start, start + PIECE_BYTES)
    await nextTurn()
  }
}

async function* chunksOf(raw: IncomingMessage, { brokenOff }: BodyRules): AsyncGenerator<Uint8Array> {
  // Leaving early must not destroy the stream: that would close the connection before our answer is out.
  const chunks: AsyncIterator<Uint8Array> = raw.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => {
        throw brokenOffError(brokenOff, cause)
      })
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

function tooLarge(maxBytes: number): AppError {
  const limit = maxBytes < 2 ** 20 ? `${Math.floor(maxBytes / 1024)} KiB` : `${Math.floor(maxBytes / 2 ** 20)} MiB`
  return payloadTooLarge(`The body is larger than ${limit}. Send smaller or fewer images, or their URLs.`)
}

export function payloadTooLarge(message: string): AppError {
  return new AppError('payload_too_large', message)
}

// Each continues for about a millisecond. With any number of bodies at once, all others still get their turn.
const AT_A_TIME = 2

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop; of all waiters, only a few continue in each. First come, first served.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letSomeGoOn)
  })
}

function letSomeGoOn(): void {
  const first = waiting.splice(0, AT_A_TIME)
  if (waiting.length > 0) setImmediate(letSomeGoOn)
  for (const goOn of first) goOn()
}
