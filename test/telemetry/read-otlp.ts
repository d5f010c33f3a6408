/** A span as a collector receives it. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  traceState: string
  name: string
  kind: number
  /** In nanoseconds since 1970. */
  start: bigint
  end: bigint
  attributes: Record<string, string | number>
  isError: boolean
  /** What is said of the service that sent it. */
  resource: Record<string, string | number>
}

// The JSON form of opentelemetry/proto/trace/v1: whole numbers are texts or numbers, and what is empty may be left out.
type Pair = { key: string; value: { stringValue?: string; intValue?: string | number; doubleValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  traceState?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: Pair[]
  status?: { code?: number }
}
type Export = { resourceSpans: { resource?: { attributes?: Pair[] }; scopeSpans: { spans: Span[] }[] }[] }

const STATUS_ERROR = 2

/** Reads what was sent by the published definition of OTLP, with nothing of what wrote it. */
export function readExport(message: string | Buffer): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(String(message)) as Export
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...readSpan(span), resource: attributesIn(resource?.attributes) })),
    ),
  )
}

function readSpan(span: Span): Omit<ReceivedSpan, 'resource'> {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    traceState: span.traceState ?? '',
    parentSpanId: span.parentSpanId ?? '',
    name: span.name,
    kind: span.kind,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
    attributes: attributesIn(span.attributes),
    isError: span.status?.code === STATUS_ERROR,
  }
}

function attributesIn(pairs: readonly Pair[] = []): Record<string, string | number> {
  // Like a collector: a whole number that is none is an error of the whole message.
  return Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(BigInt(value.intValue ?? '')),
    ]),
  )
}
