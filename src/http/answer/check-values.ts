import type { Schema } from './schema.ts'

/** What is wrong with a value: `rule` says what it must be; null if no such value is known. */
export type Misfit = { param: string; rule: string | null }

type Values = Readonly<Record<string, unknown>>
type Check = (value: unknown, param: string) => Misfit | undefined

/** Checks the values of an object against its schema; returns the first wrong one, such as `limits.inWork`. */
export function checkValues(schema: Schema): (values: Values) => Misfit | undefined {
  const known = CHECKS.get(schema)
  if (known !== undefined) return known
  const check = membersCheck(schema, '')
  CHECKS.set(schema, check)
  return check
}

// Most schemas live as long as the process, and are needed with every request.
const CHECKS = new WeakMap<Schema, (values: Values) => Misfit | undefined>()

function membersCheck(schema: Schema, path: string): (values: Values) => Misfit | undefined {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const checks = new Map(properties.map(([name, each]) => [name, checkOf(path + name, each)]))
  const required = (schema['required'] ?? []) as readonly string[]
  const isClosed = schema['additionalProperties'] === false
  return (values) => {
    if (isClosed) for (const name in values) if (!checks.has(name)) return { param: path + name, rule: null }
    for (const name of required) if (values[name] === undefined) return { param: path + name, rule: 'is required' }
    for (const [name, check] of checks) {
      const value = values[name]
      const misfit = value === undefined ? undefined : check(value, path + name)
      if (misfit !== undefined) return misfit
    }
    return undefined
  }
}

function checkOf(name: string, schema: Schema): Check {
  const { enum: allowed, type, anyOf } = schema
  if (Array.isArray(allowed))
    return ruled((value) => (allowed.includes(value) ? undefined : `must be one of: ${allowed.join(', ')}`))
  if (type === 'string') return ruled(textRule(schema))
  if (type === 'integer') return ruled(numberRule(schema, 'a whole number', Number.isInteger))
  if (type === 'number') return ruled(numberRule(schema, 'a number', Number.isFinite))
  if (type === 'boolean') return ruled((value) => (typeof value === 'boolean' ? undefined : 'must be true or false'))
  if (type === 'array') return listCheck(name, schema)
  if (type === 'object') return objectCheck(name, schema)
  const given = Array.isArray(anyOf) ? orNullOf(anyOf as readonly Schema[]) : undefined
  if (given !== undefined) return orNull(checkOf(name, given))
  // The document would promise a rule that nobody enforces.
  throw new Error(`'${name}' has a schema that values are not held against: ${JSON.stringify(schema)}`)
}

type Rule = (value: unknown) => string | undefined

function ruled(ruleOf: Rule): Check {
  return (value, param) => {
    const rule = ruleOf(value)
    return rule === undefined ? undefined : { param, rule }
  }
}

function textRule({ pattern, minLength = 0, maxLength = Infinity, 'x-words': words }: Schema): Rule {
  const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  return (value) => {
    if (typeof value !== 'string') return 'must be text'
    const length = characters(value)
    if (length < Number(minLength)) return atLeast(Number(minLength), 'characters')
    if (length > Number(maxLength)) return `must have at most ${String(maxLength)} characters`
    if (form?.test(value) !== false) return undefined
    // Some patterns are a list of words, or can be expressed in words, which are easier to read.
    if (typeof words === 'string') return `must be ${words}`
    return Array.isArray(words) ? `must be one of: ${words.join(', ')}` : `must match the pattern "${form.source}"`
  }
}

function atLeast(least: number, what: string): string {
  return least === 1 ? 'must not be empty' : `must have at least ${least} ${what}`
}

/** Code points, as everywhere. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function numberRule(schema: Schema, kind: string, isKind: (value: unknown) => boolean): Rule {
  const { minimum = -Infinity, maximum = Infinity } = schema
  return (value) => {
    if (!isKind(value)) return `must be ${kind}`
    if (Number(value) < Number(minimum)) return `must be at least ${String(minimum)}`
    return Number(value) > Number(maximum) ? `must be at most ${String(maximum)}` : undefined
  }
}

function listCheck(name: string, { items, minItems = 0, maxItems = Infinity }: Schema): Check {
  const check = checkOf(name, (items ?? {}) as Schema)
  return (value, param) => {
    if (!Array.isArray(value)) return { param, rule: 'must be an array' }
    if (value.length < Number(minItems)) return { param, rule: atLeast(Number(minItems), 'items') }
    if (value.length > Number(maxItems)) return { param, rule: `must have at most ${String(maxItems)} items` }
    for (const item of value) {
      const misfit = check(item, param)
      if (misfit !== undefined) return misfit
    }
    return undefined
  }
}

function objectCheck(name: string, schema: Schema): Check {
  const check = membersCheck(schema, `${name}.`)
  return (value, param) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? check(value as Values) : { param, rule: 'must be an object' }
  }
}

/** The only form that a value has unless it is null; undefined if there are several. */
function orNullOf(schemas: readonly Schema[]): Schema | undefined {
  const [given, ...others] = schemas.filter(({ type }) => type !== 'null')
  return schemas.length === 2 && others.length === 0 ? given : undefined
}

function orNull(check: Check): Check {
  return (value, param) => (value === null ? undefined : check(value, param))
}
