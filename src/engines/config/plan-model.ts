import { FREE } from '../../core/money/price.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import { canSayResolution } from '../ai-sdk/call-options.ts'
import type { ProviderRow } from '../ai-sdk/provider-row.ts'
import { anySize, sizes as exactly } from '../ai-sdk/row-parts.ts'
import type { ModelConfig } from '../define-config.ts'
import type { ModelSettings } from '../model-settings.ts'
import { LOCAL_WAYS } from '../told-settings.ts'
import { SERVER_WAYS } from '../openai-compatible/requests.ts'
import { plannedLocal } from './plan-local.ts'
import { planPrice, type PriceInput } from './plan-price.ts'
import { planRoles, type Abilities } from './plan-roles.ts'
import { planTakes, wayProblems } from './plan-takes.ts'

export type { Abilities } from './plan-roles.ts'

export type ModelPlanInput = {
  id: string
  asked: ModelConfig
  engine: string
  abilities: Abilities
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
  /** Where its list price is found; absent where it has none. */
  prices?: Pick<PriceInput, 'sold' | 'imported'>
}

const SECOND_MS = 1_000
const SERVER_IMAGE_SIZES = anySize(1024, { min: 256, max: 2048, multipleOf: 16 })
const SERVER_CLIP_SIZES = exactly('1280x720 720x1280 832x480 480x832 1024x1024')

/** One model, with what its config left open filled in from what its engine can do. */
export function planModel(input: ModelPlanInput): { model: Model; settings: ModelSettings; problems: string[] } {
  const { id, asked, engine, abilities, timeouts } = input
  const row = rowOf(abilities)
  const sizes = sizesOf(asked, abilities)
  const { roles, maxReferences, byName, problems: roleProblems } = planRoles(asked, abilities)
  const by = row?.name ?? engine
  const problems = sizes === undefined ? [`${by} makes no ${asked.kind}s`] : []
  if (row !== undefined) problems.push(...resolutionProblems(row, asked, sizes))
  problems.push(...roleProblems, ...untoldProblems(by, asked, abilities))
  const { styles, ...choices } = planTakes(asked)
  const takes = byName.length === 0 ? {} : { takes: { ...choices.takes, roles: byName } }
  const options = { ...manyImages(asked, maxReferences, row), ...asked.options }
  const model: Model = {
    id,
    kind: asked.kind,
    engine,
    engineModel: asked.model,
    description: asked.description ?? usualDescription(asked, abilities, by),
    ...doesOf(asked, abilities),
    sizes: sizes ?? SERVER_IMAGE_SIZES,
    maxReferences,
    referenceRoles: roles,
    seed: takesSeed(asked, row) ? 'optional' : 'none',
    ...limitsOf(asked, timeouts),
    ...choices,
    ...takes,
    ...priceOf(input, options),
  }
  return { model, settings: { options, inputs: asked.inputs ?? {}, styles }, problems }
}

/** What callers could choose and no job could be told. */
function untoldProblems(by: string, asked: ModelConfig, abilities: Abilities): string[] {
  switch (abilities.type) {
    case 'ai-sdk':
      return wayProblems(by, asked, abilities.row.says?.[asked.kind] ?? {})
    case 'openai-compatible': {
      const problems = wayProblems(by, asked, SERVER_WAYS)
      if (asked.resolutions !== undefined)
        problems.push('an OpenAI-compatible server has no field for resolutions: leave them out, or list sizes')
      return problems
    }
    case 'local':
      return wayProblems(by, asked, LOCAL_WAYS)
    // What a workflow takes is told by its slots.
    case 'comfyui':
      return []
  }
}

function doesOf(asked: ModelConfig, { type }: Abilities): Pick<Model, 'does'> {
  const does = asked.does ?? (type === 'local' ? plannedLocal(asked.model, asked).does : 'generate')
  return does === 'upscale' || does === 'cutout' ? { does } : {}
}

function usualDescription(asked: ModelConfig, { type }: Abilities, by: string): string {
  if (type !== 'local') return `${asked.model} by ${by}`
  return `${plannedLocal(asked.model, asked).family} on this machine`
}

