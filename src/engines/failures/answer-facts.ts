/** What is known about one request to a provider, from the actual traffic. */
export type Fact = {
  /** False only if not one byte can have arrived. */
  sent: boolean
  /** Absent if no complete answer came. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Set if an answer came that is larger than the limit: asking again would bring the same. */
  tooLarge?: boolean
}

type Json = Readonly<Record<string, unknown>>

// Deep enough for `{ error: { details: [{ violations: [{ quotaId }] }] } }` inside a list; no provider nests deeper.
const DEEPEST = 6
const LONGEST_CODE = 120
/** The field names that providers use for programs; sentences are under other names. */
const CODE_FIELDS: ReadonlySet<string> = new Set([
  'code',
  'type',
  'status',
  'reason',
  'error',
  'error_code',
  'errorCode',
])

/** Every object in an answer, outermost first; none if it is not JSON. */
export function objectsIn(body: string): Json[] {
  const found: Json[] = []
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return
    if (!Array.isArray(value)) found.push(value as Json)
    for (const inner of Object.values(value)) walk(inner, depth + 1)
  }
  walk(parseJson(body), 0)
  return found
}

/** The codes in an answer, in lowercase: single words in fields that are meant for programs. */
export function codesIn(body: string): string[] {
  return objectsIn(body).flatMap((object) =>
    Object.entries(object).flatMap(([name, value]) =>
      CODE_FIELDS.has(name) && isCode(value) ? [value.toLowerCase()] : [],
    ),
  )
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_CODE && !/\s/.test(value)
}

/** A text parsed as JSON; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
