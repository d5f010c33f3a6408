import type { Model } from '../../core/tasks/model.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import type { ModelConfig } from '../define-config.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Abilities } from './abilities.ts'
import { planPrice, type PriceInput } from './plan-price.ts'
import { planRoles } from './plan-roles.ts'
import { planTakes, wayProblems } from './plan-takes.ts'

export type ModelPlanInput = {
  id: string
  asked: ModelConfig
  engine: string
  abilities: Abilities
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
  /** Its name in price lists; absent if it has none. */
  prices?: Pick<PriceInput, 'sold' | 'imported'>
}

const SECOND_MS = 1_000
// Placeholder for missing abilities, in a plan that is not used.
const NO_SIZES: SizeRules = { form: 'own' }

/** One model, with everything that its config left open filled in from its engine's abilities. */
export function planModel(input: ModelPlanInput): { model: Model; settings: ModelSettings; problems: string[] } {
  const { id, asked, engine, abilities, timeouts } = input
  const sizes = sizesOf(asked, abilities)
  const { roles, maxReferences, byName, problems: roleProblems } = planRoles(asked, abilities)
  const problems = [...untoldProblems(asked, abilities, sizes), ...roleProblems]
  const { styles, ...choices } = planTakes(asked)
  const takes = byName.length === 0 ? {} : { takes: { ...choices.takes, roles: byName } }
  const many = asked.kind === 'image' && maxReferences > 1 ? abilities.forManyImages : {}
  const options = { ...many, ...asked.options }
  const does = asked.does ?? abilities.does
  const model: Model = {
    id,
    kind: asked.kind,
    engine,
    engineModel: asked.model,
    description: asked.description ?? abilities.description,
    ...(does === 'generate' ? {} : { does }),
    sizes: sizes ?? NO_SIZES,
    maxReferences,
    referenceRoles: roles,
    seed: (asked.seed ?? abilities.takesSeed) ? 'optional' : 'none',
    ...limitsOf(asked, timeouts),
    ...choices,
    ...takes,
    ...priceOf(input, options),
  }
  return { model, settings: { options, inputs: asked.inputs ?? {}, styles }, problems }
}

/** Settings that callers could choose but no job could request. */
function untoldProblems(asked: ModelConfig, { by, told }: Abilities, sizes: SizeRules | undefined): string[] {
  const problems = sizes === undefined ? [`${by} does not make ${asked.kind}s`] : []
  // The slots of a workflow show what it takes.
  if (told === 'by slots') return problems
  return [...problems, ...(told.sizeProblems?.(sizes) ?? []), ...wayProblems(by, asked, told.ways)]
}

function limitsOf(
  asked: ModelConfig,
  timeouts: ModelPlanInput['timeouts'],
): Pick<
  Model,
  'queueTimeoutMs' | 'runTimeoutMs' | 'maxPromptCharacters' | 'seconds' | 'fallbacks' | 'retires' | 'successor'
> {
  const { queueTimeoutSeconds, maxPromptCharacters, timeoutSeconds, seconds, fallbacks, retires, successor } = asked
  return {
    queueTimeoutMs: queueTimeoutSeconds === undefined ? timeouts.queueTimeoutMs : queueTimeoutSeconds * SECOND_MS,
    runTimeoutMs: timeoutSeconds === undefined ? timeouts.runTimeoutMs : timeoutSeconds * SECOND_MS,
    ...(maxPromptCharacters === undefined ? {} : { maxPromptCharacters }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(fallbacks === undefined ? {} : { fallbacks }),
    ...(retires === undefined ? {} : { retires }),
    ...(successor === undefined ? {} : { successor }),
  }
}

function sizesOf(asked: ModelConfig, { sizes: usual }: Abilities): SizeRules | undefined {
  if (asked.free !== undefined) {
    const { width, height, minSide, maxSide, multipleOf } = asked.free
    const maxArea = maxSide * maxSide
    return { form: 'free', defaultSize: { width, height }, minSide, maxSide, maxArea, multipleOf }
  }
  if (asked.sizes !== undefined) return { form: 'sizes', sizes: asked.sizes, defaultSize: asked.sizes[0] ?? '' }
  if (asked.ratios === undefined) return usual
  const resolutions = asked.resolutions ?? (usual?.form === 'ratios' ? usual.resolutions : [])
  return { form: 'ratios', ratios: asked.ratios, resolutions, defaultRatio: asked.ratios[0] ?? '1:1' }
}

function priceOf({ asked, abilities, prices }: ModelPlanInput, own: PriceInput['options']): Pick<Model, 'price'> {
  if (abilities.price !== undefined && asked.price === undefined) return { price: abilities.price }
  const { sold, imported = new Map() } = prices ?? {}
  const options = { ...abilities.options, ...own }
  const price = planPrice({
    asked: asked.price,
    kind: asked.kind,
    sold,
    options,
    imported,
    choosesQuality: asked.takes?.quality !== undefined,
  })
  return price === undefined ? {} : { price }
}
