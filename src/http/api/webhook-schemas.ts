import { MAX_WEBHOOK_URL_CHARACTERS } from '../../core/tasks/generation-request.ts'
import { orNull, Type } from '../answer/schema.ts'

// The last second of the year 9999: a date after it cannot be written down, nor kept as milliseconds everywhere.
const END_OF_TIME_SECONDS = 253_402_300_799

export const RedeliverBody = Type.Object(
  {
    since: Type.Integer({
      minimum: 0,
      maximum: END_OF_TIME_SECONDS,
      description: 'Seconds since 1970: what ended since then and never arrived.',
    }),
  },
  { additionalProperties: false, examples: [{ since: 1_790_000_000 }] },
)

export const RedeliverAnswer = Type.Object({
  redelivered: Type.Integer({ description: 'How many deliveries were queued.' }),
})

export const TestBody = Type.Object(
  { url: Type.String({ maxLength: MAX_WEBHOOK_URL_CHARACTERS, description: 'Where to send the sample.' }) },
  { additionalProperties: false, examples: [{ url: 'https://example.com/hook' }] },
)

export const TestAnswer = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the receiver answered with 2xx.' }),
  webhook_id: Type.String(),
  status: orNull(Type.Integer(), 'HTTP status; null when no answer came.'),
  duration_ms: Type.Integer(),
  error: orNull(Type.String()),
  answer: Type.String({ description: 'The first 4 KiB of what the receiver answered.' }),
})

export const WebhookSecrets = Type.Object({
  secrets: Type.Array(
    Type.Object({
      secret: Type.String({ description: 'whsec_…, as Standard Webhooks libraries take it.' }),
      expires: orNull(Type.Number(), 'Seconds since 1970; null for the current one.'),
    }),
  ),
})

export const RotatedSecret = Type.Object({ secret: Type.String() })
