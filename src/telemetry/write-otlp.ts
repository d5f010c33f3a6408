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

  /** All of them as a collector takes them by OTLP over HTTP, in its binary form: piece after piece, none of them copied. */
  message({ resource, scope }: Sender): Buffer[] {
    const spans = this.#spans.finish()
    const by = new ProtobufWriter()
    const scoped = by.open(SCOPE_SPANS.scope)
    by.text(SCOPE.name, scope.name)
    by.text(SCOPE.version, scope.version)
    by.close(scoped)
    const about = new ProtobufWriter()
    const described = about.open(RESOURCE_SPANS.resource)
    writePairs(about, RESOURCE.attributes, resource)
    about.close(described)
    about.head(RESOURCE_SPANS.scopeSpans, by.size + spans.length)
    const all = new ProtobufWriter()
    all.head(REQUEST.resourceSpans, about.size + by.size + spans.length)
    return [all.finish(), about.finish(), by.finish(), spans]
  }

  /** Makes room for others in the same memory. What `message` gave is no longer of use. */
  clear(): void {
    this.size = 0
    this.#spans.clear()
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
