import { PRICE_SOURCES } from '../../core/money/price.ts'
import { ROLES } from '../../core/tasks/roles.ts'
import {
  ASKED_NAMES,
  askedOf,
  PARAMETERS,
  type Asked,
  type AskedName,
  type ValueOf,
} from '../../core/tasks/generation-request.ts'
import { SETTING_NAMES, type SettingName, type Settings } from '../../core/tasks/settings.ts'
import { type Task, TASK_STATUSES } from '../../core/tasks/task.ts'
import type { ValueForm } from '../../core/text/value-form.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../core/webhook.ts'
import { orNull, type Schema, Type } from '../answer/schema.ts'

/** A value as receipts show it; today's bounds would be wrong for last year's tasks. */
const SHOWN_AS: Readonly<Record<ValueForm['type'], Schema>> = {
  text: Type.String(),
  'whole number': Type.Integer(),
  number: Type.Number(),
  'true or false': Type.Boolean(),
  'one of': Type.String(),
  object: Type.Object({}, { additionalProperties: true }),
}

type Shown<Name extends AskedName> = { [Each in Name]: ValueOf<Each> | null }

/** Parameters as receipts show them: each is present, and null if it was left open. */
function shownParameters<Name extends AskedName>(names: readonly Name[]) {
  const schemas = names.map((name) => [name, orNull(SHOWN_AS[PARAMETERS[name].form.type])])
  return Object.fromEntries(schemas) as { [Each in Name]: Schema<ValueOf<Each> | null> }
}

function shown<Name extends AskedName>(names: readonly Name[], values: Asked): Shown<Name> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as Shown<Name>
}

/** What the caller requested in addition to prompt and model. */
export function showAsked(task: Task): Shown<AskedName> {
  return shown(ASKED_NAMES, askedOf(task))
}

/** All settings; those that were left open are null. */
export function showSettings(settings: Settings | null | undefined): Shown<SettingName> {
  return shown(SETTING_NAMES, settings ?? {})
}

/** Text that every database accepts in a query: U+0000 is not. */
export const STORABLE = '^[^\\u0000]*$'

/** One or several of these words, separated by commas. */
export function wordList(words: readonly string[]) {
  const one = `(?:${words.join('|')})`
  const description = `One or several of ${words.join(', ')}, separated by commas.`
  return Type.String({ maxLength: 100, pattern: `^${one}(?:,${one})*$`, 'x-words': words, description })
}

/** A time in a query. */
export function moment(description: string) {
  const example = 'such as 2030-01-31T12:00:00Z'
  return Type.Optional(Type.String({ maxLength: 40, format: 'date-time', description: `${description}, ${example}.` }))
}

const TaskStatusSchema = Type.Enum(TASK_STATUSES)

const Seconds = (description: string) => Type.Number({ description: `${description}, in seconds since 1970.` })

const TaskError = orNull(Type.Object({ code: Type.String(), message: Type.String() }), 'Why it failed; otherwise null.')

/** What a file says about its own origin. */
export const FileCredentialsSchema = orNull(
  Type.Object({
    present: Type.Boolean({ description: 'Whether the file has a C2PA manifest.' }),
    valid: orNull(
      Type.Boolean(),
      'Whether the manifest is intact and matches the bytes; null without one, or if it was not checked.',
    ),
    signer: orNull(Type.String(), 'The signer, according to the certificate; null without one, or if it was not read.'),
    source: orNull(Type.Enum(['provider', 'service']), 'Who signed: the provider or this service; otherwise null.'),
  }),
  'Content Credentials inside the file; null if not checked. Thumbnails and converted copies have none.',
)

export const TaskFile = Type.Object({
  url: orNull(Type.String(), 'The URL of the file; null for references, which are not served.'),
  url_expires_at: orNull(
    Type.Integer(),
    'When the URL expires, in seconds since 1970; read the task again for a new one. Null if the URL lasts as long as the file.',
  ),
  thumbnail_url: orNull(
    Type.String(),
    'The picture at most 512 pixels wide; you may change `width` in the URL. Null for references, and for a video without a cover.',
  ),
  role: Type.Enum(['reference', 'output', 'cover']),
  reference_role: orNull(
    Type.Enum(ROLES),
    'The role that the request named for a reference; null if the order decided.',
  ),
  type: Type.String({ description: 'Media type, detected from the bytes.' }),
  bytes: Type.Integer(),
  sha256: Type.String(),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  seconds: orNull(Type.Number(), 'Length of a video.'),
  fps: orNull(Type.Number(), 'Frames per second of a video; null if unknown.'),
  has_audio: orNull(Type.Boolean(), 'Whether a video has an audio track, even a silent one; null if unknown.'),
  credentials: FileCredentialsSchema,
})

