import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { fc } from '../support/properties.ts'
import { installFolder } from '../../scripts/install-folder.ts'
import { KIND, type SpanRecord } from '../../src/telemetry/traces/otlp-json.ts'
import { aSpan, messageOf, RESOURCE, SCOPE } from './any-span.ts'
import { readExport } from './read-otlp.ts'

const JUDGES = resolve(import.meta.dirname, '../../tools/judges')

// What we use of the library of the standard, which is not among the packages of the checkout.
type Library = {
  resourceFromAttributes: (attributes: object) => object
  JsonTraceSerializer: { serializeRequest: (spans: object[]) => Uint8Array | undefined }
}
const library = createRequire(join(JUDGES, 'package.json')) as (name: string) => Library

before(() => installFolder(JUDGES))

/** What the library calls each kind; it counts from 0, the message from 1. */
const KINDS = new Map<SpanRecord['kind'], number>(Object.values(KIND).map((kind) => [kind, kind - 1]))
const ERROR = 2

const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]

/** The same span, written by the library of the standard itself. */
function byTheLibrary(span: SpanRecord): Buffer {
  const { traceId, spanId, traceState, name, attributes, startMs, endMs } = span
  const state = { get: () => undefined, set: () => state, unset: () => state, serialize: () => traceState }
  const context = { traceId, spanId, traceFlags: 1, ...(traceState === '' ? {} : { traceState: state }) }
  const readable = {
    name,
    kind: KINDS.get(span.kind) ?? 0,
    spanContext: () => context,
    parentSpanContext: { ...context, spanId: span.parentSpanId },
    startTime: timeOf(startMs),
    endTime: timeOf(endMs),
    duration: timeOf(endMs - startMs),
    status: { code: span.isError ? ERROR : 0 },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource: library('@opentelemetry/resources').resourceFromAttributes(RESOURCE),
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
  return Buffer.from(library('@opentelemetry/otlp-transformer').JsonTraceSerializer.serializeRequest([readable]) ?? [])
}

test('what we write says the same as what the library of the standard writes', () => {
  fc.assert(
    fc.property(aSpan, (span) => {
      const [theirs] = readExport(byTheLibrary(span))
      const [ours] = readExport(messageOf([span]))
      assert.deepEqual(ours, theirs)
      assert.equal(ours?.name, span.name)
    }),
    { numRuns: 200 },
  )
})
