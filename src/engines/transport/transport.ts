import { Agent, request, type Client } from 'undici'
import { downloadSpeed } from '../../core/files/download-speed.ts'
import { mayPass, Unfetched } from '../../core/files/unfetched.ts'
import { AppError } from '../../core/errors.ts'
import { USER_AGENT } from '../../core/user-agent.ts'
import type { EngineBytes } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import { answerSource, MAX_HELD_BYTES, readAll } from './answer-source.ts'
import { liftBody, liftJson, type Lifting } from './lift-answer.ts'
import type { Spool } from './put-aside.ts'
import { startConnection, TransportError } from './connection.ts'

export { TransportError }

const SECOND_MS = 1_000
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS
// A synchronous picture may take minutes; the task that waits has a deadline of its own and aborts.
const HEADERS_TIMEOUT_MS = 15 * 60 * SECOND_MS
/** A frozen server must not keep a question until the deadline of its task: asked again, it may have the result. */
export const QUESTION_MS = 60 * SECOND_MS
const BODY_TIMEOUT_MS = 120 * SECOND_MS
// The largest answer of which the pictures and clips are put aside as they come.
const MAX_LIFTED_BYTES = 2 * 2 ** 30
// A result that comes slower than this over half a minute will not come in time, and may never end.
const DOWNLOAD = { bytesPerSecond: 1_024, graceMs: 30_000, windowMs: 30_000 }
const LOOK_EVERY_MS = 1_000

export type TransportRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | FormData | Blob
  signal?: AbortSignal
  /** How long the answer may take to begin; a minute for GET, otherwise as long as a picture may take. */
  headersMs?: number
  /** Where pictures and clips inside of the answer are put; short strings that stand for them take their place. */
  parts?: EngineBytes[]
}

export type TransportOptions = {
  /** By it slow downloads are told; without it only silence is. */
  clock?: Clock
  /** Takes large parts of answers; without it they are held in memory. */
  spool?: Spool | undefined
}

export type TransportAnswer = { status: number; headers: Readonly<Record<string, string>>; bytes: Uint8Array }

/** The way to servers that the operator named. Redirects are not followed. */
export type Transport = {
  send(request: TransportRequest): Promise<TransportAnswer>
  /** A result to be read once, too large to hold; what goes wrong with it is an `AppError`. */
  stream(request: Pick<TransportRequest, 'url' | 'headers' | 'signal'>): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

const UNREADABLE = 'The provider made a result, but it could not be read.'

type Body = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown }
type Opened = { status: number; headers: Record<string, string>; body: Body }

/** Opens connections of one engine. */
export function openTransport({ clock, spool }: TransportOptions = {}): Transport {
  const reading = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    bodyTimeout: BODY_TIMEOUT_MS,
  })
  const starting = new Set<Client>()

  const get = async (asked: Omit<TransportRequest, 'method'>): Promise<Opened> => {
    const { statusCode, headers, body } = await request(asked.url, {
      headers: lowerCased(asked.headers ?? {}),
      dispatcher: reading,
      signal: asked.signal ?? null,
      headersTimeout: asked.headersMs ?? HEADERS_TIMEOUT_MS,
    })
    // Stays for the life of the body: a reset that comes while nobody reads must not end the process.
    body.on('error', () => undefined)
    return { status: statusCode, headers: flat(headers), body }
  }

  const read = async (
    { status, headers, body }: Opened,
    { parts, signal = new AbortController().signal }: Pick<TransportRequest, 'parts' | 'signal'>,
  ): Promise<TransportAnswer> => {
    try {
      const lifting = parts === undefined ? undefined : { parts, spool }
      const length = lengthIn(headers)
      const bytes = await bytesOf(body, { type: headers['content-type'], length, lifting, signal })
      return { status, headers, bytes }
    } finally {
      body.destroy()
    }
  }

  /** Everything but a question may start something, so it gets a connection of its own. */
  const send = async (asked: TransportRequest): Promise<TransportAnswer> => {
    const url = URL.parse(asked.url)
    if (url === null) throw new TransportError(false, 'ERR_INVALID_URL')
    const { headers, body } = await encode(asked)
    const { client, stood } = startConnection(url.origin, {
      connectMs: CONNECT_TIMEOUT_MS,
      headersMs: asked.headersMs ?? HEADERS_TIMEOUT_MS,
      bodyMs: BODY_TIMEOUT_MS,
    })
    starting.add(client)
    try {
      const path = `${url.pathname}${url.search}`
      const method = asked.method as 'POST'
      const answer = await client.request({ path, method, headers, body, signal: asked.signal ?? null })
      answer.body.on('error', () => undefined)
      const opened = { status: answer.statusCode, headers: flat(answer.headers), body: answer.body }
      return await read(opened, asked)
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
        return await read(await get({ headersMs: QUESTION_MS, ...asked }), asked)
      } catch (error) {
        throw translate(error, asked.signal, true)
      }
    },
    async stream(asked) {
      const { status, body } = await get(asked).catch((error: unknown) => {
        throw new Unfetched(UNREADABLE, error)
      })
      if (status === 200) return whole(body, clock)
      body.destroy()
      const cause = new TransportError(true, `status ${status}`)
      throw mayPass(status) ? new Unfetched(UNREADABLE, cause) : new AppError('provider_error', UNREADABLE, { cause })
    },
    async close() {
      await Promise.all([reading.destroy(), ...[...starting].map((client) => client.destroy())])
    },
  }
}

type Reading = {
  type: string | undefined
  length: number | undefined
  lifting: Lifting | undefined
  signal: AbortSignal
}

/** An answer in memory, as small ones are; what it holds of pictures and clips is put aside. */
async function bytesOf(
  body: Body,
  { type = 'application/json', length, lifting, signal }: Reading,
): Promise<Uint8Array> {
  const lifted = answerSource(body, MAX_LIFTED_BYTES, length)
  if (lifting !== undefined && /\bjson\b/.test(type)) return liftJson(lifted, lifting)
  if (lifting !== undefined && /^(?:image|video)\/|^application\/octet-stream/.test(type))
    return liftBody(lifted, lifting)
  return readAll(answerSource(body, MAX_HELD_BYTES), signal)
}

function lengthIn(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['content-length']
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
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

async function* whole(body: Body, clock: Clock | undefined): AsyncGenerator<Uint8Array> {
  const over = new AbortController()
  const speed = downloadSpeed(DOWNLOAD)
  const now = (): number => clock?.now() ?? 0
  const watch = async (): Promise<void> => {
    while (clock !== undefined && !over.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, over.signal)
      if (!over.signal.aborted && speed.isTooSlow(now())) return void body.destroy(new Error('too slow'))
    }
  }
  void watch()
  try {
    speed.wait(now())
    for await (const chunk of body) {
      speed.arrived(now(), chunk.length)
      yield chunk
      speed.wait(now())
    }
  } catch (error) {
    throw new Unfetched(UNREADABLE, error)
  } finally {
    over.abort()
  }
}

function translate(error: unknown, signal: AbortSignal | undefined, sent: boolean): unknown {
  // What our own storage says of a part that was put aside is no trouble of the line.
  if (signal?.aborted === true || error instanceof TransportError || error instanceof AppError) return error
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined)
  return new TransportError(sent, code ?? String(error), { cause: error })
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Packages name themselves; where nobody does, we do. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { 'user-agent': USER_AGENT, ...(Object.fromEntries(given) as Record<string, string>) }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return Object.fromEntries(entries)
}
