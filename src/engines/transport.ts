import { Agent, request } from 'undici'
import { AppError } from '../core/errors.ts'

const SECOND_MS = 1_000
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS
// A synchronous picture may take minutes; whoever waits has a deadline of its own and aborts.
const HEADERS_TIMEOUT_MS = 15 * 60 * SECOND_MS
const BODY_TIMEOUT_MS = 120 * SECOND_MS
// The largest answer that is held in memory: a few pictures in base64. Clips come by address.
const MAX_ANSWER_BYTES = 128 * 2 ** 20

export type TransportRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | FormData | Blob
  signal?: AbortSignal
}

export type TransportAnswer = { status: number; headers: Readonly<Record<string, string>>; bytes: Uint8Array }

/** A request that got no whole answer. `sent` is false only when not one byte of it can have arrived. */
export class TransportError extends Error {
  readonly sent: boolean

  constructor(sent: boolean, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'TransportError'
    this.sent = sent
  }
}

/** The way to servers that the operator named. Redirects are not followed. */
export type Transport = {
  send(request: TransportRequest): Promise<TransportAnswer>
  /** A result to be read once, too large to hold; what goes wrong with it is an `AppError`. */
  stream(request: Pick<TransportRequest, 'url' | 'headers' | 'signal'>): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

/** Errors that come before a connection stands: name lookup, refusal, no route, TLS. */
const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_INVALID_URL)$/

/** Opens connections of one engine. */
export function openTransport(): Transport {
  const timeouts = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  }
  const reading = new Agent(timeouts)
  // A kept connection may be closed by the other side just as a start goes out, and then nobody can tell whether the
  // start arrived. A fresh connection for each start costs a handshake and never leaves that doubt.
  const starting = new Agent({ ...timeouts, pipelining: 0 })

  const open = async (
    asked: TransportRequest,
  ): Promise<{ status: number; headers: Record<string, string>; body: AsyncIterable<Uint8Array> }> => {
    const encoded = asked.body === undefined ? undefined : new Response(asked.body)
    const type = encoded?.headers.get('content-type')
    const headers: Record<string, string> = { ...lowerCased(asked.headers ?? {}) }
    if (
      type !== null &&
      type !== undefined &&
      (headers['content-type'] === undefined || asked.body instanceof FormData)
    )
      headers['content-type'] = type
    const answer = await request(asked.url, {
      method: asked.method as 'GET',
      headers,
      body: encoded === undefined ? null : Buffer.from(await encoded.arrayBuffer()),
      dispatcher: asked.method === 'GET' ? reading : starting,
      signal: asked.signal ?? null,
    })
    return { status: answer.statusCode, headers: flat(answer.headers), body: answer.body }
  }

  return {
    async send(asked) {
      try {
        const { status, headers, body } = await open(asked)
        return { status, headers, bytes: await readAll(body) }
      } catch (error) {
        throw translate(error, asked.signal)
      }
    },
    async stream(asked) {
      try {
        const { status, body } = await open({ ...asked, method: 'GET' })
        if (status === 200) return whole(body)
        await readAll(body)
        throw new TransportError(true, `status ${status}`)
      } catch (error) {
        throw unreadable(error)
      }
    },
    async close() {
      await Promise.all([reading.destroy(), starting.destroy()])
    },
  }
}

async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(cause: unknown): AppError {
  return new AppError('provider_error', 'The provider made a result, but it could not be read.', { cause })
}

function translate(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true || error instanceof TransportError) return error
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined) ?? ''
  const detail = code === '' ? String(error) : code
  return new TransportError(!BEFORE_SENDING.test(code), detail, error)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > MAX_ANSWER_BYTES) throw new TransportError(true, `an answer of more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return Object.fromEntries(entries)
}
