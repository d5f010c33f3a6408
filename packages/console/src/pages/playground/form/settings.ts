import type { EstimateParams, Model } from '@mediagen/client'

type Quality = NonNullable<EstimateParams['quality']>
type Background = NonNullable<EstimateParams['background']>
type Format = NonNullable<EstimateParams['output_format']>

/** What the chosen models take beside shape, seed and references; nothing where they do not agree. */
export type SettingChoices = {
  seconds: readonly number[]
  audio: boolean
  negativePrompt: boolean
  quality: readonly string[]
  background: readonly string[]
  outputFormat: readonly string[]
  strength: boolean
  style: readonly string[]
}

/** What was chosen, as texts; what is missing is left to the model. */
export type SettingTexts = Readonly<
  Partial<
    Record<
      'seconds' | 'audio' | 'negative_prompt' | 'quality' | 'background' | 'output_format' | 'strength' | 'style',
      string
    >
  >
>

/** The same in a request. */
export type Settings = {
  seconds?: number
  audio?: boolean
  negative_prompt?: string
  quality?: Quality
  background?: Background
  output_format?: Format
  strength?: number
  style?: string
}

type Takes = Model['takes']

export function settingChoicesOf(models: readonly Model[]): SettingChoices {
  const [first, ...others] = models.map(({ takes }) => takes)
  const common = <T>(of: (takes: Takes) => readonly T[]): readonly T[] =>
    first === undefined ? [] : of(first).filter((each) => others.every((takes) => of(takes).includes(each)))
  const all = (is: (takes: Takes) => boolean): boolean => first !== undefined && [first, ...others].every(is)
  return {
    seconds: common(lengthsOf),
    audio: all(({ audio }) => audio),
    negativePrompt: all(({ negative_prompt: takes }) => takes),
    quality: common(({ quality }) => quality),
    background: common(({ background }) => background),
    outputFormat: common(({ output_format: formats }) => formats),
    strength: all(({ strength }) => strength),
    style: common(({ style }) => style),
  }
}

function lengthsOf({ seconds }: Takes): readonly number[] {
  if (seconds === null || Array.isArray(seconds)) return seconds ?? []
  return Array.from({ length: seconds.to - seconds.from + 1 }, (_, index) => seconds.from + index)
}

/** What is sent: of what was chosen, that which the models take. */
export function settingsOf(texts: SettingTexts, choices: SettingChoices, hasReferences: boolean): Settings {
  const { negative_prompt: negative = '', strength = '', audio = '', seconds = '' } = texts
  return {
    ...(choices.seconds.includes(Number(seconds)) && { seconds: Number(seconds) }),
    ...(choices.audio && audio !== '' && { audio: audio === 'on' }),
    ...(choices.negativePrompt && negative.trim() !== '' && { negative_prompt: negative.trim() }),
    // How far to go from a picture says nothing without one.
    ...(choices.strength && hasReferences && strength !== '' && { strength: Number(strength) }),
    ...wordsOf(texts, choices),
  }
}

function wordsOf(texts: SettingTexts, choices: SettingChoices): Settings {
  const { quality = '', background = '', output_format: format = '', style = '' } = texts
  return {
    ...(choices.quality.includes(quality) && { quality: quality as Quality }),
    ...(choices.background.includes(background) && { background: background as Background }),
    ...(choices.outputFormat.includes(format) && { output_format: format as Format }),
    ...(choices.style.includes(style) && { style }),
  }
}

/** The same way back, such as from a receipt: what nobody chose is null there. */
export function settingTextsOf(settings: {
  readonly [name in keyof Settings]?: Settings[name] | null | undefined
}): SettingTexts {
  const { seconds, audio, negative_prompt: negative, quality, background, output_format: format } = settings
  const { strength, style } = settings
  const texts = {
    seconds: seconds?.toString(),
    audio: typeof audio === 'boolean' ? (audio ? 'on' : 'off') : undefined,
    negative_prompt: negative,
    quality,
    background,
    output_format: format,
    strength: strength?.toString(),
    style,
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'))
}