function rowOf(abilities: Abilities): ProviderRow | undefined {
  return abilities.type === 'ai-sdk' ? abilities.row : undefined
}

function takesSeed({ seed }: ModelConfig, row: ProviderRow | undefined): boolean {
  return seed ?? row?.seed !== 'none'
}

function manyImages({ kind }: ModelConfig, count: number, row: ProviderRow | undefined): ModelSettings['options'] {
  return kind === 'image' && count > 1 ? (row?.forManyImages ?? {}) : {}
}

function limitsOf(
  asked: ModelConfig,
  timeouts: ModelPlanInput['timeouts'],
): Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs' | 'seconds' | 'fallbacks' | 'retires' | 'successor'> {
  const { queueTimeoutSeconds, timeoutSeconds, seconds, fallbacks, retires, successor } = asked
  return {
    queueTimeoutMs: queueTimeoutSeconds === undefined ? timeouts.queueTimeoutMs : queueTimeoutSeconds * SECOND_MS,
    runTimeoutMs: timeoutSeconds === undefined ? timeouts.runTimeoutMs : timeoutSeconds * SECOND_MS,
    ...(seconds === undefined ? {} : { seconds }),
    ...(fallbacks === undefined ? {} : { fallbacks }),
    ...(retires === undefined ? {} : { retires }),
    ...(successor === undefined ? {} : { successor }),
  }
}

function sizesOf(asked: ModelConfig, abilities: Abilities): SizeRules | undefined {
  if (asked.free !== undefined) {
    const { width, height, minSide, maxSide, multipleOf } = asked.free
    const maxArea = maxSide * maxSide
    return { form: 'free', defaultSize: { width, height }, minSide, maxSide, maxArea, multipleOf }
  }
  if (asked.sizes !== undefined) return { form: 'sizes', sizes: asked.sizes, defaultSize: asked.sizes[0] ?? '' }
  const usual = usualSizes(asked, abilities)
  if (asked.ratios === undefined) return usual
  const resolutions = asked.resolutions ?? (usual?.form === 'ratios' ? usual.resolutions : [])
  return { form: 'ratios', ratios: asked.ratios, resolutions, defaultRatio: asked.ratios[0] ?? '1:1' }
}

function usualSizes(asked: ModelConfig, abilities: Abilities): SizeRules | undefined {
  const { kind } = asked
  if (abilities.type === 'ai-sdk') return abilities.row.sizes[kind]
  if (abilities.type === 'comfyui' && abilities.ownSize) return { form: 'own' }
  if (abilities.type === 'local') return localSizes(asked)
  return kind === 'image' ? SERVER_IMAGE_SIZES : SERVER_CLIP_SIZES
}

function localSizes(asked: ModelConfig): SizeRules {
  const { sizes, does } = plannedLocal(asked.model, asked)
  // A finished picture is as large as its source makes it.
  return does !== 'generate' ? { form: 'own' } : { form: 'sizes', sizes, defaultSize: sizes[0] ?? '512x512' }
}

/** A resolution that a job cannot be told would be asked for, promised in the receipt and never made. */
function resolutionProblems(row: ProviderRow, { kind, inputs = {} }: ModelConfig, sizes?: SizeRules): string[] {
  if (sizes?.form !== 'ratios') return []
  return sizes.resolutions
    .filter((resolution) => !canSayResolution(row, { kind, inputs }, resolution))
    .map(
      (resolution) =>
        `${row.name} has no way for the resolution '${resolution}': name the model's own input, inputs: { resolution: '…' }`,
    )
}

function priceOf({ asked, abilities, prices }: ModelPlanInput, own: PriceInput['options']): Pick<Model, 'price'> {
  // What is drawn on one's own machine is paid for with the machine.
  if (abilities.type === 'local' && asked.price === undefined) return { price: FREE }
  const { sold, imported = new Map() } = prices ?? {}
  const options = { ...rowOf(abilities)?.options, ...own }
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
