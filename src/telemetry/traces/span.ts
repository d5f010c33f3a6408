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
