import type { ValueForm } from '../text/value-form.ts'

export const LONGEST_SECONDS = 600
export const MAX_NEGATIVE_PROMPT_CHARACTERS = 3000

/**
 * Parameters beyond prompt, shape and seed, which a model takes or does not. All settings of a task are stored
 * together: a new one is a row here, a line of `Takes`, and whatever engines do with it.
 */
export const SETTINGS = {
  seconds: { form: { type: 'number', least: 0.1, most: LONGEST_SECONDS }, isRequired: false },
  audio: { form: { type: 'true or false' }, isRequired: false },
  negative_prompt: { form: { type: 'text', longest: MAX_NEGATIVE_PROMPT_CHARACTERS }, isRequired: false },
  quality: { form: { type: 'one of', values: ['low', 'medium', 'high', 'xhigh', 'max'] }, isRequired: false },
  background: { form: { type: 'one of', values: ['transparent', 'opaque'] }, isRequired: false },
  output_format: { form: { type: 'one of', values: ['png', 'jpeg', 'webp'] }, isRequired: false },
  strength: { form: { type: 'number', least: 0, most: 1 }, isRequired: false },
  style: { form: { type: 'text', longest: 100 }, isRequired: false },
  options: { form: { type: 'object' }, isRequired: false },
} as const satisfies Record<string, { form: ValueForm; isRequired: boolean }>

export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The type of a value of a form. */
export type ValueOf<Form extends ValueForm> = Form extends { type: 'text' }
  ? string
  : Form extends { type: 'one of'; values: readonly (infer Value)[] }
    ? Value
    : Form extends { type: 'true or false' }
      ? boolean
      : Form extends { type: 'object' }
        ? Readonly<Record<string, unknown>>
        : number

/** Settings by the callers' names for them; an absent one was left open. */
export type Settings = { readonly [Name in SettingName]?: ValueOf<(typeof SETTINGS)[Name]['form']> }
