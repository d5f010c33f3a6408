import { createHmac } from 'node:crypto'
import { type FileBases, type FileRecord, fileUrl } from './files/file-record.ts'
import { messageId } from './service-event.ts'
import type { TaskError } from './tasks/task.ts'
import type { RandomBytes } from './text/random-text.ts'

type EventRow = {
  idFrom: (taskId: string) => string
  /** The text that is signed and sent on every attempt; null if this end does not raise the event. */
  body: (ended: AnnouncedTask) => string | null
}

/**
 * What the end of a task announces, each event once: a delivery is a row of (task, event). A new event is a row here,
 * after the others, because its position is its number.
 */
export const WEBHOOK_EVENTS = {
  'task.completed': { idFrom: (taskId: string) => `the end of task ${taskId}`, body: completionBody },
} as const satisfies Record<string, EventRow>

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** The number by which callers name a task's delivery, counted from 1. */
export function eventNumber(event: WebhookEvent): number {
  return Object.keys(WEBHOOK_EVENTS).indexOf(event) + 1
}

/** Whether an event belongs to a task, and is not one for operators. */
export function isOfTask(event: string): event is WebhookEvent {
  return Object.hasOwn(WEBHOOK_EVENTS, event)
}

/** What is sent at this end: a message for each event that it raises. */
export function messagesAtEnd(ended: AnnouncedTask): Pick<Delivery, 'id' | 'event' | 'body'>[] {
  const rows = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, EventRow][]
  return rows.flatMap(([event, row]) => {
    const body = row.body(ended)
    return body === null ? [] : [{ id: webhookIdOf(ended.id, event), event, body }]
  })
}

/**
 * The id under which an event of a task is announced: always the same, even if a database restored from a backup raises
 * it again. Receivers that remember ids then recognise it.
 */
export function webhookIdOf(taskId: string, event: WebhookEvent): string {
  return messageId(WEBHOOK_EVENTS[event].idFrom(taskId))
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The minimum pause before each attempt after the first: ten attempts over 75 h 35 m. */
const PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

export const MAX_DELIVERY_ATTEMPTS = PAUSES_MS.length + 1

// Only ever longer: the promise is three days, not three days on average.
const JITTER = 0.2
// Twice the first pause would be ten seconds, and a receiver that asks for a minute would never get it.
const LONGEST_WISH_MS = 5 * MINUTE

/**
 * When to retry after the attempt with this number (from 1) failed; undefined if it was the last. `random` is a number
 * from 0 to 1. A receiver's Retry-After may stretch a pause, at most to double or to five minutes.
 */
export function pauseAfterAttempt(attempt: number, random: number, retryAfterMs?: number): number | undefined {
  const base = PAUSES_MS[attempt - 1]
  if (base === undefined) return undefined
  const jittered = Math.round(base * (1 + JITTER * random))
  if (retryAfterMs === undefined) return jittered
  return Math.max(jittered, Math.min(retryAfterMs, Math.max(2 * base, LONGEST_WISH_MS)))
}

/** Reads a Retry-After header: seconds, or a date. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const PREFIX = 'whsec_'
// Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = 32

/** A fresh signing secret in the form that every Standard Webhooks library takes. */
export function newWebhookSecret(randomBytes: RandomBytes): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')
}

/** The headers of one attempt: the id is the same on every attempt, the timestamp is not; one signature per secret. */
export function signatureHeaders(input: {
  webhookId: string
  atMs: number
  body: string
  secrets: readonly string[]
}): Record<string, string> {
  const timestamp = String(Math.floor(input.atMs / 1000))
  const signatures = input.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${input.webhookId}.${timestamp}.${input.body}`).digest('base64')}`
  })
  return {
    'webhook-id': input.webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** A task at its end, as far as it is announced. */
export type AnnouncedTask = {
  id: string
  startedAt: number | null
  finishedAt: number
  error: TaskError | null
  outputs: readonly Pick<FileRecord, 'id' | 'extension'>[]
  bases: FileBases
}

function completionBody(task: AnnouncedTask): string {
  const taskCostTime = costSeconds(task.startedAt, task.finishedAt)
  return JSON.stringify({
    id: task.id,
    object: 'task_result',
    created: Math.floor(task.finishedAt / 1000),
    status: task.error === null ? 'success' : 'failed',
    result: {
      images: task.outputs.map((file) => ({
        fileUrl: fileUrl(task.bases, file),
        fileType: file.extension,
        taskCostTime,
      })),
    },
    error: task.error === null ? null : task.error.message,
    taskCostTime,
  })
}

/** Seconds from the start of processing to the result, with at most three decimals; 0 for a task that never started. */
export function costSeconds(startedAt: number | null, finishedAt: number): number {
  return startedAt === null ? 0 : Math.max(0, finishedAt - startedAt) / 1000
}

/** The status of a delivery. `delivered` and `dead` are final until someone resends it. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The owner of webhooks to the operators' own URL: no key has this id. */
export const OPERATORS = ''

/**
 * One webhook of one event to one URL. Its id is the `webhook-id` of every attempt, its body the bytes of every
 * attempt. If the event does not belong to a task, `taskId` is the event's own id, and `keyId` is `OPERATORS`.
 */
export type Delivery<Event = WebhookEvent> = {
  id: string
  taskId: string
  event: Event
  keyId: string
  url: string
  host: string
  body: string
  status: DeliveryStatus
  /** Attempts since the delivery was last queued; decides the next pause. */
  round: number
  /** Attempts ever made. */
  attempts: number
  createdAt: number
  nextRunAt: number
  leaseToken: string | null
  finishedAt: number | null
}

/** The outcome of one attempt. */
export type DeliveryAttempt = {
  number: number
  at: number
  durationMs: number
  /** The receiver's HTTP status; null without a response. */
  status: number | null
  /** Why it did not count as delivered; null if it did. */
  error: string | null
  /** The beginning of the receiver's response. */
  answer: string
}
