import type { EngineBytes } from '../../ports/engine.ts'
import type { Fact } from '../failures/answer-facts.ts'
import { partBehind } from '../transport/lift-answer.ts'
import { TransportError, type Transport, type TransportAnswer } from '../transport/transport.ts'
import type { JsonAnswer, ProviderRow } from './provider-row.ts'
import { isAtHome } from './same-site.ts'

/** The answer to a start, as the operation stores it: with it, any process can continue the call. */
export type StartAnswer = { status: number; contentType: string; body: string }

/** Thrown through the package when a call has come as far as it can now. */
export class Parked extends Error {
  readonly answer: StartAnswer

  constructor(answer: StartAnswer) {
    super('the job continues at the provider')
    this.answer = answer
  }
}

/**
 * Thrown through the package when the provider reports, in a form that the package does not know, that the job failed.
 */
export class ProviderVerdict extends Error {
  readonly code: 'provider_error' | 'content_policy_violation' | 'provider_lost_task'

  constructor(code: ProviderVerdict['code'], reason: string) {
    super(reason)
    this.code = code
  }
}

export type WireOptions = {
  transport: Transport
  row: ProviderRow
  baseURL: string | undefined
  /** `whole`: a call that would poll and download by itself, cut into steps; `single`: pass everything through. */
  mode: 'whole' | 'single'
  /** The earlier answer to the start: the start is not sent again. */
  replay?: StartAnswer
  /** How long each answer may take to begin; some packages ask questions by POST. */
  headersMs?: number
}

/** The `fetch` for the package, and what we learn by watching it. */
export type Wire = {
  fetch: typeof globalThis.fetch
  /** The last request that went out. */
  last(): Fact | undefined
  /** The bodies of the requests that went out. */
  bodies: readonly unknown[]
  /** The source behind bytes that the package takes for a result: a URL, or a part of an answer. */
  behind: (bytes: Uint8Array) => { address: string } | { part: EngineBytes } | undefined
  /** Every part of an answer that was put aside. */
  parts: readonly EngineBytes[]
}

const PLACEHOLDER = 'mediagen-result-'

/**
 * Sits between a provider package and the network. The package builds requests and reads answers; when to ask again,
 * what to download and what an error means is decided here, from the actual traffic.
 */
