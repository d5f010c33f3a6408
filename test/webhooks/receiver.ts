import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { WEBHOOK_EVENTS, webhookIdOf, type WebhookEvent } from '../../src/core/webhook.ts'
import { canary } from '../support/canary.ts'

/** One request as it came over the wire. */
export type Arrival = {
  path: string
  method: string
  headers: Record<string, string>
  body: string
  /** The header webhook-id. */
  id: string
  /** The header webhook-timestamp. */
  timestamp: number
}

export type Answer = (reply: ServerResponse, arrival: Arrival) => unknown

/** Says yes and nothing else. */
export const yes: Answer = (reply) => reply.writeHead(204).end()

/** Answers with a status, headers and a body. */
export function says(status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Answer {
  return (reply) => reply.writeHead(status, headers).end(body)
}

/**
 * A receiver on loopback that keeps what came and answers as the test says. It ends with the test. Of the events of a task it
 * keeps one, so that no test of the others counts an event that is added.
 */
export async function openReceiver(t: TestContext, answer: Answer = yes, event: WebhookEvent = 'task.completed') {
  const arrivals: Arrival[] = []
  let current = answer
  const trap = await canary(t, async (request, reply) => {
    const arrival = await arrivalOf(request)
    if (isOtherEvent(arrival, event)) return void yes(reply, arrival)
    arrivals.push(arrival)
    trap.server.emit('arrival')
    current(reply, arrival)
  })
  return {
    arrivals,
    host: `127.0.0.1:${trap.port}`,
    url: `http://127.0.0.1:${trap.port}/hook`,
    allClosed: () => trap.allClosed(),
    answer(next: Answer): void {
      current = next
    },
    /** Resolves once this many have come in all. */
    async came(count: number): Promise<Arrival[]> {
      while (arrivals.length < count) await once(trap.server, 'arrival')
      return arrivals
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

function isOtherEvent({ id, body }: Arrival, wanted: WebhookEvent): boolean {
  const taskId = /"id":"(\d+)"/.exec(body)?.[1] ?? ''
  const events = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]
  return events.some((event) => event !== wanted && webhookIdOf(taskId, event) === id)
}

async function arrivalOf(request: IncomingMessage): Promise<Arrival> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return {
    path: request.url ?? '',
    method: request.method ?? '',
    headers,
    body: Buffer.concat(chunks).toString(),
    id: headers['webhook-id'] ?? '',
    timestamp: Number(headers['webhook-timestamp']),
  }
}

/** Whether the reference implementation takes the notification. It wants a timestamp within five minutes of now. */
export function verifies(secret: string, { body, headers }: Pick<Arrival, 'body' | 'headers'>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
