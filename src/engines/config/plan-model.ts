import { FREE } from '../../core/money/price.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import { canSayResolution } from '../ai-sdk/call-options.ts'
import type { FrameRole, ProviderRow } from '../ai-sdk/provider-row.ts'
import { anySize, sizes as exactly } from '../ai-sdk/row-parts.ts'
import type { ModelConfig } from '../define-config.ts'
import type { ModelSettings } from '../model-settings.ts'
import { LOCAL_WAYS } from '../local/ways.ts'
import { SERVER_WAYS } from '../openai-compatible/requests.ts'
import { plannedLocal } from './plan-local.ts'
import { planPrice, type PriceInput } from './plan-price.ts'
import { planTakes, wayProblems } from './plan-takes.ts'

/** What an engine can do for a model that says nothing itself. */
export type Abilities =
  | { type: 'ai-sdk'; row: ProviderRow }
  | { type: 'comfyui'; ownSize: boolean }
  | { type: 'openai-compatible' }
  | { type: 'local' }

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
  const roles = asked.references ?? usualRoles(asked, abilities)
  const maxReferences = roles.length === 0 ? 0 : (asked.maxReferences ?? usualReferences(asked, roles, row))
  const by = row?.name ?? engine
  const problems = sizes === undefined ? [`${by} makes no ${asked.kind}s`] : []
  if (row !== undefined)
    problems.push(...roleProblems(row, asked, roles, maxReferences), ...resolutionProblems(row, asked, sizes))
  problems.push(...untoldProblems(by, asked, abilities))
  const { styles, ...choices } = planTakes(asked)
  const options = { ...manyImages(asked, maxReferences, row), ...asked.options }
  const model: Model = {
    id,
    kind: asked.kind,
    engine,
    engineModel: asked.model,
    description: asked.description ?? usualDescription(asked, abilities, by),
    sizes: sizes ?? SERVER_IMAGE_SIZES,
    maxReferences,
    referenceRoles: roles,
    seed: takesSeed(asked, row) ? 'optional' : 'none',
    ...limitsOf(asked, timeouts),
    ...choices,
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
  if (abilities.type === 'local') return kind === 'image' ? localSizes(asked) : undefined
  return kind === 'image' ? SERVER_IMAGE_SIZES : SERVER_CLIP_SIZES
}

function localSizes(asked: ModelConfig): SizeRules {
  const { sizes, does } = plannedLocal(asked.model, asked)
  // An enlarged picture is as large as its source makes it.
  return does === 'upscale' ? { form: 'own' } : { form: 'sizes', sizes, defaultSize: sizes[0] ?? '512x512' }
}

/** Upscalers work on a picture, klein may; for others the config knows best. */
function localRoles(asked: ModelConfig): readonly string[] {
  const { does, family } = plannedLocal(asked.model, asked)
  if (does === 'upscale') return ['source']
  return family === 'flux2-klein' ? ['reference'] : []
}

function usualRoles(asked: ModelConfig, abilities: Abilities): readonly string[] {
  const { kind, inputs } = asked
  const known = framesOf(abilities)
  if (abilities.type === 'local') return localRoles(asked)
  if (kind === 'image') return abilities.type === 'ai-sdk' && abilities.row.inputImages === 0 ? [] : ['reference']
  const frames: readonly FrameRole[] = ['first_frame', 'last_frame']
  return frames.filter((role) => known.includes(role) || inputs?.[role] !== undefined)
}

function framesOf(abilities: Abilities): readonly FrameRole[] {
  switch (abilities.type) {
    case 'ai-sdk':
      return abilities.row.frames ?? []
    case 'openai-compatible':
      return ['first_frame']
    // What a workflow takes is written at its head.
    case 'comfyui':
    case 'local':
      return []
  }
}

function usualReferences({ kind }: ModelConfig, roles: readonly string[], row: ProviderRow | undefined): number {
  return kind === 'image' ? (row?.inputImages ?? 1) : roles.length
}

/** Roles that nobody would hand on are refused now, rather than dropped with every job. */
function roleProblems(row: ProviderRow, asked: ModelConfig, roles: readonly string[], maxReferences: number): string[] {
  const problems: string[] = []
  if (asked.kind === 'image') return problems
  const bySdk = roles.filter((role) => asked.inputs?.[role] === undefined)
  for (const role of bySdk) {
    if (row.frames?.includes(role as FrameRole) !== true)
      problems.push(
        `${row.name} has no way for the role '${role}': name the model's own input, inputs: { ${role}: '…' }`,
      )
  }
  if (row.framesExcludeReferences === true && bySdk.includes('reference') && bySdk.some((role) => role !== 'reference'))
    problems.push(`${row.name} takes frames or references, not both in one job`)
  const last = roles.at(-1)
  const takesMany = last === 'reference' || (last !== undefined && asked.inputs?.[last]?.endsWith('[]') === true)
  if (maxReferences > roles.length && !takesMany)
    problems.push(`maxReferences is ${maxReferences}, but there are roles for ${roles.length}`)
  return problems
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
