/** What a span is to its parent, by the numbers of OTLP. */
export const KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/** A span that is over, or under way, as it is sent. Ids are in hexadecimal digits. */
export type SpanRecord = {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  traceState: string
  name: string
  kind: (typeof KIND)[keyof typeof KIND]
  /** Milliseconds since 1970, with fractions. */
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
  isError: boolean
}

export type Sender = {
  /** What is said of the service: its name, its version. */
  resource: Readonly<Record<string, string>>
  scope: { name: string; version: string }
}

const STATUS_ERROR = 2

/** A span as OTLP writes it in JSON. */
export function spanJson(span: SpanRecord): string {
  const { traceId, spanId, parentSpanId, traceState, name, kind, startMs, endMs, attributes, isError } = span
  return JSON.stringify({
    traceId,
    spanId,
    ...(parentSpanId === '' ? {} : { parentSpanId }),
    ...(traceState === '' ? {} : { traceState }),
    name,
    kind,
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: pairsOf(attributes),
    ...(isError ? { status: { code: STATUS_ERROR } } : {}),
  })
}

/** Spans that were written down, in one message to a collector. */
export function exportJson(spans: readonly string[], { resource, scope }: Sender): string {
  const about = JSON.stringify({ attributes: pairsOf(resource) })
  const scopeSpans = `{"scope":${JSON.stringify(scope)},"spans":[${spans.join(',')}]}`
  return `{"resourceSpans":[{"resource":${about},"scopeSpans":[${scopeSpans}]}]}`
}

/** Nanoseconds since 1970 are more than a plain number holds, so they are a text. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1_000)}000`

function pairsOf(attributes: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : numberJson(key, value),
  }))
}

// Amounts, also where they are whole: stores with typed columns refuse a name that is now one kind of number and now the other.
const AMOUNTS = new Set(['gen_ai.usage.cost'])

// A fraction among the whole numbers would make the collector refuse the message with all its spans.
function numberJson(key: string, value: number): object {
  return Number.isInteger(value) && !AMOUNTS.has(key) ? { intValue: String(value) } : { doubleValue: value }
}
