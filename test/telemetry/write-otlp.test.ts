import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { RequestForm, type RequestRecord } from '../../src/telemetry/traces/request-form.ts'
import { KIND, type SpanRecord } from '../../src/telemetry/traces/span.ts'
import { samplerOf } from '../../src/telemetry/traces/sampler.ts'
import { SpanBatch } from '../../src/telemetry/traces/write-otlp.ts'
import { readExport } from './read-otlp.ts'

const RESOURCE = { 'service.name': 'painter', 'service.version': '1.2.3' }
const SCOPE = { name: 'mediagen', version: '1.2.3' }

/** What the library calls each kind; it counts from 0, the message from 1. */
const KINDS = new Map<SpanRecord['kind'], number>(Object.values(KIND).map((kind) => [kind, kind - 1]))
const ERROR = 2

// The same for all messages: its memory is used again, as it is between a service and its collector.
const batch = new SpanBatch()

function messageOf(
  spans: readonly (SpanRecord | RequestRecord)[],
  resource: Readonly<Record<string, string>> = RESOURCE,
): Buffer {
  batch.clear()
  for (const span of spans) batch.add(span)
  return Buffer.concat(batch.message({ resource, scope: SCOPE }))
}

const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]

/** The same span, written by the library of the standard itself. */
function byTheLibrary(span: SpanRecord): Buffer {
  const { traceId, spanId, traceState, name, attributes, startMs, endMs } = span
  const state = { get: () => undefined, set: () => state, unset: () => state, serialize: () => traceState }
  const context = { traceId, spanId, traceFlags: 1, ...(traceState === '' ? {} : { traceState: state }) }
  const readable: ReadableSpan = {
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
    resource: resourceFromAttributes(RESOURCE),
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
  return Buffer.from(ProtobufTraceSerializer.serializeRequest([readable]) ?? [])
}

const hexOf = (digits: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits })
    .filter((id) => /[1-9a-f]/.test(id))

const aSpan: fc.Arbitrary<SpanRecord> = fc
  .record({
    traceId: hexOf(32),
    spanId: hexOf(16),
    parentSpanId: hexOf(16),
    traceState: fc.constantFrom('', 'rojo=1', 'rojo=1,congo=t61rcWkgMzE'),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    kind: fc.constantFrom(...KINDS.keys()),
    startMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
    endMs: fc.integer({ min: 0, max: 100_000 }),
    attributes: fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20_000, size: 'max' }), fc.nat({ max: 2 ** 31 - 1 })),
      { maxKeys: 5 },
    ),
    isError: fc.boolean(),
  })
  .map((span) => ({ ...span, endMs: span.startMs + span.endMs }))

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

test('many spans of any size are one message', () => {
  fc.assert(
    fc.property(fc.array(aSpan, { maxLength: 50 }), (spans) => {
      const read = readExport(messageOf(spans))
      assert.deepEqual(
        read.map(({ spanId, name, attributes }) => ({ spanId, name, attributes })),
        spans.map(({ spanId, name, attributes }) => ({ spanId, name, attributes: { ...attributes } })),
      )
    }),
    { numRuns: 50 },
  )
})

const aRequest: fc.Arbitrary<Omit<RequestRecord, 'form'>> = fc
  .record({
    traceId: hexOf(32),
    spanId: hexOf(16),
    parentSpanId: fc.option(hexOf(16)),
    traceState: fc.constantFrom('', ' rojo=1'),
    requestId: fc.string({
      unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz23456789_'),
      minLength: 1,
      maxLength: 30,
    }),
    startMs: fc.double({ min: 1, max: 4_000_000_000_000, noNaN: true }),
    endMs: fc.double({ min: 0, max: 100_000, noNaN: true }),
    status: fc.option(fc.integer({ min: 200, max: 599 })),
  })
  .map(({ parentSpanId, traceState, ...request }) => ({
    ...request,
    endMs: request.startMs + request.endMs,
    parent: parentSpanId === null ? null : `00-${request.traceId}-${parentSpanId}-01${traceState}`,
  }))

test('a request that is written into a prepared form says the same as one that is written field by field', () => {
  const form = new RequestForm('POST', '/api/ai/videos')
  fc.assert(
    fc.property(aRequest, (request) => {
      const { parent, status, requestId, traceId, spanId, startMs, endMs } = request
      const plain: SpanRecord = {
        traceId,
        spanId,
        startMs,
        endMs,
        parentSpanId: parent?.slice(36, 52) ?? '',
        traceState: parent?.slice(56) ?? '',
        name: 'POST /api/ai/videos',
        kind: KIND.server,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/ai/videos',
          'mediagen.request.id': requestId,
          ...(status === null ? {} : { 'http.response.status_code': status }),
        },
        isError: status === null || status >= 500,
      }
      assert.deepEqual(messageOf([{ ...request, form }]), messageOf([plain]))
    }),
    { numRuns: 500 },
  )
})

test('times are kept to the microsecond', () => {
  const span = {
    traceId: 'ab'.repeat(16),
    spanId: 'cd'.repeat(8),
    parentSpanId: '',
    traceState: '',
    name: 'x',
    kind: KIND.server,
    startMs: 1_794_712_821_000.25,
    endMs: 1_794_712_821_001.5,
    attributes: {},
    isError: false,
  }
  const [read] = readExport(messageOf([span], {}))
  assert.deepEqual([read?.start, read?.end], [1_794_712_821_000_250_000n, 1_794_712_821_001_500_000n])
})

test('a share of the traces is kept, the same ones everywhere, and a parent decides where it is asked', () => {
  const half = samplerOf({ sampler: 'traceidratio', ratio: 0.5 })
  const [low, high] = [`${'f'.repeat(18)}${'7'.repeat(14)}`, `${'0'.repeat(18)}${'8'.repeat(14)}`]
  assert.deepEqual([half(low, null), half(high, null), half(low, true), half(high, false)], [false, true, false, true])
  const parents = samplerOf({ sampler: 'parentbased_traceidratio', ratio: 0.5 })
  assert.deepEqual(
    [parents(low, null), parents(high, null), parents(low, true), parents(high, false)],
    [false, true, true, false],
  )
  for (const [sampler, isKept] of [
    ['always_on', true],
    ['always_off', false],
    ['parentbased_always_on', true],
    ['parentbased_always_off', false],
  ] as const)
    assert.equal(samplerOf({ sampler, ratio: 1 })(high, null), isKept, sampler)
  assert.equal(samplerOf({ sampler: 'traceidratio', ratio: 0 })('f'.repeat(32), null), false)
})
