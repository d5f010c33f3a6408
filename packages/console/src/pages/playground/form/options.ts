import type { Model } from '@mediagen/client'

/** The form of one option: as much of JSON Schema as a single value needs. */
export type OptionSchema = {
  type: 'integer' | 'number' | 'string' | 'boolean'
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  maxLength?: number
  description?: string
}
export type OptionChoices = Readonly<Record<string, OptionSchema>>
export type OptionValues = Readonly<Record<string, string | number | boolean>>

/** The options that every chosen model has, in the same form. */
export function optionChoicesOf(models: readonly Model[]): OptionChoices {
  const [first, ...others] = models.map(({ takes }) => takes.options as OptionChoices)
  const isCommon = ([name, schema]: [string, OptionSchema]): boolean =>
    others.every((options) => JSON.stringify(options[name]) === JSON.stringify(schema))
  return Object.fromEntries(Object.entries(first ?? {}).filter(isCommon))
}

/** What is sent of what was typed: an empty text leaves the option to the model. */
export function sentOptions(
  texts: Readonly<Record<string, string>>,
  choices: OptionChoices,
): { options?: OptionValues } {
  const options = Object.fromEntries(
    Object.entries(choices).flatMap(([name, { type }]) => {
      const text = texts[name]?.trim() ?? ''
      if (text === '') return []
      return [[name, type === 'boolean' ? text === 'on' : type === 'string' ? text : Number(text)]]
    }),
  )
  return Object.keys(options).length === 0 ? {} : { options }
}

/** The same way back. */
export function optionTextsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
    ]),
  )
}
