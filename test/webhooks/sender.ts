import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { WebhookEvent } from '../../src/core/webhook.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openService, type OpenOptions } from '../support/service.ts'

export type Json = Record<string, unknown>

/** A delivery as the interface shows it. */
export type ShownDelivery = {
  number: number
  event: string
  webhook_id: string
  url: string
  status: string
  next_attempt: number | null
  attempts: {
    number: number
    at: number
    duration_ms: number
    status: number | null
    error: string | null
    answer: string
  }[]
}

export type SenderOptions = Omit<OpenOptions, 'replacements'> & {
  clock?: ManualClock
  replacements?: OpenOptions['replacements']
  /** The text of a key from an earlier start on the same folder. */
  keyText?: string
}

// Nothing is drawn here, and these tests start the service often.
const SMALL = { MEDIAGEN_FFMPEG: 'off', MEDIAGEN_RENDER_THREADS: '1' }

/** The composed service under a clock that the test holds, and what a caller does with its webhooks. */
export async function openSender(t: TestContext, options: SenderOptions = {}) {
  const clock = options.clock ?? manualClock(Date.now())
  const replacements = { clock, ...options.replacements }
  const opened = await openService(t, { ...options, env: { ...SMALL, ...options.env }, replacements })
  const key = options.keyText ?? opened.key
  const service = { ...opened, key }
  const call: typeof opened.call = (path, init = {}) => opened.call(path, { key, ...init })

  const read = async (path: string): Promise<Json> => {
    const answer = await call(path)
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as Json
  }
  const post = async (path: string, json: unknown = {}): Promise<Json> => {
    const answer = await call(path, { json })
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as Json
  }
  const deliveries = async (id: string, event: WebhookEvent = 'task.completed'): Promise<ShownDelivery[]> => {
    const all = (await read(`/api/ai/tasks/${id}/deliveries`))['data'] as ShownDelivery[]
    return all.filter((each) => each.event === event)
  }

  return {
    ...service,
    clock,
    call,
    read,
    post,
    deliveries,
    /** Submits a video task of the sandbox; the prompt scripts its end. */
    async submit(webhookUrl: string, prompt = 'a fox'): Promise<string> {
      return String((await post('/api/ai/videos', { model: 'sandbox', prompt, webhookUrl }))['id'])
    },
    async secrets(): Promise<string[]> {
      const shown = (await read('/api/ai/webhooks/secret'))['secrets'] as { secret: string }[]
      return shown.map(({ secret }) => secret)
    },
    /** Lets time pass step by step until the delivery of the task's end is as wanted. */
    delivery: (id: string, wanted: (delivery: ShownDelivery) => boolean, stepMs = 100): Promise<ShownDelivery> =>
      eventuallyOn(clock, stepMs, async () => {
        const [delivery] = await deliveries(id)
        return delivery !== undefined && wanted(delivery) ? delivery : undefined
      }),
    /** Lets time pass step by step until the look sees something. */
    until: <T>(look: () => T | undefined, stepMs = 100): Promise<T> => eventuallyOn(clock, stepMs, async () => look()),
  }
}

export type Sender = Awaited<ReturnType<typeof openSender>>

/** A delivery with this many attempts on record. */
export const after =
  (attempts: number) =>
  (delivery: ShownDelivery): boolean =>
    delivery.attempts.length >= attempts

export const isDelivered = ({ status }: ShownDelivery): boolean => status === 'delivered'
export const isDead = ({ status }: ShownDelivery): boolean => status === 'dead'