export const DeliveryAttemptSchema = Type.Object({
  number: Type.Integer(),
  at: Seconds('When it was made'),
  duration_ms: Type.Integer(),
  status: orNull(Type.Integer(), 'HTTP status of the receiver; null without a response.'),
  error: orNull(Type.String(), 'Why the attempt failed; null if it succeeded.'),
  answer: Type.String({ description: "The first 4 KiB of the receiver's response." }),
})

export const DeliverySchema = Type.Object({
  number: Type.Integer({ description: 'The number of its event, from 1; use it to resend the delivery.' }),
  webhook_id: Type.String({ description: 'The `webhook-id` header of every attempt.' }),
  event: Type.Enum(Object.keys(WEBHOOK_EVENTS) as WebhookEvent[], {
    description: 'The event that the webhook announces.',
  }),
  url: Type.String(),
  status: Type.Enum(['pending', 'delivered', 'dead']),
  next_attempt: orNull(
    Type.Number(),
    'When the next attempt is due, in seconds since 1970; null during an attempt and after the last.',
  ),
  attempts: Type.Array(DeliveryAttemptSchema),
})

/** An estimate, as a range. */
export const SecondsRange = Type.Object({ low: Type.Number(), high: Type.Number() })

/** The facts about a task in every answer. */
export const TaskFields = {
  id: Type.String({ pattern: '^[0-9]+$' }),
  object: Type.Literal('task'),
  kind: Type.Enum(['image', 'video']),
  model: Type.String(),
  status: TaskStatusSchema,
  step: orNull(Type.Enum(['starting', 'running', 'saving']), 'The current step of processing.'),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  created: Seconds('When it was accepted'),
  started: orNull(Type.Number(), 'When the task was started.'),
  finished: orNull(Type.Number(), 'When the task ended.'),
  eta: orNull(SecondsRange, 'Estimated seconds until the end, based on recent runs of the model; null if unknown.'),
  error: TaskError,
}

export const TaskCost = orNull(
  Type.Object({
    usd: orNull(Type.Number(), 'US dollars, to the millionth; null if unknown.'),
    source: orNull(Type.Enum(PRICE_SOURCES), 'The source of the price; null if there is none or none was needed.'),
    basis: Type.String({ description: 'The rule that applied, or the reason for a zero or unknown cost.' }),
  }),
  'The cost, at the price that applied when the task ran; null until the task has ended.',
)

/** A task in an event. */
export const TaskSummary = Type.Object(TaskFields)

/** Everything that is known about a task. */
/** In both lists and receipts. */
export const TaskIsOwn = Type.Boolean({
  description:
    'Whether your key created it. Only that key can cancel or delete it; other keys of the project can read and retry it.',
})

export const ReceiptSchema = Type.Object(
  {
    ...TaskFields,
    queue_position: orNull(Type.Integer(), 'Position in the queue, from 1; null once started.'),
    waits_for: orNull(Type.Enum(['key', 'user']), 'Whose concurrency limit holds the task; null if none does.'),
    end_user: orNull(Type.String(), 'The end user that the request named; otherwise null.'),
    prompt: Type.String(),
    asked: Type.Object(shownParameters(ASKED_NAMES)),
    effective: orNull(
      Type.Object({
        aspect_ratio: Type.String(),
        width: orNull(Type.Integer()),
        height: orNull(Type.Integer()),
        resolution: orNull(Type.String()),
        seed: orNull(Type.Integer()),
        ...shownParameters(SETTING_NAMES),
      }),
      'The effective parameters; null until they are known.',
    ),
    warnings: Type.Array(Type.String(), { description: 'Everything that differs from the request.' }),
    group: orNull(Type.Array(Type.String()), 'The tasks of a request with `n` above 1, in order; otherwise null.'),
    remix_of: orNull(Type.String(), 'The video that this one was made from; otherwise null.'),
    attempts: Type.Integer({ description: 'How many times the task was started.' }),
    queue_seconds: orNull(Type.Number(), 'Time in the queue.'),
    run_seconds: orNull(Type.Number(), 'Time from the start of processing to the end of the task.'),
    cost: TaskCost,
    deadline: Seconds('When it times out unless it ends earlier'),
    webhook_url: orNull(Type.String()),
    files: Type.Array(TaskFile),
    deliveries: Type.Array(DeliverySchema),
    own: TaskIsOwn,
  },
  { description: 'The receipt: the full record of the task.' },
)

export const DeliveryList = Type.Object({ object: Type.Literal('list'), data: Type.Array(DeliverySchema) })

export const DeliveryParams = Type.Object({ taskId: Type.String(), number: Type.String() })

export const DeletedTask = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
