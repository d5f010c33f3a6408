import { AppError } from '../../core/errors.ts'
import {
  checkGeneration,
  countCharacters,
  type GenerationRequest,
  type GivenValue,
  type GivenParameters,
} from '../../core/tasks/generation-request.ts'
import { fitsForm, nameForm } from '../../core/text/value-form.ts'
import { cutText } from '../answer/client-text.ts'
import { fieldOf, formOf, refusalOf, type Field, type GenerationForm } from './generation-form.ts'

export type Fields = { readonly [name: string]: unknown }

/** `own` are the values that only the interface itself looks at, by its names. */
export type CheckedFields = { request: GenerationRequest; warnings: string[]; own: Fields }

/** Checks every field against the table of its interface: first what it is, then the rules of core, then its length. */
export function checkFields(form: GenerationForm, fields: Fields): CheckedFields {
  const known = Object.keys(form.fields)
  const unknown = Object.keys(fields).filter((name) => fieldOf(form, name) === undefined)
  if (unknown[0] !== undefined && form.takesUnknown !== true) throw notAParameter(unknown[0], known)
  for (const name of known) checkForm(form, name, fields[name])
  const request = checkGeneration(form.kind, parametersIn(form, fields))
  for (const name of known) checkLength(form, name, fields[name])
  const given = known.filter((name) => fields[name] !== undefined)
  const passedOver = given.filter((name) => form.fields[name]?.means === 'ignored')
  const own = given.filter((name) => form.fields[name]?.means === 'own').map((name) => [name, fields[name]] as const)
  const warnings = [...passedOver, ...unknown].map((name) => passedOverWarning(cutText(name), fieldOf(form, name)))
  return { request, warnings, own: Object.fromEntries(own) }
}

function checkForm(form: GenerationForm, name: string, value: unknown): void {
  const field = form.fields[name]
  if (field === undefined || value === undefined) return
  if (field.means === 'image') {
    if (!isImage(value)) throw misfit(name, 'an http(s) address, a data: URL, or an array of these')
    return
  }
  const wanted = formOf(field)
  if (wanted !== undefined && !fitsForm(wanted, value)) throw misfit(name, nameForm(wanted))
  const refusal = field.means === 'refused' && field.unless?.(value) === true ? undefined : refusalOf(name, field)
  if (refusal !== undefined) throw refusal
}

function isImage(value: unknown): boolean {
  return [value].flat().every((each) => typeof each === 'string')
}

/** The values by our names; a parameter that was left out is there all the same, for its errors to name. */
function parametersIn({ fields: known }: GenerationForm, fields: Fields): GivenParameters {
  const given: Record<string, GivenValue<unknown>[]> = {}
  for (const [name, { means }] of Object.entries(known)) (given[means] ??= []).push({ name, value: fields[name] })
  // checkForm has seen to it that every value is of the form that its parameter has.
  return given
}

function checkLength(form: GenerationForm, name: string, value: unknown): void {
  const wanted = formOf(form.fields[name])
  if (wanted?.type !== 'text' || typeof value !== 'string' || countCharacters(value) <= wanted.longest) return
  const message = `${name} must not have more than ${wanted.longest} characters.`
  throw new AppError('invalid_parameter', message, { param: name })
}

/** A parameter that we do not know would be dropped in silence, so it is refused. */
export function notAParameter(unknown: string, known: readonly string[]): AppError {
  const param = cutText(unknown)
  const message = `'${param}' is not a parameter here. Known are: ${known.join(', ')}.`
  return new AppError('invalid_parameter', message, { param })
}

function misfit(name: string, wanted: string): AppError {
  return new AppError('invalid_parameter', `${name} must be ${wanted}.`, { param: name })
}

function passedOverWarning(name: string, field: Field | undefined): string {
  const because = field?.means === 'ignored' ? field.because : undefined
  return because === undefined ? `${name} has no meaning here and was ignored.` : `${name}: ${because}`
}
