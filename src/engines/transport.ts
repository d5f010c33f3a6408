import { Agent, request, type Client } from 'undici'
import { AppError } from '../core/errors.ts'
import { startConnection } from './start-connection.ts'

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

type Opened = {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
}

/** Opens connections of one engine. */
export function openTransport(): Transport {
  const reading = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  })
  const starting = new Set<Client>()

  const get = async (asked: Omit<TransportRequest, 'method'>): Promise<Opened> => {
    const { statusCode, headers, body } = await request(asked.url, {
      headers: lowerCased(asked.headers ?? {}),
      dispatcher: reading,
      signal: asked.signal ?? null,
    })
    return { status: statusCode, headers: flat(headers), body }
  }

  /** Everything but a question may start something, so it gets a connection of its own. */
  const send = async (asked: TransportRequest): Promise<TransportAnswer> => {
    const url = URL.parse(asked.url)
    if (url === null) throw new TransportError(false, 'ERR_INVALID_URL')
    const { headers, body } = await encode(asked)
    const { client, stood } = startConnection(url.origin, {
      connectMs: CONNECT_TIMEOUT_MS,
      headersMs: HEADERS_TIMEOUT_MS,
      bodyMs: BODY_TIMEOUT_MS,
    })
    starting.add(client)
    try {
      const path = `${url.pathname}${url.search}`
      const method = asked.method as 'POST'
      const answer = await client.request({ path, method, headers, body, signal: asked.signal ?? null })
      return { status: answer.statusCode, headers: flat(answer.headers), bytes: await readAll(answer.body) }
    } catch (error) {
      throw translate(error, asked.signal, stood())
    } finally {
      starting.delete(client)
      void client.destroy()
    }
  }

  return {
    async send(asked) {
      if (asked.method !== 'GET') return send(asked)
      try {
        const { status, headers, body } = await get(asked)
        return { status, headers, bytes: await readAll(body) }
      } catch (error) {
        throw translate(error, asked.signal, true)
      }
    },
    async stream(asked) {
      try {
        const { status, body } = await get(asked)
        if (status === 200) return whole(body)
        await readAll(body)
        throw new TransportError(true, `status ${status}`)
      } catch (error) {
        throw unreadable(error)
      }
    },
    async close() {
      await Promise.all([reading.destroy(), ...[...starting].map((client) => client.destroy())])
    },
  }
}

async function encode(asked: TransportRequest): Promise<{ headers: Record<string, string>; body: Buffer | null }> {
  const headers = lowerCased(asked.headers ?? {})
  if (asked.body === undefined) return { headers, body: null }
  const encoded = new Response(asked.body)
  const type = encoded.headers.get('content-type')
  if (type !== null && (headers['content-type'] === undefined || asked.body instanceof FormData))
    headers['content-type'] = type
  return { headers, body: Buffer.from(await encoded.arrayBuffer()) }
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

function translate(error: unknown, signal: AbortSignal | undefined, sent: boolean): unknown {
  if (signal?.aborted === true || error instanceof TransportError) return error
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined)
  return new TransportError(sent, code ?? String(error), error)
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
