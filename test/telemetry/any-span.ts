import { fc } from '../support/properties.ts'
import { exportJson, KIND, spanJson, type SpanRecord } from '../../src/telemetry/traces/otlp-json.ts'

export const RESOURCE = { 'service.name': 'painter', 'service.version': '1.2.3' }
export const SCOPE = { name: 'mediagen', version: '1.2.3' }

/** These spans in one message, as we write it. */
export function messageOf(spans: readonly SpanRecord[], resource: Readonly<Record<string, string>> = RESOURCE): string {
  return exportJson(spans.map(spanJson), { resource, scope: SCOPE })
}

/** An id of so many digits that is not zero. */
export const hexOf = (digits: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits })
    .filter((id) => /[1-9a-f]/.test(id))

/** Any span that we may have to write. */
export const aSpan: fc.Arbitrary<SpanRecord> = fc
  .record({
    traceId: hexOf(32),
    spanId: hexOf(16),
    parentSpanId: hexOf(16),
    traceState: fc.constantFrom('', 'rojo=1', 'rojo=1,congo=t61rcWkgMzE'),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    kind: fc.constantFrom(...Object.values(KIND)),
    startMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
    endMs: fc.integer({ min: 0, max: 100_000 }),
    attributes: fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20_000, size: 'max' }),
        fc.nat({ max: 2 ** 31 - 1 }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      ),
      { maxKeys: 5 },
    ),
    isError: fc.boolean(),
  })
  .map((span) => ({ ...span, endMs: span.startMs + span.endMs }))
