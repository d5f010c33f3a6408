import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/errors.ts'

/** Takes one piece of a body; the next one is read when this resolves. */
export type BodySink = (chunk: Uint8Array) => void | Promise<void>

export type BodyRules = { maxBytes: number; brokenOff: 'invalid_json' | 'invalid_multipart' }

/** Reads a body to its end under a limit that we count ourselves, whatever Content-Length claims. */
export async function readBody(raw: IncomingMessage, rules: BodyRules, sink: BodySink): Promise<void> {
  if (Number(raw.headers['content-length'] ?? 0) > rules.maxBytes) throw tooLarge(rules.maxBytes)
  let bytes = 0
  for await (const chunk of chunksOf(raw, rules)) {
    bytes += chunk.length
    if (bytes > rules.maxBytes) throw tooLarge(rules.maxBytes)
    await sink(chunk)
  }
}

/**
 * Throws away what is left of a body whose request is answered early. Were it left unread, the client would find
 * its connection reset instead of our answer; were it read for ever, one upload could occupy us for ever.
 */
export function discardRest(raw: IncomingMessage, maxBytes: number): void {
  if (raw.complete || raw.destroyed) return
  let bytes = 0
  raw.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > maxBytes) raw.destroy()
  })
  raw.on('error', () => {})
  raw.resume()
}

async function* chunksOf(raw: IncomingMessage, { brokenOff }: BodyRules): AsyncGenerator<Uint8Array> {
  try {
    // Leaving early must not destroy the stream: that would close the connection before our answer is out.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new AppError(brokenOff, 'The connection broke off before the body was complete.', { cause })
  }
}

function tooLarge(maxBytes: number): AppError {
  const limit = Math.floor(maxBytes / 2 ** 20)
  const message = `The body is larger than ${limit} MiB. Send smaller or fewer images, or their addresses.`
  return new AppError('payload_too_large', message)
}
