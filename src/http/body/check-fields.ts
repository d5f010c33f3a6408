import { Compile } from 'typebox/compile'
import { AppError } from '../../core/errors.ts'
import { checkGeneration, MAX_SEED, type GenerationRequest } from '../../core/generation-request.ts'
import type { TaskKind } from '../../core/model.ts'
import { GENERATION, IMAGE_FIELDS } from '../api/generation-schemas.ts'

export type Fields = { readonly [name: string]: unknown }

type Fault = { keyword: string; instancePath: string; message: string }

const VALIDATORS = { image: Compile(GENERATION.image), video: Compile(GENERATION.video) }

// What a whole class of faults means; everything else is a rule of core, which words it better.
const FORM_FAULTS = new Set(['type', 'anyOf', 'minimum', 'maximum'])

/** Checks the form of every field against the schema that documents it, then the rules of core. */
export function checkFields(kind: TaskKind, fields: Fields): GenerationRequest {
  refuseUnknown(kind, fields)
  const faults: readonly Fault[] = VALIDATORS[kind].Errors(fields)
  const form = faults.find(({ keyword }) => FORM_FAULTS.has(keyword))
  if (form !== undefined) throw wrongForm(nameIn(form))
  const request = checkGeneration(kind, fields)
  const [rest] = faults
  if (rest === undefined) return request
  const name = nameIn(rest)
  throw new AppError('invalid_parameter', `${name} ${rest.message}.`, { param: name })
}

/** A parameter that we do not know would be dropped in silence, so it is refused. */
function refuseUnknown(kind: TaskKind, fields: Fields): void {
  const known = GENERATION[kind].properties
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  const name = unknown.slice(0, 80)
  const message = `'${name}' is not a parameter here. Known are: ${Object.keys(known).join(', ')}.`
  throw new AppError('invalid_parameter', message, { param: name })
}

function wrongForm(name: string): AppError {
  return new AppError('invalid_parameter', `${name} must be ${expected(name)}.`, { param: name })
}

function expected(name: string): string {
  if (name === 'seed') return `a whole number from 0 to ${MAX_SEED}`
  if (IMAGE_FIELDS.some((field) => field === name)) return 'an http(s) address, a data: URL, or an array of these'
  return 'text'
}

function nameIn({ instancePath }: Fault): string {
  return instancePath.split('/')[1] ?? ''
}
