import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Agent, request } from 'undici'
import { eventData } from './ended-tasks.ts'

type Message = { id?: string | number | null; method?: string; params?: Params; result?: unknown; error?: unknown }
type Params = { [name: string]: unknown; _meta?: { [name: string]: unknown } }
type Answered = Awaited<ReturnType<typeof request>>

export type BridgeOptions = { url: string; key: string; input: Readable; output: Writable }

const VERSION_IN_MESSAGE = 'io.modelcontextprotocol/protocolVersion'
const INTERNAL_ERROR = -32_603
const PARSE_ERROR = -32_700
// Header values that let a proxy understand a message without its body.
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * Carries messages of the Model Context Protocol between an assistant that started us, one line each way, and a service
 * that speaks it over HTTP. It looks into them only as far as the other transport needs, so it supports every version
 * that the service supports. Resolves when the assistant has disconnected and every call has been answered or
 * cancelled.
 */
export async function bridgeMcp({ url, key, input, output }: BridgeOptions): Promise<void> {
  const agent = new Agent()
  const underWay = new Map<Message['id'], AbortController>()
  let agreed: string | undefined

  const say = (message: Message): void => {
    const version = (message.result as { protocolVersion?: unknown } | undefined)?.protocolVersion
    if (typeof version === 'string') agreed = version
    output.write(`${JSON.stringify(message)}\n`)
  }
  const carry = async (message: Message): Promise<void> => {
    const { id } = message
    const over = new AbortController()
    if (isRequest(message)) underWay.set(id, over)
    try {
      const answer = await request(`${url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, ...headersFor(message, agreed) },
        body: JSON.stringify(message),
        dispatcher: agent,
        signal: over.signal,
      })
      let isAnswered = !isRequest(message)
      for await (const each of messagesIn(answer, message)) {
        isAnswered ||= each.id === id
        say(each)
      }
      if (!isAnswered) throw new Error('it ended without a response')
    } catch (error) {
      if (!over.signal.aborted && isRequest(message)) say(failure(id, unreachable(url, error)))
    } finally {
      underWay.delete(id)
    }
  }

  const carried = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const message = parse(line)
    if (message === undefined) {
      say(failure(null, 'The line is not a JSON object.', PARSE_ERROR))
      continue
    }
    // Over HTTP, a disconnect cancels a call.
    if (message.method === 'notifications/cancelled') {
      underWay.get(message.params?.['requestId'] as Message['id'])?.abort()
      continue
    }
    const carrying = carry(message)
    carried.add(carrying)
    void carrying.finally(() => carried.delete(carrying))
    // Everything after the handshake uses the version agreed there.
    if (message.method === 'initialize') await carrying
  }
  for (const over of underWay.values()) over.abort()
  await Promise.all(carried)
  await agent.close()
}

function isRequest({ id, method }: Message): boolean {
  return id !== undefined && method !== undefined
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function headersFor({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION_IN_MESSAGE]
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (typeof version !== 'string' || method === undefined) {
    return agreed === undefined ? headers : { ...headers, 'mcp-protocol-version': agreed }
  }
  const name = params?.[NAMED_BY[method] ?? '']
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': inHeader(name) } : {}),
  }
}

/** The protocol's encoding for text that a header cannot contain. */
function inHeader(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

async function* messagesIn({ statusCode, headers, body }: Answered, asked: Message): AsyncGenerator<Message> {
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    for await (const data of eventData(body)) {
      const message = parse(data)
      if (message !== undefined) yield message
    }
    return
  }
  const message = parse(await body.text())
  if (!isRequest(asked)) return
  if (message !== undefined && 'jsonrpc' in message) yield message
  else yield failure(asked.id, refusalIn(message, statusCode))
}

/** An error of the service itself, outside the protocol. */
function refusalIn(body: Message | undefined, status: number): string {
  const { code, message } = (body?.error ?? {}) as { code?: unknown; message?: unknown }
  return typeof message === 'string' ? `${String(code)}: ${message}` : `The service responded with status ${status}.`
}

function unreachable(url: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The service at ${url} cannot be reached (${reason}). Check that it is running and that MEDIAGEN_URL is correct.`
}

function failure(id: Message['id'], message: string, code = INTERNAL_ERROR): Message {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } } as Message
}
