import { ROLES } from '../../core/tasks/roles.ts'
import { SETTINGS } from '../../core/tasks/settings.ts'
import { checkFields, flag, isRecord, record, type Check } from './check-fields.ts'

const { quality, background, output_format: format } = SETTINGS

const someOf =
  (values: readonly string[]): Check =>
  (value) => {
    const isGood = Array.isArray(value) && value.length > 0 && value.every((each) => values.includes(String(each)))
    return isGood ? undefined : `must be a list of ${values.join(', ')}`
  }

const isLength = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && value <= SETTINGS.seconds.form.most

const seconds: Check = (value) => {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isLength)
  const isRange = isRecord(value) && isLength(value['from']) && isLength(value['to'])
  const isGood = isList || (isRange && Number(value['from']) < Number(value['to']))
  return isGood ? undefined : 'must be a list of lengths such as [4, 6, 8], or { from: 2, to: 8 }'
}

const styles: Check = (value) =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isRecord)
    ? undefined
    : 'must be an object that maps each style name to an object of options'

const TAKES = {
  seconds,
  audio: flag,
  negative_prompt: flag,
  quality: someOf(quality.form.values),
  background: someOf(background.form.values),
  output_format: someOf(format.form.values),
  strength: flag,
  style: styles,
  options: record,
  roles: someOf(ROLES),
}

const number: Check = (value) => (typeof value === 'number' ? undefined : 'must be a number')

const OPTION = {
  type: ((value) =>
    ['integer', 'number', 'string', 'boolean'].includes(String(value))
      ? undefined
      : 'must be integer, number, string or boolean') as Check,
  minimum: number,
  maximum: number,
  maxLength: number,
  enum: ((value) =>
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
      ? undefined
      : 'must be a list of text values') as Check,
  description: ((value) => (typeof value === 'string' ? undefined : 'must be text')) as Check,
}

// Callers have their own parameters for these; as options, they would bypass every rule.
const NO_OPTIONS: readonly string[] = ['prompt', 'model', 'seed', 'n', ...Object.keys(SETTINGS)]

/** What is wrong with the settings that a model is declared to take, field by field. */
export function takesProblems(where: string, takes: unknown, model: Readonly<Record<string, unknown>>): string[] {
  const problems = checkFields(where, takes, TAKES)
  if (!isRecord(takes)) return problems
  for (const [name, schema] of Object.entries(isRecord(takes['options']) ? takes['options'] : {})) {
    if (NO_OPTIONS.includes(name)) problems.push(`${where}.options.${name}: a parameter for this already exists`)
    problems.push(...checkFields(`${where}.options.${name}`, schema, OPTION, ['type']))
  }
  const foreign = model['kind'] === 'image' ? ['seconds', 'audio'] : ['background', 'output_format']
  for (const name of foreign)
    if (takes[name] !== undefined && takes[name] !== false)
      problems.push(`${where}.${name}: ${model['kind'] === 'image' ? 'an image' : 'a video'} has none`)
  const usual = model['seconds']
  if (typeof usual === 'number' && takes['seconds'] !== undefined && !isAmong(usual, takes['seconds']))
    problems.push(`${where}.seconds does not include the default length of ${usual} seconds`)
  return problems
}

function isAmong(usual: number, lengths: unknown): boolean {
  if (Array.isArray(lengths)) return lengths.includes(usual)
  return isRecord(lengths) && usual >= Number(lengths['from']) && usual <= Number(lengths['to'])
}
