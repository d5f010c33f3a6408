import { SETTINGS } from '../../core/tasks/settings.ts'
import type { Model } from '../../core/tasks/model.ts'
import { Type, type Static } from '../answer/schema.ts'

const Words = Type.Array(Type.String())

/** What callers may choose for a model, as the catalogue shows it. */
export const ShownTakes = Type.Object(
  {
    seconds: Type.Union(
      [
        Type.Array(Type.Number()),
        Type.Object({ from: Type.Number(), to: Type.Number() }, { description: 'Whole seconds.' }),
        Type.Null(),
      ],
      { description: 'Lengths that may be chosen; null where there is no choice.' },
    ),
    audio: Type.Boolean({ description: 'Whether sound may be switched on and off.' }),
    audio_default: Type.Union([Type.Boolean(), Type.Null()], { description: 'What it is where nobody says.' }),
    negative_prompt: Type.Boolean(),
    quality: Words,
    background: Words,
    output_format: Words,
    strength: Type.Boolean(),
    style: Words,
    mask: Type.Boolean({ description: 'Whether a picture may say which part of another is to be changed.' }),
    options: Type.Object(
      {},
      { additionalProperties: true, description: 'A JSON Schema for each option that may be given.' },
    ),
  },
  { description: 'What you may choose; a value that is not here is refused.' },
)

export function showTakes({ kind, takes = {} }: Pick<Model, 'kind' | 'takes'>): Static<typeof ShownTakes> {
  const { seconds = null, options = {} } = takes
  return {
    seconds: seconds === null || 'from' in seconds ? seconds : [...seconds],
    audio: takes.audio !== undefined,
    audio_default: takes.audio ?? null,
    negative_prompt: takes.negative_prompt === true,
    quality: [...(takes.quality ?? [])],
    background: [...(takes.background ?? [])],
    // What a model does not write itself is written anew when it is stored.
    output_format: kind === 'image' ? [...SETTINGS.output_format.form.values] : [],
    strength: takes.strength === true,
    style: [...(takes.style ?? [])],
    mask: takes.mask === true,
    options: { ...options },
  }
}
