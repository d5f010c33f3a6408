import type { Mediagen, Receipt, TaskResultEvent } from '@mediagen/client'
import { request } from 'undici'

/** A webhook before it is sent: its id, and the text that is signed. */
export type Message = { id: string; body: string }
export type Delivered = { status: number | null; ms: number; error: string | null; answer: string }

// The time that the service itself gives a receiver.
const DEADLINE_MS = 15_000

/** The exact body that the service would send at the end of this task. */
export function messageOf(receipt: Receipt): Message {
  const { id, started, finished, error, files, deliveries } = receipt
  // Times are in seconds with three decimals; their difference must not show rounding errors.
  const taskCostTime =
    started === null || finished === null ? 0 : Math.max(0, Math.round((finished - started) * 1000)) / 1000
  const event: TaskResultEvent = {
    id,
    object: 'task_result',
    created: Math.floor(finished ?? 0),
    status: error === null ? 'success' : 'failed',
    result: {
      images: files.flatMap(({ role, url }) =>
        role !== 'output' || url === null ? [] : [{ fileUrl: url, fileType: extensionOf(url), taskCostTime }],
      ),
    },
    error: error === null ? null : error.message,
    taskCostTime,
  }
  const sent = deliveries.find((delivery) => delivery.event === 'task.completed')
  return { id: sent?.webhook_id ?? `msg_${id}`, body: JSON.stringify(event) }
}

/** Signs a message with every secret, as the service does, and posts it. */
export async function deliver(
  webhooks: Mediagen['webhooks'],
  { id, body }: Message,
  { url, secrets }: { url: string; secrets: readonly string[] },
): Promise<Delivered> {
  const signed = await Promise.all(secrets.map((secret) => webhooks.sign(body, { secret, id })))
  const [first] = signed
  const signatures = signed.map((each) => each['webhook-signature']).join(' ')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'mediagen-webhook/1',
    'webhook-id': id,
    'webhook-timestamp': first?.['webhook-timestamp'] ?? '',
    'webhook-signature': signatures,
  }
  const startedMs = performance.now()
  const since = (): number => Math.round(performance.now() - startedMs)
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await request(url, { method: 'POST', headers, body, signal })
    const text = (await answer.body.text()).slice(0, 4096)
    const isTaken = answer.statusCode >= 200 && answer.statusCode < 300
    return {
      status: answer.statusCode,
      ms: since(),
      error: isTaken ? null : 'only 2xx counts as received',
      answer: text,
    }
  } catch (error) {
    const words = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : ''
    return { status: null, ms: since(), error: words === '' ? 'no response' : words, answer: '' }
  }
}

function extensionOf(url: string): string {
  return /\.(\w{2,5})$/.exec(new URL(url).pathname)?.[1] ?? 'bin'
}
