import { readLimits, type ReadLimitsDeps, type Standing } from '../../actions/keys/read-limits.ts'
import type { UploadLimits } from '../../actions/uploads/create-upload.ts'
import { hasScope, SCOPES } from '../../core/keys/api-key.ts'
import { usdOf } from '../../core/money/cost.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { projectOf } from '../../actions/projects/find-project.ts'
import { PROJECT_ROLES } from '../../core/projects/project.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'
import type { Rooms } from '../server-parts.ts'

const limit = (of: ReturnType<typeof Type.Number>, description: string) =>
  Type.Union([of, Type.Null()], { description: `${description}; null for no limit.` })

const StandingSchema = Type.Object({
  creates_per_minute: limit(Type.Integer(), 'Requests per minute that create resources'),
  reads_per_minute: limit(Type.Integer(), 'Requests per minute that only read'),
  in_work: Type.Object({
    limit: limit(Type.Integer(), 'Concurrent tasks, queued at the engines or running'),
    used: Type.Integer(),
  }),
  waiting: Type.Object({
    limit: limit(Type.Integer(), 'Queued tasks, in addition to the concurrent ones'),
    used: Type.Integer(),
  }),
  usd_today: Type.Object({
    limit: limit(Type.Number(), 'Daily budget in US dollars'),
    used: Type.Number({ description: 'Spent, including reservations for unfinished tasks.' }),
  }),
  usd_this_month: Type.Object({
    limit: limit(Type.Number(), 'Monthly budget in US dollars'),
    used: Type.Number({ description: 'Spent, including reservations for unfinished tasks.' }),
  }),
})

const LimitsAnswer = Type.Object({
  object: Type.Literal('limits'),
  key: StandingSchema,
  end_user: Type.Union([StandingSchema, Type.Null()], {
    description: 'For the end user in the header x-mediagen-user; null without that header or without such limits.',
  }),
  uploads: Type.Object(
    { limit: Type.Integer(), used: Type.Integer() },
    { description: 'The storage limit of your uploads and its current use, in bytes.' },
  ),
  project: Type.Union([StandingSchema, Type.Null()], {
    description: 'For the project of the key, across all its keys; null without a project.',
  }),
  day_ends: Type.Number({ description: 'Start of the next UTC day, in seconds since 1970.' }),
  month_ends: Type.Number({ description: 'Start of the next UTC month, in seconds since 1970.' }),
})

const MeAnswer = Type.Object({
  object: Type.Literal('me'),
  name: Type.String({ description: 'The name of the key.' }),
  hint: Type.String({ description: 'The first characters of the key, to help you recognize it.' }),
  scopes: Type.Array(Type.Enum(SCOPES), {
    description: 'All permissions of the key; `admin` includes the others.',
  }),
  models: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'The allowed models; null for all.',
  }),
  expires: Type.Union([Type.Number(), Type.Null()], { description: 'In seconds since 1970; null for never.' }),
  project: orNull(
    Type.Object({ id: Type.String(), name: Type.String(), role: Type.Enum(PROJECT_ROLES), archived: Type.Boolean() }),
    'The project of the key and what the key may do there; null for none.',
  ),
})

// Any key may ask what it can do.
const ERRORS_OF_ANY_KEY = [...KEY_ERRORS.filter((code) => code !== 'insufficient_scope'), ...SERVER_ERRORS]

export type CallerParts = ReadLimitsDeps & Rooms<'uploads'> & { limits: Pick<UploadLimits, 'maxUploadBytes'> }

/** The permissions and limits of a key, and the current use of the limits. */
export function callerRoutes(parts: CallerParts): TypedRoutes {
  return async (app) => {
    const me = {
      tags: ['Models'],
      operationId: 'getMe',
      summary: 'Get your key',
      response: describeAnswers(MeAnswer, ERRORS_OF_ANY_KEY),
    }
    app.get('/api/ai/me', { config: { auth: 'any key' }, schema: me }, async ({ caller }) => {
      const project = await projectOf(parts, caller)
      return {
        object: 'me' as const,
        name: caller.name,
        hint: caller.hint,
        scopes: SCOPES.filter((scope) => hasScope(caller, scope)),
        models: caller.models,
        expires: caller.expiresAt === null ? null : caller.expiresAt / 1000,
        project: project && {
          id: project.id,
          name: project.name,
          role: caller.role ?? 'member',
          archived: project.archivedAt !== null,
        },
      }
    })
    const schema = {
      tags: ['Models'],
      operationId: 'getLimits',
      summary: 'Get the limits of your key and their current usage',
      response: describeAnswers(LimitsAnswer, ERRORS_OF_ANY_KEY),
    }
    app.get('/api/ai/limits', { config: { auth: 'any key' }, schema }, async ({ caller, endUser }) => {
      const standings = await readLimits(parts, caller, endUser)
      return {
        object: 'limits' as const,
        key: show(standings.key),
        end_user: standings.endUser === null ? null : show(standings.endUser),
        uploads: {
          limit: parts.limits.maxUploadBytes,
          used: await parts.store.uploads.used(caller.id, parts.clock.now()),
        },
        project: standings.project === null ? null : show(standings.project),
        day_ends: standings.dayEndsAt / 1000,
        month_ends: standings.monthEndsAt / 1000,
      }
    })
  }
}

function show({ limits, account }: Standing): Static<typeof StandingSchema> {
  return {
    creates_per_minute: limits.createsPerMinute,
    reads_per_minute: limits.readsPerMinute,
    in_work: { limit: limits.inWork, used: account.letIn },
    waiting: { limit: limits.waiting, used: account.parked },
    usd_today: { limit: usdOf(limits.perDayMicros), used: usdOf(account.dayMicros) },
    usd_this_month: { limit: usdOf(limits.perMonthMicros), used: usdOf(account.monthMicros) },
  }
}
