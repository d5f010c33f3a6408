import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Model, TaskKind } from '../../core/tasks/model.ts'
import { describePrice, soleAmount, type Price } from '../../core/money/price.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import type { Catalog } from '../../ports/engine.ts'

/** The models that one key may use, sorted by name: what assistants see must not change by chance. */
export type OwnModels = readonly Model[]

export function ownModels(catalog: Catalog, { models: allowed }: ApiKey): OwnModels {
  const mine = catalog.list().filter(({ id }) => allowed === null || allowed.includes(id))
  return mine.sort((one, other) => compare(one.kind, other.kind) || compare(one.id, other.id))
}

/** Their names, of one kind. */
export function namesOf(models: OwnModels, kind: TaskKind): string[] {
  return models.filter((model) => model.kind === kind).map(({ id }) => id)
}

/** A model, described just well enough for an assistant to choose and use it. */
export function showModel(catalog: Catalog, model: Model) {
  const { id, kind, description, maxReferences, referenceRoles, seconds, takes, price, maxPromptCharacters } = model
  return {
    model: id,
    kind,
    description,
    shapes: shapesOf(model.sizes),
    max_images: maxReferences,
    images_mean: maxReferences === 0 ? [] : [...referenceRoles],
    takes_seed: model.seed !== 'none',
    ...(maxPromptCharacters === undefined ? {} : { max_prompt: maxPromptCharacters }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(takes === undefined ? {} : { takes }),
    ...(price === undefined ? {} : showPrice(price)),
    ready: catalog.engine(model.engine)?.ready?.() !== false,
  }
}

/** A single amount as two values; anything else in words. */
function showPrice(price: Price) {
  const sole = soleAmount(price)
  return sole === undefined ? { price: describePrice(price) } : { usd: sole.usd, usd_per: sole.per }
}

function shapesOf(rules: SizeRules): string {
  switch (rules.form) {
    case 'ratios': {
      const at = rules.resolutions.length === 0 ? '' : ` at ${rules.resolutions.join(', ')}`
      return `aspect_ratio ${rules.ratios.join(', ')}${at}; else ${rules.defaultRatio}`
    }
    case 'sizes':
      return `size ${rules.sizes.join(', ')}; else ${rules.defaultSize}`
    case 'free': {
      const { minSide, maxSide, defaultSize } = rules
      return `any size with sides from ${minSide} to ${maxSide}; else ${defaultSize.width}x${defaultSize.height}`
    }
    case 'own':
      return 'the model decides'
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
