import { ProtobufWriter } from './protobuf-writer.ts'
import type { SpanRecord } from './span.ts'

export type Sender = {
  /** What is said of the service: its name, its version. */
  resource: Readonly<Record<string, string>>
  scope: { name: string; version: string }
}

// Numbers of opentelemetry/proto/trace/v1/trace.proto, which never change once they are given out.
const REQUEST = { resourceSpans: 1 }
const RESOURCE_SPANS = { resource: 1, scopeSpans: 2 }
const RESOURCE = { attributes: 1 }
const SCOPE_SPANS = { scope: 1, spans: 2 }
const SCOPE = { name: 1, version: 2 }
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
const MICROS_PER_MS = 1_000

/** Spans that go to a collector together. Written down as they come: bytes cost the collector of garbage nothing. */
export class SpanBatch {
  /** How many there are. */
  size = 0
  readonly #spans = new ProtobufWriter()

  add(span: SpanRecord): void {
    this.size++
    const start = this.#spans.open(SCOPE_SPANS.spans)
    writeSpan(this.#spans, span)
    this.#spans.close(start)
  }

  /** All of them as a collector takes them by OTLP over HTTP, in its binary form. */
  message({ resource, scope }: Sender): Buffer {
    const out = new ProtobufWriter()
    const all = out.open(REQUEST.resourceSpans)
    const about = out.open(RESOURCE_SPANS.resource)
    writePairs(out, RESOURCE.attributes, resource)
    out.close(about)
    const scoped = out.open(RESOURCE_SPANS.scopeSpans)
    const by = out.open(SCOPE_SPANS.scope)
    out.text(SCOPE.name, scope.name)
    out.text(SCOPE.version, scope.version)
    out.close(by)
    out.fields(this.#spans.finish())
    out.close(scoped)
    out.close(all)
    return out.finish()
  }
}

function writeSpan(out: ProtobufWriter, span: SpanRecord): void {
  out.hex(SPAN.traceId, span.traceId)
  out.hex(SPAN.spanId, span.spanId)
  if (span.traceState !== '') out.text(SPAN.traceState, span.traceState)
  if (span.parentSpanId !== '') out.hex(SPAN.parentSpanId, span.parentSpanId)
  out.text(SPAN.name, span.name)
  out.number(SPAN.kind, span.kind)
  out.nanoseconds(SPAN.start, Math.round(span.startMs * MICROS_PER_MS))
  out.nanoseconds(SPAN.end, Math.round(span.endMs * MICROS_PER_MS))
  writePairs(out, SPAN.attributes, span.attributes)
  if (!span.isError) return
  const status = out.open(SPAN.status)
  out.number(STATUS.code, STATUS_ERROR)
  out.close(status)
}

function writePairs(out: ProtobufWriter, field: number, pairs: Readonly<Record<string, string | number>>): void {
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
