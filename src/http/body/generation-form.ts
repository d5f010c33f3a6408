import { AppError, type ErrorCode } from '../../core/errors.ts'
import {
  LONGEST_PROMPT_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  PARAMETERS,
  type ParameterName,
} from '../../core/tasks/generation-request.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { PictureRole } from '../../core/tasks/roles.ts'
import type { ValueForm } from '../../core/text/value-form.ts'

/**
 * How one API writes a generation request: its own names, over our parameters. Reading, checking and describing a
 * request need to know only this table about an API.
 */
export type GenerationForm = {
  kind: TaskKind
  fields: Readonly<Record<string, Field>>
  /** Unknown names are ignored with a warning instead of refused: its clients send the parameters of their add-ons. */
  takesUnknown?: true
  /** The model decides how long a prompt may be, not the contract of our own two endpoints. */
  longPrompts?: true
  /** Defaults of absent fields, by the API's names. */
  defaults?: Readonly<Record<string, unknown>>
  /** Converts the text of a picture to our form, if this API writes it differently. */
  pictureText?: (pieces: AsyncIterable<string>) => AsyncIterable<string>
}

/**
 * One field of an API. `image` contains references, all of one role if the field has one. `nothing` is accepted, and a
 * warning in the receipt says that it was ignored, unless `ours` turns it into undefined: then it requested the
 * default. `own` is for the API itself, such as the form of its answer. `refused` would change the result, its cost or
 * number: it is accepted only if it requests the default.
 */
export type Field = { description: string } & (
  | { means: ParameterName; ours?: (value: unknown) => unknown }
  | { means: 'image'; role?: PictureRole; ours?: (value: unknown) => unknown }
  | { means: 'ignored'; form?: ValueForm; ours?: (value: unknown) => unknown; because?: string }
  | { means: 'own'; form?: ValueForm; ours?: (value: unknown) => unknown }
  | RefusedField
)

type RefusedField = {
  means: 'refused'
  form?: ValueForm
  because: string
  /** `invalid_parameter` unless another code fits better. */
  code?: ErrorCode
  unless?: (value: unknown) => boolean
}

/** The maximum length of a prompt here, whatever the model. */
export function longestPrompt({ longPrompts }: GenerationForm): number {
  return longPrompts === true ? LONGEST_PROMPT_CHARACTERS : MAX_PROMPT_CHARACTERS
}

/** A known field with this name, excluding the names that every object has. */
export function fieldOf({ fields }: GenerationForm, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Whether references come under this name. */
export function isImageField(form: GenerationForm, name: string): boolean {
  return fieldOf(form, name)?.means === 'image'
}

/** The role of the pictures under this name; undefined if they name it themselves, or the order decides. */
export function roleIn(form: GenerationForm, name: string): PictureRole | undefined {
  const field = fieldOf(form, name)
  return field?.means === 'image' ? field.role : undefined
}

/** Why any value of this field is refused; undefined if it may be accepted. */
export function refusalOf(name: string, field: Field | undefined): AppError | undefined {
  if (field?.means !== 'refused') return undefined
  return new AppError(field.code ?? 'invalid_parameter', `${name}: ${field.because}`, { param: name })
}

/** The form that values of this field must have; undefined if any will do, and for references, which have their own. */
export function formOf(field: Field | undefined): ValueForm | undefined {
  if (field === undefined || field.means === 'image') return undefined
  if (field.means === 'ignored' || field.means === 'own' || field.means === 'refused') return field.form
  return PARAMETERS[field.means].form
}

/** The API's first name for this parameter of ours; our own name if it has none. */
export function nameFor({ fields }: GenerationForm, parameter: string): string {
  if (fields[parameter]?.means === parameter) return parameter
  return Object.entries(fields).find(([, { means }]) => means === parameter)?.[0] ?? parameter
}

/**
 * Runs code that uses our parameter names, and translates the names in its errors to this API's; a picture with a role
 * is named by the role's field.
 */
export async function inWordsOf<T>(form: GenerationForm, work: () => Promise<T>, role?: PictureRole): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.param === null) throw error
    const isOfRole = role !== undefined && error.param === 'image' && roleIn(form, role) === role
    const param = isOfRole ? role : nameFor(form, error.param)
    if (param === error.param) throw error
    throw renamed(error, param)
  }
}

function renamed({ code, message, cause, taskId, retryAfterSeconds }: AppError, param: string): AppError {
  const rest = {
    ...(taskId === undefined ? {} : { taskId }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return new AppError(code, message, { param, cause, ...rest })
}
