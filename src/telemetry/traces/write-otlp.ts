import { ProtobufWriter } from './protobuf-writer.ts'
import type { RequestRecord } from './request-form.ts'
import type { SpanRecord } from './span.ts'
import { SCOPE_SPANS, writePairs, writeSpan } from './write-span.ts'

export type Sender = {
  /** What is said of the service: its name, its version. */
  resource: Readonly<Record<string, string>>
  scope: { name: string; version: string }
}

// Numbers of opentelemetry/proto/trace/v1/trace.proto, which never change once they are given out.
const REQUEST = { resourceSpans: 1 }
const RESOURCE_SPANS = { resource: 1, scopeSpans: 2 }
const RESOURCE = { attributes: 1 }
const SCOPE = { name: 1, version: 2 }
/** Spans that go to a collector together. Written down as they come: bytes cost the collector of garbage nothing. */
export class SpanBatch {
  /** How many there are. */
  size = 0
  readonly #spans = new ProtobufWriter()

  add(span: SpanRecord | RequestRecord): void {
    this.size++
    if ('form' in span) span.form.write(this.#spans, span)
    else writeSpan(this.#spans, span)
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
