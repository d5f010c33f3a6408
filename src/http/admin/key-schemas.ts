import { MOST_OVERLAP_MS } from '../../actions/keys/change-key.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { SCOPES } from '../../core/keys/api-key.ts'
import { PROJECT_ROLES } from '../../core/projects/project.ts'
import { LIMIT_RULES, type LimitName } from '../../core/money/limits.ts'
import { BODY_ERRORS, errorAnswers, KEY_ERRORS, LIST_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { pageOf, PageQuery } from '../answer/paging.ts'
import { orNull, type Schema, Type } from '../answer/schema.ts'
import { GivenRaise, ShownRaise } from './project-schemas.ts'

// The last second of the year 9999: later dates cannot be written.
const END_OF_TIME_SECONDS = 253_402_300_799

const between = (name: LimitName) => ({ minimum: LIMIT_RULES[name].least, maximum: LIMIT_RULES[name].most })
const count = (name: LimitName, description: string) => orNull(Type.Integer(between(name)), description)
const dollars = (name: LimitName, description: string) => orNull(Type.Number(between(name)), description)

const LIMITS = {
  createsPerMinute: count('createsPerMinute', 'Requests per minute that create resources; null for no limit.'),
  readsPerMinute: count('readsPerMinute', 'Requests per minute that only read.'),
  inWork: count('inWork', 'Maximum number of concurrent tasks.'),
  waiting: count('waiting', 'Maximum number of queued tasks, in addition to the concurrent ones.'),
  perDayUsd: dollars('perDayMicros', 'Daily budget in US dollars (UTC days); up to six decimals.'),
  perMonthUsd: dollars('perMonthMicros', 'Monthly budget in US dollars (UTC months); up to six decimals.'),
} as const

const { createsPerMinute, readsPerMinute, inWork, waiting, perDayUsd, perMonthUsd } = LIMITS
const GivenLimits = Type.Object(
  {
    createsPerMinute: Type.Optional(createsPerMinute),
    readsPerMinute: Type.Optional(readsPerMinute),
    inWork: Type.Optional(inWork),
    waiting: Type.Optional(waiting),
    perDayUsd: Type.Optional(perDayUsd),
    perMonthUsd: Type.Optional(perMonthUsd),
  },
  { additionalProperties: false, description: 'The limits of the key. Omitted limits stay unchanged.' },
)

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A human-readable name; it does not have to be unique.',
})

const SETTINGS = {
  scopes: Type.Optional(
    Type.Array(Type.Enum(SCOPES), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: `Permissions: ${SCOPES.join(', ')}. Default: all but admin.`,
    }),
  ),
  models: Type.Optional(orNull(Type.Array(Type.String(), { minItems: 1 }), 'The allowed models; null for all.')),
  expires: Type.Optional(
    orNull(Type.Integer({ minimum: 0, maximum: END_OF_TIME_SECONDS }), 'Seconds since 1970; null for never.'),
  ),
  limits: Type.Optional(GivenLimits),
  userLimits: Type.Optional(orNull(GivenLimits, 'Limits for each end user of the key; null for none.')),
  raise: Type.Optional(GivenRaise),
  project: Type.Optional(orNull(Type.String({ maxLength: 64 }), 'The id of its project; null for none.')),
  role: Type.Optional(
    Type.Enum(PROJECT_ROLES, {
      description:
        'The role in the project: `viewer` can read everything in it, `member` can also create images and videos, and `owner` can also manage its keys. Default: member.',
    }),
  ),
} as const

const EXAMPLE = { name: 'my-app', models: ['diorama'], limits: { createsPerMinute: 60, inWork: 4, perDayUsd: 5 } }

export const NewKeyBody = Type.Object({ name: Name, ...SETTINGS }, { additionalProperties: false, examples: [EXAMPLE] })

export const EditKeyBody = Type.Object(
  { name: Type.Optional(Name), ...SETTINGS },
  { additionalProperties: false, examples: [{ limits: { perDayUsd: 10, waiting: null } }] },
)

export const RotateBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_MS / 1000,
        description: 'Seconds for which the old key keeps working. Default: 86400 (one day); 0 ends it immediately.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ overlapSeconds: 3600 }] },
)

const FIELDS = {
  object: Type.Literal('key'),
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key, to help you recognize it.' }),
  state: Type.Enum(['active', 'expired', 'revoked']),
  scopes: Type.Array(Type.Enum(SCOPES)),
  models: orNull(Type.Array(Type.String()), 'Null for all models.'),
  created: Type.Number({ description: 'Seconds since 1970, like all times here.' }),
  expires: orNull(Type.Number()),
  revoked: orNull(Type.Number()),
  lastUsed: orNull(Type.Number(), 'When the key was last used, to the minute; null if never.'),
  formerTextUntil: orNull(Type.Number(), 'After a rotation, when the old key stops working; null if it already has.'),
  limits: Type.Object(LIMITS),
  userLimits: orNull(Type.Object(LIMITS), 'The limits of each end user; null for none.'),
  raise: ShownRaise,
  project: orNull(Type.String(), 'The id of its project; null for none.'),
  role: orNull(Type.Enum(PROJECT_ROLES), 'The role of the key in its project; null without a project.'),
} as const

export const KeySchema = Type.Object(FIELDS)

const TEXT = { key: Type.String({ description: 'The key itself, shown only once.' }) }

export const RotatedKey = Type.Object({ ...FIELDS, ...TEXT })

export const CreatedKey = Type.Object({
  ...FIELDS,
  ...TEXT,
  webhookSecret: Type.String({ description: 'whsec_…, the secret that signs its webhooks.' }),
})

export const KeyParams = Type.Object({ keyId: Type.String() })

export const KeyListQuery = Type.Object(
  {
    ...PageQuery,
    project: Type.Optional(
      Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only keys of this project.' }),
    ),
  },
  { additionalProperties: false },
)

export const KeyList = pageOf(KeySchema)

/** The possible errors of reading one key. */
export const ONE_KEY_ERRORS: readonly ErrorCode[] = ['key_not_found', ...KEY_ERRORS, ...SERVER_ERRORS]

/** The possible errors of a change without a body: its media type and length are still checked. */
export const CHANGE_ERRORS: readonly ErrorCode[] = ['key_conflict', 'unsupported_media_type', ...ONE_KEY_ERRORS]

export const CHANGE_BY_BODY_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, ...CHANGE_ERRORS]

export const CREATE_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, 'idempotency_conflict', ...LIST_ERRORS]

/** Like `describeAnswers`, for routes that create resources. */
export function describeCreation<Answer extends Schema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 201: answer, ...errorAnswers(errors) }
}
