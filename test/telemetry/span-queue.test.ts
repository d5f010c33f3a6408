import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/runtime/system.ts'
import { exportJson, KIND } from '../../src/telemetry/traces/otlp-json.ts'
import { spanQueue } from '../../src/telemetry/traces/span-queue.ts'
import { readExport } from './read-otlp.ts'

const SENDER = { resource: { 'service.name': 'painter' }, scope: { name: 'mediagen', version: '1' } }
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
const SENT_TOGETHER = 1_024

test('every span arrives once, however slow the collector and however many come meanwhile', async () => {
  const arrived: string[] = []
  const firstMayEnd = Promise.withResolvers<void>()
  const firstCame = Promise.withResolvers<void>()
  const send = async (spans: readonly string[]): Promise<void> => {
    const before = exportJson(spans, SENDER)
    firstCame.resolve()
    await firstMayEnd.promise
    assert.equal(exportJson(spans, SENDER), before, 'nobody writes into what is on its way')
    arrived.push(...readExport(before).map(({ name }) => name))
  }
  const queue = spanQueue({ clock: systemClock, log: SILENT, send })
  const names = Array.from({ length: SENT_TOGETHER * 3 + 7 }, (_, n) => `span ${n}`)
  const add = (name: string): void =>
    queue.add({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      parentSpanId: '',
      traceState: '',
      name,
      kind: KIND.internal,
      startMs: 1,
      endMs: 2,
      attributes: {},
      isError: false,
    })
  for (const name of names.slice(0, SENT_TOGETHER)) add(name)
  await firstCame.promise
  for (const name of names.slice(SENT_TOGETHER)) add(name)
  firstMayEnd.resolve()
  await queue.close()
  assert.deepEqual(arrived, names)
})
