import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../support/properties.ts'
import { KIND } from '../../src/telemetry/traces/otlp-json.ts'
import { samplerOf } from '../../src/telemetry/traces/span-maker.ts'
import { aSpan, messageOf } from './any-span.ts'
import { readExport } from './read-otlp.ts'

const PLAIN = {
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

test('times are kept to the microsecond', () => {
  const [read] = readExport(messageOf([PLAIN], {}))
  assert.deepEqual([read?.start, read?.end], [1_794_712_821_000_250_000n, 1_794_712_821_001_500_000n])
})

test('a cost is a fraction in every message, and whole numbers are whole', () => {
  const attributes = { 'gen_ai.usage.cost': 0, 'http.response.status_code': 200 }
  const message = messageOf([{ ...PLAIN, attributes }], {})
  assert.ok(message.includes('{"key":"gen_ai.usage.cost","value":{"doubleValue":0}}'), message)
  assert.ok(message.includes('"value":{"intValue":"200"}'), message)
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
