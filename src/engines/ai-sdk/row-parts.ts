import type { SizeRules } from '../../core/tasks/size.ts'
import { BY_CALL } from '../told-settings.ts'
import type { SdkProvider } from './provider-row.ts'

/** What rows have in common. */
export const FRAMES = ['first_frame', 'last_frame'] as const
export const FRAMES_AND_REFERENCES = [...FRAMES, 'reference'] as const
export const SQUARE_FIRST = '1:1 16:9 9:16 4:3 3:4'
export const COMMON_RATIOS = `${SQUARE_FIRST} 3:2 2:3`
export const WIDE_FIRST = '16:9 9:16 1:1 4:3 3:4'
export const OPENAI_SIZES = sizes('1024x1024 1536x1024 1024x1536')
export const MULTIPLES_OF_16 = anySize(1024, { min: 256, max: 1440, multipleOf: 16 })

/** The inputs for which a clip's call has its own parameters. */
export const LENGTH = { seconds: BY_CALL } as const
export const LENGTH_AND_SOUND = { ...LENGTH, audio: BY_CALL } as const
export const OPENAI_WORDS = {
  image: { quality: 'quality', background: 'background', output_format: 'outputFormat' },
} as const

export const key = (...names: string[]): Record<string, readonly string[]> => ({ apiKey: names })
export const NEEDS_KEY = ['apiKey']

/** Each provider is loaded on first use, from its own package; the packages' types differ where ours need not. */
export async function sdk(made: unknown): Promise<SdkProvider> {
  return made as SdkProvider
}

/** Settings are checked when the configuration is read; here, they go to a package whose own type we do not repeat. */
export const as = (settings: Readonly<Record<string, unknown>>): never => settings as never

/** Why nothing can be stopped at a provider whose answer to the start is the result. */
export const ONE_CALL = 'the answer to the start is the result, so there is no job to stop'

/** Named ratios, with resolutions if the provider has them. */
export function ratios(list: string, resolutions = ''): SizeRules {
  const names = list.split(' ')
  return {
    form: 'ratios',
    ratios: names,
    resolutions: resolutions === '' ? [] : resolutions.split(' '),
    defaultRatio: names[0] ?? '1:1',
  }
}

/** Exact sizes; the first is the default. */
export function sizes(list: string): SizeRules {
  const names = list.split(' ')
  return { form: 'sizes', sizes: names, defaultSize: names[0] ?? '1024x1024' }
}

/** Any size within bounds. */
export function anySize(side: number, bounds: { min: number; max: number; multipleOf: number }): SizeRules {
  return {
    form: 'free',
    defaultSize: { width: side, height: side },
    minSide: bounds.min,
    maxSide: bounds.max,
    maxArea: bounds.max * bounds.max,
    multipleOf: bounds.multipleOf,
  }
}
