import type { Fact } from '../failures/answer-facts.ts'
import { TransportError, type Transport, type TransportRequest } from './transport.ts'

export type Json = Readonly<Record<string, unknown>>

/** One request as facts: never throws for what the other side or the line did, only when our own signal says stop. */
export type EngineExchange = {
  fact: Fact
  /** Present for a 2xx answer that is a JSON object. */ json?: Json
  bytes?: Uint8Array
}

/** Sends a request and tells what became of it. */
export async function exchange(transport: Transport, request: TransportRequest): Promise<EngineExchange> {
  try {
    const { status, headers, bytes } = await transport.send(request)
    const body = /json|text/.test(headers['content-type'] ?? 'json') ? new TextDecoder().decode(bytes) : ''
    const fact = { sent: true, status, headers, body }
    const json = status < 300 ? asObject(body) : undefined
    return { fact, bytes, ...(json === undefined ? {} : { json }) }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { fact: { sent: error.sent, ...(error.tooLarge ? { tooLarge: true } : {}) } }
  }
}

function asObject(text: string): Json | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : undefined
  } catch {
    return undefined
  }
}
