/** As much of JSON Schema as the documents of the service use. */
export type Schema = {
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  format?: string
  contentMediaType?: string
  $ref?: string
}

export type Field = { name: string; type: string; isRequired: boolean; limits: string; about: string; inner: Field[] }

type Known = Readonly<Record<string, Schema>>

/** The fields of an object, those that are needed first; those of an array are of what it holds. */
export function fieldsOf(schema: Schema | undefined, known: Known = {}): Field[] {
  const of = innermost(schema, known)
  const all = Object.entries(of?.properties ?? {})
  const fields = all.flatMap(([name, each]): Field[] => {
    const found = resolved(each, known)
    const about = found.description ?? ''
    if (aliasOf(found) !== undefined) return []
    const aliases = all.filter(([, other]) => aliasOf(other) === name).map(([alias]) => `\`${alias}\``)
    return [
      {
        name,
        type: typeText(found, known),
        isRequired: of?.required?.includes(name) ?? false,
        limits: limitsText(found),
        about: aliases.length === 0 ? about : `${about} Also accepted as ${aliases.join(' and ')}.`.trim(),
        inner: fieldsOf(found, known),
      },
    ]
  })
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** The name that another one stands for: it is told there, instead of twice. */
function aliasOf({ description = '' }: Schema): string | undefined {
  return /^Another name for `?([\w[\]]+)`?\.$/.exec(description)?.[1]
}

/** What a value may be, in a few words. */
export function typeText(schema: Schema, known: Known = {}): string {
  const { type, enum: values, const: only, items } = schema
  if (schema.$ref !== undefined) return typeText(resolved(schema, known), known)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return [...new Set(options.map((each) => typeText(each, known)))].join(' | ')
  if (type === 'array') return items === undefined ? 'array' : arrayText(typeText(items, known))
  if (schema.contentMediaType !== undefined) return 'file'
  if (schema.format === 'date-time') return 'time'
  return typeof type === 'string' ? type : (type?.join(' | ') ?? 'any')
}

// What is shorter is no limit that anybody meets.
const LONG_TEXT = 1_000

/** What a value may be beyond its type, as far as its description does not say so. */
export function limitsText({
  minimum,
  maximum,
  maxLength = 0,
  maxItems,
  default: usual,
  description = '',
}: Schema): string {
  const told = description.replaceAll(',', '')
  const untold = (value: number | undefined): number | undefined =>
    value === undefined || new RegExp(String.raw`\b${value}\b`).test(told) ? undefined : value
  const letters = maxLength < LONG_TEXT ? undefined : untold(maxLength)
  const items = untold(maxItems)
  const words = [
    // The largest whole number there is says nothing.
    rangeText(untold(minimum), maximum === Number.MAX_SAFE_INTEGER ? undefined : untold(maximum)),
    letters === undefined ? '' : `up to ${letters.toLocaleString('en-US')} characters`,
    items === undefined ? '' : `up to ${items}`,
    usual === undefined || /default/i.test(told) ? '' : `default ${JSON.stringify(usual)}`,
  ]
  return words.filter((each) => each !== '').join(', ')
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? '' : `at most ${most}`
}

function arrayText(of: string): string {
  return of.includes(' | ') ? `array of (${of})` : `array of ${of}`
}

function resolved(schema: Schema, known: Known): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (known[name] ?? {})
}

/** The object that a schema is about: through arrays, and past the null that it may be instead. */
function innermost(schema: Schema | undefined, known: Known): Schema | undefined {
  if (schema === undefined) return undefined
  const found = resolved(schema, known)
  if (found.properties !== undefined) return found
  if (found.items !== undefined) return innermost(found.items, known)
  const options = found.anyOf ?? found.oneOf ?? []
  return options.map((each) => innermost(each, known)).find((each) => each?.properties !== undefined)
}
