import { createHash } from 'node:crypto'
import type { Secret } from './keys/secret.ts'
import { moneyText } from './money/money-text.ts'
import { toBase62 } from './text/random-text.ts'

type Words = (facts: EventData, whose: string) => string

/** The events for operators: each concerns a key, a project, an engine or a model, not a single task. */
const WORDS = {
  'budget.reached': ({ percent, period, spentUsd, limitUsd }, whose) =>
    `${whose} has reached ${percent}% of its budget for the ${period}: ${moneyText(Number(spentUsd))} of ${moneyText(Number(limitUsd))}.`,
  'engine.down': ({ engine, reason }) =>
    `The engine '${engine}' failed to start jobs${reason === null ? '' : ` (${reason})`}. Its tasks are waiting.`,
  'engine.up': ({ engine }) => `The engine '${engine}' accepts jobs again.`,
  'model.retiring': ({ model, retires, successor }) =>
    `The model '${model}' will be shut down by its provider on ${retires}.${successor === null ? '' : ` Use '${successor}' instead.`}`,
  'webhook.failing': ({ host, isGivenUp, attempts }, whose) =>
    `Webhooks of ${lower(whose)} to ${host} are failing: ${
      isGivenUp === true
        ? `one was abandoned after ${counted(attempts, 'attempt')}`
        : `one has failed ${counted(attempts, 'time')}`
    }.`,
  'key.expiring': ({ expiresAt }, whose) => `${whose} expires at ${expiresAt}.`,
} as const satisfies Record<string, Words>

export type ServiceEventName = keyof typeof WORDS

export const SERVICE_EVENTS = Object.keys(WORDS) as ServiceEventName[]

/** Something that happened, once. It contains no prompt and no URL. */
export type ServiceEvent = {
  /**
   * Derived from the cause, so that the same cause always gives the same event; also the `webhook-id` of its webhook.
   */
  id: string
  event: ServiceEventName
  /** What it concerns, such as `engine/openai`. */
  subject: string
  keyId: string | null
  project: string | null
  data: EventData
  createdAt: number
}

export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * An event when it is raised. The cause makes it a single event, however often and by however many processes it is
 * found.
 */
export type RaisedEvent = Omit<ServiceEvent, 'id'> & { cause: string }

/** The event of a cause. */
export function eventOf({ cause, ...event }: RaisedEvent): ServiceEvent {
  return { id: messageId(`the event ${event.event} of ${cause}`), ...event }
}

/** Where operators want events sent, and the secret that signs them. */
export type EventSettings = { url: string; secret: Secret }

/** The names of the event's key and project; null if there is none. */
export type EventNames = { key: string | null; project: string | null }

/** The text that is signed and sent, in the form that Standard Webhooks recommends, with the event in a sentence. */
export function eventBody(raised: ServiceEvent, names: EventNames): string {
  const { event, createdAt, keyId, project, data } = raised
  const key = keyId === null ? {} : { keyId, keyName: names.key }
  const above = project === null ? {} : { project, projectName: names.project }
  return JSON.stringify({
    type: event,
    timestamp: new Date(createdAt).toISOString(),
    data: { summary: summaryOf(raised, names), ...key, ...above, ...data },
  })
}

/** An event in one sentence, for people. */
export function summaryOf({ event, keyId, project, data }: ServiceEvent, names: EventNames): string {
  const whose = keyId === null ? `The project '${names.project ?? project}'` : `The API key '${names.key ?? keyId}'`
  return WORDS[event](data, whose)
}

const counted = (count: unknown, word: string): string => `${String(count)} ${word}${count === 1 ? '' : 's'}`

const lower = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`

const GROUPS = 4
const GROUP_LENGTH = 6
const LENGTH = 22

/** The `webhook-id` for these words: the same words always give the same id. */
export function messageId(words: string): string {
  const digest = createHash('sha256').update(words).digest()
  // Six bytes are well below 2^53, and six digits of base62 hold their lower part.
  const groups = Array.from({ length: GROUPS }, (_, index) => toBase62(digest.readUIntBE(index * 6, 6), GROUP_LENGTH))
  return `msg_${groups.join('').slice(0, LENGTH)}`
}
