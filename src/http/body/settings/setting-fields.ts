import { MAX_NEGATIVE_PROMPT_CHARACTERS, type SettingName } from '../../../core/tasks/settings.ts'
import type { TaskKind } from '../../../core/tasks/model.ts'
import type { Field } from '../generation-form.ts'

const BOTH = {
  negative_prompt: `What you do not want to see; at most ${MAX_NEGATIVE_PROMPT_CHARACTERS} characters.`,
  quality: 'Quality of the result: low, medium or high; some models have xhigh and max.',
  strength: 'How far the result may differ from the reference image: 0 to 1.',
  style: 'A style of the model, by name.',
  options: 'More options of the model, by name.',
} as const

const WORDS: Readonly<Record<TaskKind, Partial<Record<SettingName, string>>>> = {
  image: {
    ...BOTH,
    background: 'transparent or opaque.',
    output_format: 'The format of the stored picture: png, jpeg or webp.',
  },
  video: {
    seconds: 'The length of the clip.',
    audio: 'Whether the clip has sound.',
    ...BOTH,
  },
}

/** The settings of requests of a kind, by our own names. `GET /api/ai/models` shows what each model takes. */
export function settingFields(kind: TaskKind): Record<string, Field> {
  const words = Object.entries(WORDS[kind]) as [SettingName, string][]
  return Object.fromEntries(words.map(([means, description]) => [means, { means, description }]))
}
