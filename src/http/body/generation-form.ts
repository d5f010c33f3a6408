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
 * How one interface writes a generation request: its own names, over our parameters. This table is all that reading,
 * checking and describing a request needs to know of an interface.
 */
export type GenerationForm = {
  kind: TaskKind
  fields: Readonly<Record<string, Field>>
  /** Names that nobody knows are passed over with a warning, and not refused: its clients send what their add-ons add. */
  takesUnknown?: true
  /** How long a prompt may be is up to the model, and not to the contract of our own two endpoints. */
  longPrompts?: true
  /** What stands for a field that is left out, by the interface's names. */
  defaults?: Readonly<Record<string, unknown>>
  /** The text of a picture as we write it, where this interface writes it in another way. */
  pictureText?: (pieces: AsyncIterable<string>) => AsyncIterable<string>
}

/**
 * One field of an interface. `image` holds references, all of one role where the field has one. `nothing` is accepted, and a warning in the receipt says that it
 * was passed over, unless `ours` makes undefined of it: then it asked for what is done anyway. `own` is for the interface
 * itself, such as the form of its answer. `refused` is for what would change the result, its cost or number: accepted only
 * where it asks for what is done anyway.
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
  /** `invalid_parameter` unless another says it better. */
  code?: ErrorCode
  unless?: (value: unknown) => boolean
}

/** The most characters that a prompt may have here, whatever the model. */
export function longestPrompt({ longPrompts }: GenerationForm): number {
  return longPrompts === true ? LONGEST_PROMPT_CHARACTERS : MAX_PROMPT_CHARACTERS
}

/** A field that we know under this name, and no name that every object has. */
export function fieldOf({ fields }: GenerationForm, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Tells whether references come under this name. */
export function isImageField(form: GenerationForm, name: string): boolean {
  return fieldOf(form, name)?.means === 'image'
}

/** The role of the pictures that come under this name; undefined where they name it themselves, or order decides. */
export function roleIn(form: GenerationForm, name: string): PictureRole | undefined {
  const field = fieldOf(form, name)
  return field?.means === 'image' ? field.role : undefined
}

/** Why a value of this field is refused, whatever it is; undefined where it may be taken. */
export function refusalOf(name: string, field: Field | undefined): AppError | undefined {
  if (field?.means !== 'refused') return undefined
  return new AppError(field.code ?? 'invalid_parameter', `${name}: ${field.because}`, { param: name })
}

/** The form that values of this field must have; undefined where any will do, and for references, which have their own. */
export function formOf(field: Field | undefined): ValueForm | undefined {
  if (field === undefined || field.means === 'image') return undefined
  if (field.means === 'ignored' || field.means === 'own' || field.means === 'refused') return field.form
  return PARAMETERS[field.means].form
}

/** The first name under which an interface takes this parameter of ours; our own where it has none. */
export function nameFor({ fields }: GenerationForm, parameter: string): string {
  if (fields[parameter]?.means === parameter) return parameter
  return Object.entries(fields).find(([, { means }]) => means === parameter)?.[0] ?? parameter
}

/** Runs what names parameters as we do, and lets its errors name them as this interface does; a picture with a role by that. */
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
