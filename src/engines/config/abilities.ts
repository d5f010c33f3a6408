import { FREE, type Price } from '../../core/money/price.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import { canSayResolution } from '../ai-sdk/call-options.ts'
import type { FrameRole, ProviderRow } from '../ai-sdk/provider-row.ts'
import { anySize, sizes as exactly } from '../ai-sdk/row-parts.ts'
import type { ModelConfig } from '../define-config.ts'
import { SERVER_WAYS } from '../openai-compatible/requests.ts'
import { LOCAL_WAYS, type Ways } from '../told-settings.ts'
import { plannedLocal } from './plan-local.ts'

type Options = Readonly<Record<string, unknown>>

/** The defaults of a model on an engine, and what its jobs can request. */
export type Abilities = {
  /** The engine's name in messages. */
  by: string
  description: string
  does: NonNullable<ModelConfig['does']>
  /** Absent if it makes nothing of this kind. */
  sizes: SizeRules | undefined
  takesSeed: boolean
  /** What the pictures of a request are for, in order; empty if it takes none. */
  roles: readonly string[]
  /** How many pictures an image model takes. */
  inputImages: number
  /** If the slots of a workflow decide what is accepted. */
  told: Told | 'by slots'
  /** Without a list price. */
  price?: Price
  /** Options for every job, and those for jobs with several pictures. */
  options?: Options
  forManyImages?: Options
}

/** What a job can request without an input named in the config. */
export type Told = {
  ways: Ways
  role(role: string): boolean
  /** Each picture is sent with its role. Elsewhere, the operator may use any words for the roles that order gives. */
  everyRole: boolean
  /** An input that the config names takes one picture, or a list if its name ends in `[]`. */
  onePerInput?: boolean
  /** A job has either frames or references. */
  framesOrReferences?: boolean
  /** What is wrong with these sizes, which may be the model's own. */
  sizeProblems?(sizes: SizeRules | undefined): string[]
}

const SERVER_SIZES = {
  image: anySize(1024, { min: 256, max: 2048, multipleOf: 16 }),
  video: exactly('1280x720 720x1280 832x480 480x832 1024x1024'),
}

export function sdkAbilities(asked: ModelConfig, row: ProviderRow): Abilities {
  const { kind } = asked
  return {
    by: row.name,
    description: `${asked.model} by ${row.name}`,
    does: 'generate',
    sizes: row.sizes[kind],
    takesSeed: row.seed !== 'none',
    roles: kind === 'video' ? frames(asked, row.frames ?? []) : row.inputImages === 0 ? [] : ['reference'],
    inputImages: row.inputImages,
    told: {
      ways: row.says?.[kind] ?? {},
      role: (role) => sdkKnows(asked, row, role),
      everyRole: kind === 'video',
      onePerInput: true,
      framesOrReferences: row.framesExcludeReferences === true,
      sizeProblems: (sizes) => resolutionProblems(row, asked, sizes),
    },
    ...(row.options === undefined ? {} : { options: row.options }),
    ...(row.forManyImages === undefined ? {} : { forManyImages: row.forManyImages }),
  }
}

export function comfyUiAbilities(asked: ModelConfig, engine: string, ownSize: boolean): Abilities {
  const { kind } = asked
  return {
    by: engine,
    description: `${asked.model} by ${engine}`,
    does: 'generate',
    sizes: ownSize ? { form: 'own' } : SERVER_SIZES[kind],
    takesSeed: true,
    roles: kind === 'video' ? frames(asked, []) : ['reference'],
    inputImages: 1,
    told: 'by slots',
  }
}

export function serverAbilities(asked: ModelConfig, engine: string): Abilities {
  const { kind } = asked
  // These servers have a single field for pictures, and an operation for clips.
  const known = kind === 'video' ? ['first_frame', 'video'] : ['reference', 'source', 'mask']
  const sizeProblem = 'an OpenAI-compatible server has no field for resolutions: leave them out, or list sizes'
  return {
    by: engine,
    description: `${asked.model} by ${engine}`,
    does: 'generate',
    sizes: SERVER_SIZES[kind],
    takesSeed: true,
    roles: kind === 'video' ? frames(asked, ['first_frame']) : ['reference'],
    inputImages: 1,
    told: {
      ways: SERVER_WAYS,
      role: (role) => known.includes(role),
      everyRole: false,
      sizeProblems: () => (asked.resolutions === undefined ? [] : [sizeProblem]),
    },
  }
}

/** Upscalers and cutouts need a picture, klein and Qwen accept one; for others, the config decides. */
export function localAbilities(asked: ModelConfig): Abilities {
  const { kind, files } = asked
  const { does, family, sizes } = plannedLocal(asked.model, asked)
  const makes = does === 'upscale' || does === 'cutout' ? does : 'generate'
  const isEditor = family === 'flux2-klein' || family === 'qwen-image'
  // Models that start from a picture have a vision encoder.
  const clipRoles = files?.clip_vision === undefined ? [] : ['first_frame']
  const madeRoles = kind === 'video' ? clipRoles : isEditor ? ['reference'] : []
  // Its program does not paint masks.
  const known = kind === 'video' ? ['first_frame'] : ['reference', 'source']
  return {
    by: 'the local runtime',
    description: `${family} on this machine`,
    does: makes,
    // A processed picture has the size that its source gives it.
    sizes: does !== 'generate' ? { form: 'own' } : { form: 'sizes', sizes, defaultSize: sizes[0] ?? '512x512' },
    takesSeed: true,
    roles: does === 'generate' ? madeRoles : ['source'],
    inputImages: 1,
    told: { ways: LOCAL_WAYS, role: (role) => known.includes(role), everyRole: false },
    // Drawing on one's own machine costs nothing more than the machine.
    price: FREE,
  }
}

/** Frames that an engine passes on by itself, or by an input that the config names. */
function frames({ inputs }: ModelConfig, known: readonly FrameRole[]): readonly FrameRole[] {
  const all: readonly FrameRole[] = ['first_frame', 'last_frame']
  return all.filter((role) => known.includes(role) || inputs?.[role] !== undefined)
}

function sdkKnows({ kind, model }: ModelConfig, { clip, frames: known, mask }: ProviderRow, role: string): boolean {
  if (kind === 'video') return role === 'video' ? clip !== undefined : known?.includes(role as FrameRole) === true
  if (role === 'first_frame' || role === 'last_frame' || role === 'video') return false
  return role !== 'mask' || (mask !== undefined && mask.except?.test(model) !== true)
}

/** A resolution that a job cannot request would be asked for, promised in the receipt and never made. */
function resolutionProblems(row: ProviderRow, { kind, inputs = {} }: ModelConfig, sizes?: SizeRules): string[] {
  if (sizes?.form !== 'ratios') return []
  return sizes.resolutions
    .filter((resolution) => !canSayResolution(row, { kind, inputs }, resolution))
    .map(
      (resolution) =>
        `${row.name} has no parameter for the resolution '${resolution}': name the model's own input, inputs: { resolution: '…' }`,
    )
}
