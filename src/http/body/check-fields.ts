import { AppError } from '../../core/errors.ts'
import {
  checkGeneration,
  countCharacters,
  type GenerationRequest,
  type GivenValue,
  type GivenParameters,
  isRequired,
} from '../../core/tasks/generation-request.ts'
import { isPictureRole, PICTURE_ROLES, type PictureRole, type WithRole } from '../../core/tasks/roles.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { fitsForm, nameForm, orList, type ValueForm, valueFromText } from '../../core/text/value-form.ts'
import { cutText } from '../answer/client-text.ts'
import { fieldOf, formOf, longestPrompt, refusalOf, type Field, type GenerationForm } from './generation-form.ts'

export type Fields = { readonly [name: string]: unknown }

/** `own` are the values that only the API itself uses, by its names. */
export type CheckedFields = { request: GenerationRequest; warnings: string[]; own: Fields }

/** Checks every field against the table of its API: first its type, then the rules of core, then its length. */
export function checkFields(form: GenerationForm, fields: Fields): CheckedFields {
  const known = Object.keys(form.fields)
  const unknown = Object.keys(fields).filter((name) => fieldOf(form, name) === undefined)
  if (unknown[0] !== undefined && form.takesUnknown !== true) throw notAParameter(unknown[0], known)
  const given = known.filter((name) => fields[name] !== undefined)
  for (const name of given) checkForm(form, name, fields[name])
  const request = checkGeneration(form.kind, parametersIn(form, fields), longestPrompt(form))
  for (const name of given) checkLength(form, name, fields[name])
  const passedOver = given.filter((name) => form.fields[name]?.means === 'ignored')
  const own = given.filter((name) => form.fields[name]?.means === 'own').map((name) => [name, fields[name]] as const)
  const warnings = [...passedOver, ...unknown].map((name) => passedOverWarning(cutText(name), fieldOf(form, name)))
  return { request, warnings, own: Object.fromEntries(own) }
}

function checkForm(form: GenerationForm, name: string, value: unknown): void {
  const field = form.fields[name]
  if (field === undefined) return
  if (field.means === 'image') {
    if (!imagesIn(field, value)) throw misfit(name, imageForm(field))
    return
  }
  const wanted = formOf(field)
  if (wanted !== undefined && !fitsForm(wanted, value)) throw misfit(name, nameForm(wanted), quotesHint(wanted, value))
  const refusal = field.means === 'refused' && field.unless?.(value) === true ? undefined : refusalOf(name, field)
  if (refusal !== undefined) throw refusal
}

/** One picture from a body: its text, and its role if that was named. */
export type ImageText = WithRole & { text: string }

/** The pictures of a field; undefined if anything else is among them. */
export function imagesIn(field: Extract<Field, { means: 'image' }>, value: unknown): ImageText[] | undefined {
  const read = [value].flat().map((each) => imageText(each, field.role))
  return read.every((each) => each !== undefined) ? read : undefined
}

function imageText(value: unknown, role: PictureRole | undefined): ImageText | undefined {
  const byField = role === undefined ? {} : { role }
  if (typeof value === 'string') return { text: value, ...byField }
  if (typeof value !== 'object' || value === null) return undefined
  const { url, role: own = role, ...rest } = value as Readonly<Record<string, unknown>>
  if (typeof url !== 'string' || Object.keys(rest).length > 0) return undefined
  if (own === undefined || own === null) return { text: url, ...byField }
  if (role !== undefined) return own === role ? { text: url, role } : undefined
  return isPictureRole(own) ? { text: url, role: own } : undefined
}

function imageForm({ role }: Extract<Field, { means: 'image' }>): string {
  if (role === 'video') return 'the id of one of your videos or uploads, an http(s) URL or a data: URL'
  if (role !== undefined) return 'an http(s) URL, a data: URL or the id of an upload'
  return `an http(s) URL, a data: URL, the id of an upload, an object {url, role}, or an array of these. A role is ${orList(PICTURE_ROLES)}`
}

/** The values by our names; absent parameters are included where they are required, so that errors can name them. */
function parametersIn({ fields: known }: GenerationForm, fields: Fields): GivenParameters {
  const given: Record<string, GivenValue<unknown>[]> = {}
  for (const [name, { means }] of Object.entries(known)) {
    const value = fields[name]
    if (value !== undefined || isRequired(means)) (given[means] ??= []).push({ name, value })
  }
  // checkForm has already checked that every value has the form of its parameter.
  return given
}

function checkLength(form: GenerationForm, name: string, value: unknown): void {
  // Its length has a separate rule and error.
  if (form.fields[name]?.means === 'prompt') return
  const wanted = formOf(form.fields[name])
  if (wanted?.type !== 'text' || typeof value !== 'string' || countCharacters(value) <= wanted.longest) return
  const message = `${name} must not have more than ${wanted.longest} characters.`
  throw new AppError('invalid_parameter', message, { param: name })
}

/** Without this refusal, an unknown parameter would be dropped silently. */
export function notAParameter(unknown: string, known: readonly string[]): AppError {
  const param = cutText(unknown)
  const message = `'${param}' is not a parameter here.${didYouMean(param, known)} Known: ${known.join(', ')}.`
  return new AppError('invalid_parameter', message, { param })
}

function misfit(name: string, wanted: string, hint = ''): AppError {
  return new AppError('invalid_parameter', `${name} must be ${wanted}.${hint}`, { param: name })
}

/**
 * In JSON, `"4"` is text and not a number: the only mistake that the description of the form does not reveal. Forms
 * parse it as a number.
 */
function quotesHint(wanted: ValueForm, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || wanted.type === 'text' || wanted.type === 'one of') return ''
  return fitsForm(wanted, valueFromText(wanted, value)) ? ' You sent it as text; remove the quotes.' : ''
}

function passedOverWarning(name: string, field: Field | undefined): string {
  const because = field?.means === 'ignored' ? field.because : undefined
  return because === undefined ? `${name} has no effect here and was ignored.` : `${name}: ${because}`
}
