import { AppError } from '../errors.ts'
import { orList } from '../text/value-form.ts'
import type { Model, OptionSchema, Takes } from './model.ts'
import { SETTING_NAMES, type SettingName, type Settings } from './settings.ts'

type Chooser = Pick<Model, 'id' | 'kind' | 'seconds' | 'takes' | 'usual'>

// Without a stricter schema, an option is a word and not a document.
const LONGEST_OPTION = 1_000

/** Refuses what a model does not take, and says what it takes. */
export function checkSettings(model: Chooser, asked: Settings | null): void {
  for (const name of SETTING_NAMES) {
    if (asked?.[name] === undefined) continue
    const problem = problemWith(model, name, asked)
    if (problem !== undefined) throw new AppError('unsupported_request', problem, { param: name })
  }
}

/** What the engine is told: the request, or the model's default; undefined if neither is known. */
export function effectiveSettings(
  model: Pick<Model, 'seconds' | 'takes' | 'usual'>,
  asked: Settings | null,
): Settings | undefined {
  const { seconds, usual, takes } = model
  const effective: Settings = {
    ...(seconds === undefined ? {} : { seconds }),
    ...(takes?.audio === undefined ? {} : { audio: takes.audio }),
    ...usual,
    ...asked,
  }
  return Object.keys(effective).length === 0 ? undefined : effective
}

/** Whether a model has any choice here at all, whatever the value. */
export function hasChoice({ kind, takes }: Pick<Model, 'kind' | 'takes'>, name: SettingName): boolean {
  return takes?.[name] !== undefined || (name === 'output_format' && kind === 'image')
}

/** The problem with one setting, in a sentence that says what would work. */
function problemWith(model: Chooser, name: SettingName, asked: Settings): string | undefined {
  // Requesting the default is the same as requesting nothing.
  if (name === 'seconds' && asked.seconds === model.seconds) return undefined
  if (!hasChoice(model, name)) return noChoice(model, name)
  if (name === 'options') return optionsProblem(model, asked)
  const wanted = wantedInstead(model.takes ?? {}, name, asked)
  return wanted === undefined ? undefined : `${name} must be ${wanted} for '${model.id}'.`
}

/** The values that would work, in words; undefined if the given one does. */
function wantedInstead(takes: Takes, name: SettingName, asked: Settings): string | undefined {
  if (name === 'seconds') return isLength(takes.seconds, asked.seconds) ? undefined : describeLengths(takes.seconds)
  if (name !== 'quality' && name !== 'background' && name !== 'style') return undefined
  const values = takes[name] ?? []
  return values.includes(asked[name] ?? '') ? undefined : orList(values)
}

function optionsProblem(model: Chooser, { options = {} }: Settings): string | undefined {
  return Object.entries(options)
    .map(([name, value]) => optionProblem(model, name, value))
    .find((problem) => problem !== undefined)
}

function noChoice({ id, kind, seconds }: Chooser, name: SettingName): string {
  if (name !== 'seconds' || kind !== 'video')
    return `The model '${id}' does not accept ${name}. Leave ${name === 'options' ? 'them' : 'it'} out.`
  return seconds === undefined
    ? `The provider of '${id}' decides the length of a clip. Leave seconds out.`
    : `seconds must be ${seconds} for '${id}', its only length; or leave it out.`
}

function isLength(lengths: Takes['seconds'], value: unknown): boolean {
  if (typeof value !== 'number' || lengths === undefined) return false
  if ('from' in lengths) return Number.isInteger(value) && value >= lengths.from && value <= lengths.to
  return lengths.includes(value)
}

/** The lengths in words, as in: seconds must be 4, 6 or 8. */
function describeLengths(lengths: Takes['seconds']): string {
  if (lengths === undefined) return ''
  return 'from' in lengths ? `a whole number from ${lengths.from} to ${lengths.to}` : orList(lengths)
}

function optionProblem({ id, takes }: Chooser, name: string, value: unknown): string | undefined {
  const known = takes?.options ?? {}
  const schema = Object.hasOwn(known, name) ? known[name] : undefined
  const param = `options.${name.slice(0, 80)}`
  if (schema === undefined) return `'${id}' does not accept ${param}. It accepts: ${Object.keys(known).join(', ')}.`
  return fitsSchema(schema, value) ? undefined : `${param} must be ${describeSchema(schema)} for '${id}'.`
}

/** Whether a value is valid for an option. */
export function fitsSchema(schema: OptionSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value) && isWithin(schema, value)
    case 'number':
      return isWithin(schema, value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return isText(schema, value)
  }
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: OptionSchema, value: unknown): boolean {
  return typeof value === 'number' && value >= minimum && value <= maximum
}

function isText({ enum: values, maxLength = LONGEST_OPTION }: OptionSchema, value: unknown): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\u0000')) return false
  return values?.includes(value) ?? value.length <= maxLength
}

function describeSchema({ type, minimum, maximum, enum: values, maxLength = LONGEST_OPTION }: OptionSchema): string {
  if (values !== undefined) return orList(values)
  if (type === 'boolean') return 'true or false'
  if (type === 'string') return `text of at most ${maxLength} characters`
  const from = minimum === undefined ? '' : ` from ${minimum}`
  return `a ${type === 'integer' ? 'whole number' : 'number'}${from}${maximum === undefined ? '' : ` up to ${maximum}`}`
}
