import type { ErrorCode } from '../../core/errors.ts'
import { LIMIT_RULES, type LimitName } from '../../core/money/limits.ts'
import { BODY_ERRORS, KEY_ERRORS, LIST_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { pageOf, PageQuery } from '../answer/paging.ts'
import { orNull, Type } from '../answer/schema.ts'

// The last second of the year 9999: later dates cannot be written.
const END_OF_TIME_SECONDS = 253_402_300_799

const between = (name: LimitName) => ({ minimum: LIMIT_RULES[name].least, maximum: LIMIT_RULES[name].most })

const LIMITS = {
  inWork: orNull(
    Type.Integer(between('inWork')),
    'Maximum number of concurrent tasks across all its keys; null for no limit.',
  ),
  waiting: orNull(Type.Integer(between('waiting')), 'Maximum number of queued tasks across all its keys.'),
  perDayUsd: orNull(Type.Number(between('perDayMicros')), 'Daily budget of all its keys in US dollars (UTC days).'),
  perMonthUsd: orNull(Type.Number(between('perMonthMicros')), 'Monthly budget of all its keys (UTC months).'),
} as const

const GivenLimits = Type.Object(
  {
    inWork: Type.Optional(LIMITS.inWork),
    waiting: Type.Optional(LIMITS.waiting),
    perDayUsd: Type.Optional(LIMITS.perDayUsd),
    perMonthUsd: Type.Optional(LIMITS.perMonthUsd),
  },
  { additionalProperties: false, description: 'The limits of the project. Omitted limits stay unchanged.' },
)

/** A temporary raise, as requested. */
export const GivenRaise = orNull(
  Type.Object(
    {
      perDayUsd: Type.Optional(Type.Number(between('perDayMicros'))),
      perMonthUsd: Type.Optional(Type.Number(between('perMonthMicros'))),
      until: Type.Integer({ minimum: 0, maximum: END_OF_TIME_SECONDS, description: 'Seconds since 1970.' }),
    },
    { additionalProperties: false },
  ),
  'A higher budget until a given time, after which the usual budget applies again; null ends it.',
)

/** A raise as it is shown. */
export const ShownRaise = orNull(
  Type.Object({ perDayUsd: orNull(Type.Number()), perMonthUsd: orNull(Type.Number()), until: Type.Integer() }),
  'The higher budget and when it ends, in seconds since 1970; null for none.',
)

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A human-readable name; it does not have to be unique.',
})

export const NewProjectBody = Type.Object(
  { name: Name, limits: Type.Optional(GivenLimits), raise: Type.Optional(GivenRaise) },
  { additionalProperties: false, examples: [{ name: 'web shop', limits: { perDayUsd: 20, inWork: 8 } }] },
)

export const EditProjectBody = Type.Object(
  {
    name: Type.Optional(Name),
    limits: Type.Optional(GivenLimits),
    raise: Type.Optional(GivenRaise),
    archived: Type.Optional(Type.Boolean({ description: 'False restores an archived project.' })),
  },
  { additionalProperties: false, examples: [{ limits: { perDayUsd: 50 } }] },
)

export const ProjectSchema = Type.Object({
  object: Type.Literal('project'),
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['active', 'archived']),
  created: Type.Number({ description: 'Seconds since 1970, like all times here.' }),
  archived: orNull(Type.Number()),
  limits: Type.Object(LIMITS),
  raise: ShownRaise,
  used: Type.Object(
    {
      inWork: Type.Integer(),
      waiting: Type.Integer(),
      todayUsd: Type.Number({ description: 'Spent, including reservations for unfinished tasks.' }),
      thisMonthUsd: Type.Number(),
    },
    { description: 'Current usage of the limits, counted only while the project has limits.' },
  ),
})

export const ProjectParams = Type.Object({ projectId: Type.String() })
export const ProjectListQuery = Type.Object(PageQuery, { additionalProperties: false })
export const ProjectList = pageOf(ProjectSchema)

export const ONE_PROJECT_ERRORS: readonly ErrorCode[] = ['project_not_found', ...KEY_ERRORS, ...SERVER_ERRORS]
export const ARCHIVE_ERRORS: readonly ErrorCode[] = ['unsupported_media_type', ...ONE_PROJECT_ERRORS]
export const EDIT_ERRORS: readonly ErrorCode[] = [...new Set([...BODY_ERRORS, ...ONE_PROJECT_ERRORS])]
export const NEW_ERRORS: readonly ErrorCode[] = [...new Set([...BODY_ERRORS, ...LIST_ERRORS])]
