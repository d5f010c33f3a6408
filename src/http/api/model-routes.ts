import type { Foresight } from '../../actions/reading/foresee-end.ts'
import type { KnownPauses } from '../../actions/running/pause-engine.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import type { Model } from '../../core/tasks/model.ts'
import { isRole, rolesTaken } from '../../core/tasks/roles.ts'
import { SETTINGS } from '../../core/tasks/settings.ts'
import { amountsOf, describeRule, PRICE_SOURCES, PRICE_UNITS, soleAmount, type Price } from '../../core/money/price.ts'
import type { Catalog } from '../../ports/engine.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { SecondsRange } from './task-schemas.ts'
import { orNull, Type, type TypedRoutes, type Static } from '../answer/schema.ts'

const Words = Type.Array(Type.String())

/** The settings that callers may choose for a model, as the catalogue shows them. */
const ShownTakes = Type.Object(
  {
    seconds: Type.Union(
      [
        Type.Array(Type.Number()),
        Type.Object({ from: Type.Number(), to: Type.Number() }, { description: 'Whole seconds.' }),
        Type.Null(),
      ],
      { description: 'The lengths that you can choose from; null if there is no choice.' },
    ),
    audio: Type.Boolean({ description: 'Whether you can turn sound on and off.' }),
    audio_default: Type.Union([Type.Boolean(), Type.Null()], { description: 'The default.' }),
    negative_prompt: Type.Boolean(),
    quality: Words,
    background: Words,
    output_format: Words,
    strength: Type.Boolean(),
    style: Words,
    options: Type.Object({}, { additionalProperties: true, description: 'A JSON Schema for each option.' }),
    roles: Type.Array(Type.String(), { description: 'Roles that an image may have, such as mask.' }),
  },
  { description: 'The accepted parameters and values; others are refused.' },
)

const ModelSchema = Type.Object({
  id: Type.String({ description: 'The value to send as `model`.' }),
  object: Type.Literal('model'),
  kind: Type.Enum(['image', 'video']),
  description: Type.String(),
  does: Type.Enum(['generate', 'upscale', 'cutout'], {
    type: 'string',
    description: 'What the model does: generate, enlarge a picture, or remove its background.',
  }),
  ratios: Type.Array(Type.String(), {
    description: 'Supported ratios; empty if the model accepts any ratio or has fixed sizes.',
  }),
  resolutions: Type.Array(Type.String(), { description: 'Supported resolutions for these ratios.' }),
  sizes: Type.Array(Type.String(), { description: 'The exact sizes that the model makes.' }),
  free_size: orNull(
    Type.Object({
      min_side: Type.Integer(),
      max_side: Type.Integer(),
      max_area: Type.Integer(),
      multiple_of: Type.Integer(),
    }),
    'Bounds for a model that makes any size.',
  ),
  default: Type.String({ description: 'The default ratio or size.' }),
  reference_roles: Type.Array(Type.String(), {
    description: 'The roles of the images, in order; additional images get the last role.',
  }),
  max_references: Type.Integer(),
  seed: Type.Boolean({ description: 'Whether the model accepts a seed.' }),
  seconds: orNull(Type.Number(), 'Default length of a clip; null if the provider decides.'),
  takes: ShownTakes,
  max_prompt_characters: Type.Integer({ description: 'The longest prompt under `/api`.' }),
  max_prompt_characters_elsewhere: Type.Integer({
    description: 'The longest prompt under `/v1`, `/sdapi` and `/mcp`.',
  }),
  queue_timeout_seconds: Type.Number(),
  timeout_seconds: Type.Number(),
  price: orNull(
    Type.Object({ per: Type.Enum(PRICE_UNITS), usd: Type.Number() }),
    'The cost, if a single amount describes it; `pricing` has every rule.',
  ),
  pricing: orNull(
    Type.Object({
      source: Type.Enum(PRICE_SOURCES),
      as_of: orNull(Type.String(), 'The date of the price, if known.'),
      rules: Type.Array(
        Type.Object({
          text: Type.String({ description: 'The rule as text.' }),
          when: Type.Object({
            sizes: Type.Optional(Type.Array(Type.String())),
            resolutions: Type.Optional(Type.Array(Type.String())),
            max_pixels: Type.Optional(Type.Integer()),
            audio: Type.Optional(Type.Boolean()),
            qualities: Type.Optional(Type.Array(Type.String())),
          }),
          amounts: Type.Array(Type.Object({ per: Type.Enum(PRICE_UNITS), usd: Type.Number() }), {
            description: 'The price is the sum of these amounts.',
          }),
          whole_megapixels: Type.Boolean({
            description: 'Whether the size is rounded up to whole megapixels of 1024x1024.',
          }),
        }),
        { description: 'The first rule that matches the result applies.' },
      ),
    }),
    'The price rules; null without a price.',
  ),
  aliases: Type.Array(Type.String(), { description: 'Aliases of the model.' }),
  retires: orNull(Type.String(), 'The day (UTC) on which the provider shuts it down; from that day, it is not listed.'),
  successor: orNull(Type.String(), 'The model to use instead.'),
  typical_seconds: orNull(SecondsRange, 'Recent running times of the model; null if unknown.'),
  paused: Type.Boolean({
    description: 'Whether the engine is paused: tasks stay queued, and synchronous image requests are refused.',
  }),
  previews: Type.Boolean({ description: 'Whether running tasks provide previews.' }),
  ready: Type.Boolean({ description: 'False while its provider is paused after failures.' }),
})

