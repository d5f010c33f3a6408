import type { Schema } from './schema.ts'

/** What is wrong with a value: `rule` says what it must be; null where no such value is known. */
export type Misfit = { param: string; rule: string | null }

type Values = Readonly<Record<string, unknown>>
type Check = (value: unknown) => string | undefined

/** Holds the values of a flat object against its schema; gives back the first that does not fit. */
export function checkValues(schema: Schema): (values: Values) => Misfit | undefined {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const checks = new Map(properties.map(([name, each]) => [name, checkOf(name, each)]))
  const required = (schema['required'] ?? []) as readonly string[]
  const isClosed = schema['additionalProperties'] === false
  return (values) => {
    if (isClosed) for (const param in values) if (!checks.has(param)) return { param, rule: null }
    for (const param of required) if (values[param] === undefined) return { param, rule: 'is required' }
    for (const [param, check] of checks) {
      const value = values[param]
      const rule = value === undefined ? undefined : check(value)
      if (rule !== undefined) return { param, rule }
    }
    return undefined
  }
}

function checkOf(name: string, schema: Schema): Check {
  const { enum: allowed, type } = schema
  if (Array.isArray(allowed))
    return (value) => (allowed.includes(value) ? undefined : `must be one of: ${allowed.join(', ')}`)
  if (type === 'string') return textCheck(schema)
  if (type === 'integer') return numberCheck(schema)
  if (type === 'array') return listCheck(name, schema)
  // A rule that nobody reads would be promised by the document and kept by nobody.
  throw new Error(`'${name}' has a schema that values are not held against: ${JSON.stringify(schema)}`)
}

function listCheck(name: string, { items, maxItems = Infinity }: Schema): Check {
  const check = checkOf(name, items as Schema)
  return (value) => {
    if (!Array.isArray(value)) return 'must be array'
    if (value.length > Number(maxItems)) return `must not have more than ${String(maxItems)} items`
    for (const each of value as unknown[]) {
      const rule = check(each)
      if (rule !== undefined) return `holds an item that ${rule}`
    }
    return undefined
  }
}

function textCheck({ pattern, minLength = 0, maxLength = Infinity }: Schema): Check {
  const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  return (value) => {
    if (typeof value !== 'string') return 'must be string'
    const length = characters(value)
    if (length < Number(minLength)) return `must not have fewer than ${String(minLength)} characters`
    if (length > Number(maxLength)) return `must not have more than ${String(maxLength)} characters`
    return form?.test(value) === false ? `must match pattern "${form.source}"` : undefined
  }
}

/** Code points, as everywhere. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function numberCheck({ minimum = -Infinity, maximum = Infinity }: Schema): Check {
  return (value) => {
    if (!Number.isInteger(value)) return 'must be integer'
    if (Number(value) < Number(minimum)) return `must be >= ${String(minimum)}`
    return Number(value) > Number(maximum) ? `must be <= ${String(maximum)}` : undefined
  }
}
