import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { Client, type Dispatcher } from 'undici'
import { USER_AGENT } from '../core/user-agent.ts'
import { untilAborted } from './deadline.ts'
import { Refused } from './refused.ts'

// What Node's own server and most others take; a header section beyond it is an attack on memory.
const MAX_HEADER_BYTES = 16 * 1024

// Decided by us and by nobody who fills in a request: where it goes, how long it is, how the answer is encoded.
const OUR_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** One request as it goes over one connection. */
export type Hop = {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** An answer whose head has arrived. `close` frees the connection and may be called any number of times. */
export type Exchange = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  close(): void
}

function sentHeaders(headers: Hop['headers']): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!OUR_HEADERS.has(lower) && !lower.startsWith('proxy-')) sent[lower] = value
  }
  return { 'user-agent': USER_AGENT, ...sent, 'accept-encoding': 'identity' }
}

function receivedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const received: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(headers)) {
    // Two locations are none: which of them was meant is not ours to guess.
    if (name === 'location' && Array.isArray(value)) continue
    received[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return received
}

async function ask(client: Client, sent: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  const answer = await client.request(sent)
  // Stays for the life of the body: a reset that comes while nobody reads must not end the process.
  answer.body.on('error', () => undefined)
  return answer
}

/** Sends one request over a connection that is used for nothing else, and waits for the head of the answer. */
export async function exchange(socket: Socket, hop: Hop, signal: AbortSignal): Promise<Exchange> {
  let handedOver = false
  const client = new Client(hop.url.origin, {
    maxHeaderSize: MAX_HEADER_BYTES,
    // One deadline rules over all phases, and it is not here.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
    // The one connection that was checked. Should the client ever want a second, it gets none.
    connect: (_options, done) => {
      const lost = handedOver || socket.destroyed
      handedOver = true
      // Later, because a client that is given its connection while it still asks for it never goes on.
      queueMicrotask(() => (lost ? done(new Refused('connection lost'), null) : done(null, socket)))
    },
  })
  const close = () => {
    signal.removeEventListener('abort', close)
    // An answer that was read to its end is closed too: the next request may be for somebody else.
    client.destroy(signal.aborted ? signal.reason : new Refused('closed'), () => undefined)
    socket.destroy()
  }
  signal.addEventListener('abort', close, { once: true })
  try {
    const path = `${hop.url.pathname}${hop.url.search}`
    const sent = { path, method: hop.method, headers: sentHeaders(hop.headers), body: hop.body ?? null }
    const answer = await untilAborted(ask(client, sent), signal)
    return { status: answer.statusCode, headers: receivedHeaders(answer.headers), body: answer.body, close }
  } catch (error) {
    close()
    throw error
  }
}
