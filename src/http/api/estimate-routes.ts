import { estimateTask, type TaskEstimate } from '../../actions/tasks/estimate-task.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { rangeOf, usdOf } from '../../core/money/cost.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import type { Model, TaskKind } from '../../core/tasks/model.ts'
import { PRICE_SOURCES, PRICE_UNITS, soleAmount } from '../../core/money/price.ts'
import type { Catalog } from '../../ports/engine.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS, generationErrors } from '../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'
import { notAParameter } from '../body/check-fields.ts'
import { countIn, refusedWith } from '../body/field-text.ts'
import { jsonSchema, multipartSchema } from '../body/form-schema.ts'
import type { GenerationForm } from '../body/generation-form.ts'
import { readGeneration, type Generation } from '../body/read-generation.ts'
import type { MakingParts } from '../server-parts.ts'
import { NATIVE_FORMS } from './native-forms.ts'

/** The bodies of both kinds. */
const KINDS = ['image', 'video'] as const

const FORM: GenerationForm = {
  kind: 'image',
  fields: {
    ...NATIVE_FORMS.video.fields,
    ...NATIVE_FORMS.image.fields,
    kind: {
      means: 'own',
      form: { type: 'one of', values: KINDS },
      ours: (value) => (value === '' ? undefined : value),
      description: '`image` or `video`; required only for a model that makes both images and videos.',
    },
  },
}

const EXAMPLE = { kind: 'image', model: 'diorama', prompt: 'A red fox in a snowy forest at dawn', n: 2 }

// Errors that only a real generation can have.
const NEVER: readonly ErrorCode[] = ['idempotency_conflict', 'queue_full', 'shutting_down']

const EstimateAnswer = Type.Object({
  object: Type.Literal('estimate'),
  kind: Type.Enum(['exact', 'range', 'unknown']),
  usd: orNull(Type.Number(), 'The cost of the whole request if it is exact, otherwise null.'),
  usd_min: orNull(Type.Number(), 'The minimum cost of the whole request; null if unknown.'),
  usd_max: orNull(Type.Number(), 'The maximum cost; null if unknown.'),
  currency: Type.Literal('USD'),
  count: Type.Integer({ description: 'The number of tasks that the request would create.' }),
  usd_per_task_min: orNull(Type.Number(), 'The cost of one task.'),
  usd_per_task_max: orNull(Type.Number(), 'The cost of one task.'),
  model: Type.String({ description: 'The model that would run the request.' }),
  fallbacks: Type.Array(Type.String(), { description: 'Fallback models, whose prices widen the range.' }),
  unit: orNull(Type.Enum(PRICE_UNITS), 'The unit of the price, if there is a single one.'),
  source: orNull(Type.Enum(PRICE_SOURCES), 'The source of the price; null without a price.'),
  as_of: orNull(Type.String(), 'The date of the price, if known.'),
  reason: orNull(Type.String(), 'The reason for an unknown cost; otherwise null.'),
  warnings: Type.Array(Type.String(), { description: 'The warnings that the receipt would contain.' }),
})

/** The cost of a request. It takes the body of a generation, and makes nothing. */
export function estimateRoutes(parts: MakingParts): TypedRoutes {
  return async (app) => {
    const errors = [...new Set(generationErrors('video'))].filter((code) => !NEVER.includes(code))
    const schema = {
      tags: ['Models'],
      operationId: 'estimate',
      summary: 'Estimate the cost of a request',
      description:
        'Send the body of a generation request. It is checked in the same way, but nothing is generated, stored, fetched or ' +
        'charged. The key needs the same scope as for the generation.',
      body: {
        content: {
          'application/json': { schema: { ...jsonSchema(FORM), examples: [EXAMPLE] } },
          'multipart/form-data': { schema: multipartSchema(FORM) },
        },
      },
      response: describeAnswers(EstimateAnswer, [...errors, ...KEY_ERRORS, ...SERVER_ERRORS]),
    }
    app.post('/api/ai/estimate', { config: { auth: 'any key' }, schema }, async (request) => {
      const { caller } = request
      const { own, ...generation } = await readGeneration(inTurnOf(parts, caller.id), request, FORM)
      const kind = await kindOf(parts.catalog, { own, ...generation })
      const asked = { ...generation, caller, request: { ...generation.request, kind } }
      return showEstimate(await estimateTask(parts, asked), countIn(own))
    })
  }
}

/** The requested kind, or otherwise the only kind that the model has. */
async function kindOf(catalog: Catalog, { own, request, references }: Generation): Promise<TaskKind> {
  const kinds = KINDS.filter((kind) => catalog.named(kind, request.model) !== undefined)
  const said = KINDS.find((kind) => kind === own['kind'])
  const kind = said ?? (kinds.length > 1 ? undefined : (kinds[0] ?? 'image'))
  if (kind === undefined) {
    const message = `kind must be image or video, because the model '${request.model}' makes both.`
    throw await refusedWith(references, new AppError('invalid_parameter', message, { param: 'kind' }))
  }
  const known = Object.keys(NATIVE_FORMS[kind].fields)
  const given = [...(own['n'] === undefined ? [] : ['n']), ...Object.keys(request.settings ?? {})]
  const foreign = given.find((name) => !known.includes(name))
  if (foreign !== undefined) throw await refusedWith(references, notAParameter(foreign, known))
  return kind
}

function pricedBy({ price }: Model): Pick<Static<typeof EstimateAnswer>, 'unit' | 'source' | 'as_of'> {
  if (price === undefined) return { unit: null, source: null, as_of: null }
  return { unit: soleAmount(price)?.per ?? null, source: price.source, as_of: price.asOf }
}

function showEstimate({ model, estimate, fallbacks, warnings }: TaskEstimate, count: number) {
  const range = estimate.kind === 'unknown' ? undefined : rangeOf(estimate)
  const times = (micros: number | undefined, tasks: number): number | null =>
    usdOf(micros === undefined ? null : micros * tasks)
  return {
    object: 'estimate',
    kind: estimate.kind,
    usd: estimate.kind === 'exact' ? times(estimate.micros, count) : null,
    usd_min: times(range?.least, count),
    usd_max: times(range?.most, count),
    currency: 'USD',
    count,
    usd_per_task_min: times(range?.least, 1),
    usd_per_task_max: times(range?.most, 1),
    model: model.id,
    fallbacks: fallbacks.map(({ id }) => id),
    ...pricedBy(model),
    reason: estimate.kind === 'unknown' ? estimate.reason : null,
    warnings,
  } satisfies Static<typeof EstimateAnswer>
}