export function openWire(options: WireOptions): Wire {
  const { row, replay } = options
  const addresses: string[] = []
  const parts: EngineBytes[] = []
  const bodies: unknown[] = []
  let last: Fact | undefined
  let started: StartAnswer | undefined
  let asked = false

  /** For URLs that an answer named: the key goes with the request, but only to its own provider. */
  const ask = async (url: string, init: RequestInit): Promise<TransportAnswer> => {
    const target = row.route?.(url, options.baseURL) ?? url
    if (row.home !== '' && !isAtHome(target, [options.baseURL, row.home]))
      throw new ProviderVerdict('provider_error', 'it named a URL on another host, which must not receive the key')
    return send(url, init)
  }

  const send = async (url: string, init: RequestInit): Promise<TransportAnswer> => {
    const target = row.route?.(url, options.baseURL) ?? url
    const body = init.body ?? undefined
    if (body !== undefined) bodies.push(body)
    try {
      const answer = await options.transport.send({
        method: init.method ?? 'GET',
        url: target,
        parts,
        headers: plain(init.headers),
        ...(options.headersMs === undefined ? {} : { headersMs: options.headersMs }),
        ...(body === undefined ? {} : { body: body as string }),
        ...(init.signal === undefined || init.signal === null ? {} : { signal: init.signal }),
      })
      last = { sent: true, status: answer.status, headers: answer.headers, body: textOf(answer) }
      return answer
    } catch (error) {
      last = factOf(error)
      throw error
    }
  }

  const check = (answer: JsonAnswer): void => {
    const verdict = row.verdict?.(answer)
    if (verdict !== undefined) throw new ProviderVerdict(verdict.code as ProviderVerdict['code'], verdict.reason)
    const failure = row.promise?.failure(answer)
    if (failure !== undefined) throw new ProviderVerdict('provider_error', failure)
  }

  const follow = async (promised: StartAnswer, init: RequestInit): Promise<Response> => {
    const address = row.promise?.address(jsonOf(promised.status, promised.body))
    if (address === undefined) return new Response(promised.body, responseInit(promised.status, promised.contentType))
    const headers = plain(init.headers)
    delete headers['content-type']
    const answer = await ask(address, { headers, signal: init.signal ?? null })
    const read = jsonOf(answer.status, textOf(answer))
    if (row.promise?.pending(read) === true) throw new Parked(promised)
    check(read)
    return toResponse(answer)
  }

  const start = async (url: string, init: RequestInit): Promise<Response> => {
    if (replay !== undefined) {
      started = replay
      return follow(replay, init)
    }
    const answer = await send(url, init)
    started = {
      status: answer.status,
      contentType: answer.headers['content-type'] ?? 'application/json',
      body: answer.status < 300 && isText(answer) ? textOf(answer) : '',
    }
    if (answer.status < 300 && row.promise !== undefined) {
      const read = jsonOf(answer.status, textOf(answer))
      check(read)
      if (row.promise.address(read) !== undefined) throw new Parked(started)
    }
    return toResponse(answer)
  }

  const poll = async (url: string, init: RequestInit, promised: StartAnswer): Promise<Response> => {
    // The start must be on disk before anyone polls for it, and one poll per visit is enough.
    if (replay === undefined || asked) throw new Parked(promised)
    asked = true
    const answer = await ask(url, init)
    if (answer.status < 300) check(jsonOf(answer.status, textOf(answer)))
    return toResponse(answer)
  }

  const handle = async (url: string, init: RequestInit): Promise<Response> => {
    // A poll goes where the answer to the start said.
    if (options.mode === 'single')
      return rewritten(row, await ((init.method ?? 'GET') === 'GET' ? ask : send)(url, init))
    if (started === undefined) return start(url, init)
    if (row.polls?.test(new URL(url).pathname) === true) return poll(url, init, started)
    // Anything else is the download of a result. It is copied later, as a stream and through the guard.
    addresses.push(url)
    return new Response(`${PLACEHOLDER}${addresses.length - 1}`, { headers: { 'content-type': 'image/png' } })
  }

  return {
    fetch: (input, init) => handle(input instanceof Request ? input.url : String(input), init ?? {}),
    last: () => last,
    bodies,
    parts,
    behind(bytes) {
      const part = partBehind(bytes, parts)
      if (part !== undefined) return { part }
      if (bytes.length > PLACEHOLDER.length + 4) return undefined
      const text = new TextDecoder().decode(bytes)
      const address = text.startsWith(PLACEHOLDER) ? addresses[Number(text.slice(PLACEHOLDER.length))] : undefined
      return address === undefined ? undefined : { address }
    },
  }
}

/** What is known about a failed request. */
function factOf(error: unknown): Fact {
  const known = error instanceof TransportError ? error : undefined
  return { sent: known?.sent ?? true, ...(known?.tooLarge === true ? { tooLarge: true } : {}) }
}

function rewritten(row: ProviderRow, answer: TransportAnswer): Response {
  const json = answer.status < 300 ? row.rewrite?.(jsonOf(answer.status, textOf(answer)).json) : undefined
  if (json === undefined) return toResponse(answer)
  return new Response(JSON.stringify(json), responseInit(answer.status, 'application/json'))
}

function toResponse(answer: TransportAnswer): Response {
  const empty = answer.status === 204 || answer.status === 304
  return new Response(empty ? null : Buffer.from(answer.bytes), { status: answer.status, headers: answer.headers })
}

function responseInit(status: number, contentType: string): ResponseInit {
  return { status, headers: { 'content-type': contentType } }
}

function plain(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries())
}

function isText(answer: TransportAnswer): boolean {
  return /json|text|event-stream/.test(answer.headers['content-type'] ?? 'json')
}

function textOf(answer: TransportAnswer): string {
  return isText(answer) ? new TextDecoder().decode(answer.bytes) : ''
}

function jsonOf(status: number, text: string): JsonAnswer {
  try {
    const json: unknown = JSON.parse(text)
    return { status, json: typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {} }
  } catch {
    return { status, json: {} }
  }
}
