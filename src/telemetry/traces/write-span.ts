import type { ProtobufWriter } from './protobuf-writer.ts'
import type { SpanRecord } from './span.ts'

// Numbers of opentelemetry/proto/trace/v1/trace.proto, which never change once they are given out.
export const SCOPE_SPANS = { scope: 1, spans: 2 }
const SPAN = {
  traceId: 1,
  spanId: 2,
  traceState: 3,
  parentSpanId: 4,
  name: 5,
  kind: 6,
  start: 7,
  end: 8,
  attributes: 9,
  status: 15,
}
const STATUS = { code: 3 }
const STATUS_ERROR = 2
const PAIR = { key: 1, value: 2 }
const VALUE = { text: 1, number: 3 }

/** Writes a span, field by field, as one of those that a scope has. */
export function writeSpan(out: ProtobufWriter, span: SpanRecord): void {
  const start = out.open(SCOPE_SPANS.spans)
  writeFields(out, span)
  out.close(start)
}

function writeFields(out: ProtobufWriter, span: SpanRecord): void {
  out.hex(SPAN.traceId, span.traceId)
  out.hex(SPAN.spanId, span.spanId)
  if (span.traceState !== '') out.text(SPAN.traceState, span.traceState)
  if (span.parentSpanId !== '') out.hex(SPAN.parentSpanId, span.parentSpanId)
  out.text(SPAN.name, span.name)
  out.number(SPAN.kind, span.kind)
  out.time(SPAN.start, span.startMs)
  out.time(SPAN.end, span.endMs)
  writePairs(out, SPAN.attributes, span.attributes)
  if (!span.isError) return
  const status = out.open(SPAN.status)
  out.number(STATUS.code, STATUS_ERROR)
  out.close(status)
}

export function writePairs(out: ProtobufWriter, field: number, pairs: Readonly<Record<string, string | number>>): void {
  for (const key in pairs) {
    const value = pairs[key] ?? ''
    const pair = out.open(field)
    out.text(PAIR.key, key)
    const inner = out.open(PAIR.value)
    if (typeof value === 'string') out.text(VALUE.text, value)
    else out.number(VALUE.number, value)
    out.close(inner)
    out.close(pair)
  }
}
