import type { Model } from '@mediagen/client'
import type { Role } from './form.ts'
import { optionChoicesOf, type OptionChoices } from './options.ts'
import { settingChoicesOf, type SettingChoices } from './settings.ts'

/** A shape that can be chosen: what is sent, what is shown, and how it is drawn. */
export type Shape = { value: string; label: string; width: number; height: number }

/** What the chosen models have in common: only that is offered. */
export type Choices = {
  shapes: readonly Shape[]
  resolutions: readonly string[]
  /** Whether any width and height may be given. */
  isFree: boolean
  /** What pictures are for by their order. */
  roles: readonly string[]
  /** What may be chosen for a picture, the mask not among it. */
  namedRoles: readonly Role[]
  takesMask: boolean
  maxReferences: number
  takesSeed: boolean
  maxPromptCharacters: number
  settings: SettingChoices
  options: OptionChoices
}

// What people ask for, of models that make any shape.
const USUAL_RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9']
const USUAL_RESOLUTIONS = ['480p', '720p', '1080p']
// What the service takes of anybody.
const LONGEST_PROMPT = 3_000

export function choicesOf(models: readonly Model[]): Choices {
  const [first, ...others] = models
  if (first === undefined) return NO_CHOICES
  const common = <T>(of: (model: Model) => readonly T[]): T[] =>
    of(first).filter((each) => others.every((model) => of(model).includes(each)))
  return {
    shapes: common(shapeValues).map(shapeOf),
    resolutions: common(resolutionsOf),
    isFree: models.every((model) => model.free_size !== null),
    roles: first.reference_roles,
    namedRoles: common(({ takes }) => takes.roles).filter((role): role is Role => role !== 'mask'),
    takesMask: models.every(({ takes }) => takes.roles.includes('mask')),
    maxReferences: Math.min(...models.map((model) => model.max_references)),
    takesSeed: models.every((model) => model.seed),
    maxPromptCharacters: Math.min(LONGEST_PROMPT, ...models.map((model) => model.max_prompt_characters)),
    settings: settingChoicesOf(models),
    options: optionChoicesOf(models),
  }
}

const NO_CHOICES: Choices = {
  shapes: [],
  resolutions: [],
  isFree: false,
  roles: [],
  namedRoles: [],
  takesMask: false,
  maxReferences: 0,
  takesSeed: false,
  maxPromptCharacters: LONGEST_PROMPT,
  settings: settingChoicesOf([]),
  options: {},
}

function shapeValues({ ratios, sizes, free_size: free }: Model): readonly string[] {
  if (ratios.length > 0) return ratios
  if (sizes.length > 0) return sizes
  return free === null ? [] : USUAL_RATIOS
}

function resolutionsOf({ kind, resolutions, free_size: free }: Model): readonly string[] {
  return kind === 'video' && free !== null && resolutions.length === 0 ? USUAL_RESOLUTIONS : resolutions
}

export function shapeOf(value: string): Shape {
  const [width = 1, height = 1] = value.split(/[:x]/).map(Number)
  return { value, label: value.replace('x', '×'), width, height }
}