const ModelList = Type.Object({ object: Type.Literal('list'), data: Type.Array(ModelSchema) })

export type ModelParts = { catalog: Catalog; pauses: Pick<KnownPauses, 'has'> }

/** The models that this key may use, and their abilities. */
export function modelRoutes(parts: ModelParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Models'],
      operationId: 'listModels',
      summary: 'List the models that you may use',
      querystring: Type.Object({ kind: Type.Optional(Type.Enum(['image', 'video'])) }, { additionalProperties: false }),
      response: describeAnswers(ModelList, LIST_ERRORS),
    }
    app.get('/api/ai/models', { config: { auth: 'tasks:read' }, schema }, async (request) => {
      const { kind } = request.query
      const models = parts.catalog.list().filter((model) => kind === undefined || model.kind === kind)
      const allowed = models.filter((model) => mayUse(request.caller, model))
      return {
        object: 'list' as const,
        data: await Promise.all(
          allowed.map(async (model) => ({
            ...showModel(parts.catalog, model),
            paused: parts.pauses.has(model.engine),
            typical_seconds: await foresight.typical({ kind: model.kind, model: model.id }),
          })),
        ),
      }
    })
  }
}

function mayUse({ models }: ApiKey, { id }: Model): boolean {
  return models === null || models.includes(id)
}

function showModel(catalog: Catalog, model: Model): Omit<Static<typeof ModelSchema>, 'typical_seconds' | 'paused'> {
  return {
    id: model.id,
    object: 'model',
    kind: model.kind,
    description: model.description,
    does: model.does ?? 'generate',
    ...showSizes(model),
    reference_roles: [...model.referenceRoles],
    max_references: model.maxReferences,
    seed: model.seed !== 'none',
    seconds: model.seconds ?? null,
    takes: showTakes(model),
    max_prompt_characters: MAX_PROMPT_CHARACTERS,
    max_prompt_characters_elsewhere: model.maxPromptCharacters ?? MAX_PROMPT_CHARACTERS,
    queue_timeout_seconds: model.queueTimeoutMs / 1000,
    timeout_seconds: model.runTimeoutMs / 1000,
    price: (model.price && soleAmount(model.price)) ?? null,
    pricing: model.price === undefined ? null : showPricing(model.price),
    aliases: [...(model.aliases ?? [])],
    retires: model.retires ?? null,
    successor: model.successor ?? null,
    previews: catalog.engine(model.engine)?.givesPreviews === true,
    ready: catalog.engine(model.engine)?.ready?.() !== false,
  }
}

function showPricing({ source, asOf, rules }: Price): Static<typeof ModelSchema>['pricing'] {
  return {
    source,
    as_of: asOf,
    rules: rules.map((rule) => {
      const { sizes, resolutions, maxPixels, audio, qualities } = rule.when
      return {
        text: describeRule(rule),
        when: {
          ...(sizes === undefined ? {} : { sizes: [...sizes] }),
          ...(resolutions === undefined ? {} : { resolutions: [...resolutions] }),
          ...(maxPixels === undefined ? {} : { max_pixels: maxPixels }),
          ...(audio === undefined ? {} : { audio }),
          ...(qualities === undefined ? {} : { qualities: [...qualities] }),
        },
        amounts: amountsOf(rule).map(([per, usd]) => ({ per, usd })),
        whole_megapixels: rule.wholeMegapixels,
      }
    }),
  }
}

function showTakes(model: Model): Static<typeof ShownTakes> {
  const { kind, takes = {} } = model
  const { seconds = null, options = {} } = takes
  return {
    seconds: seconds === null || 'from' in seconds ? seconds : [...seconds],
    audio: takes.audio !== undefined,
    audio_default: takes.audio ?? null,
    negative_prompt: takes.negative_prompt === true,
    quality: [...(takes.quality ?? [])],
    background: [...(takes.background ?? [])],
    // Formats that a model does not write itself are converted when the picture is stored.
    output_format: kind === 'image' ? [...SETTINGS.output_format.form.values] : [],
    strength: takes.strength === true,
    style: [...(takes.style ?? [])],
    options: { ...options },
    roles: rolesTaken(model).filter(isRole),
  }
}

type Shown = Pick<Static<typeof ModelSchema>, 'ratios' | 'resolutions' | 'sizes' | 'free_size' | 'default'>

function showSizes({ sizes: rules }: Model): Shown {
  const none = { ratios: [], resolutions: [], sizes: [], free_size: null }
  switch (rules.form) {
    case 'ratios':
      return { ...none, ratios: [...rules.ratios], resolutions: [...rules.resolutions], default: rules.defaultRatio }
    case 'sizes':
      return { ...none, sizes: [...rules.sizes], default: rules.defaultSize }
    case 'free': {
      const { minSide, maxSide, maxArea, multipleOf, defaultSize } = rules
      const free_size = { min_side: minSide, max_side: maxSide, max_area: maxArea, multiple_of: multipleOf }
      return { ...none, free_size, default: `${defaultSize.width}x${defaultSize.height}` }
    }
    case 'own':
      return { ...none, default: 'auto' }
  }
}
