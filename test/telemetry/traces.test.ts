import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { PRICE_MICROS, PRICED, pricedModel, USD } from '../limits/priced.ts'
import { openService, type TestService } from '../support/service.ts'
import { openReceiver, says } from '../webhooks/receiver.ts'
import { openCollector, type Collector } from './collector.ts'
import type { ReceivedSpan } from './read-otlp.ts'

const VIDEOS = '/api/ai/videos'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`
const traced = (collector: Collector): Record<string, string> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })

async function submit(service: TestService, json: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await service.call(VIDEOS, { json: { model: 'sandbox', prompt: 'a boat', ...json }, headers })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

/** One span alone is the generation, so that its cost counts once; it says nothing of what was asked for. */
function checkGeneration(
  all: readonly ReceivedSpan[],
  { id, spanId }: { id: string; spanId: string | undefined },
): void {
  const generations = all.filter(({ attributes }) => 'gen_ai.operation.name' in attributes)
  assert.deepEqual(
    generations.map((each) => each.spanId),
    [spanId],
  )
  const told = generations[0]?.attributes ?? {}
  assert.partialDeepStrictEqual(told, {
    'gen_ai.request.model': 'sandbox',
    'gen_ai.provider.name': 'sandbox',
    'gen_ai.output.type': 'video',
    'gen_ai.response.id': id,
    'gen_ai.usage.cost': 0,
    'langfuse.observation.cost_details': '{"total":0}',
  })
  assert.deepEqual(
    Object.keys(told).filter((name) => name.endsWith('.messages')),
    [],
  )
}

test('one trace leads from the request over the queue and the engine to the webhook', async (t) => {
  const collector = await openCollector(t)
  const receiver = await openReceiver(t)
  const service = await openService(t, { env: { ...traced(collector), OTEL_SERVICE_NAME: 'painter' } })
  const id = await submit(
    service,
    { prompt: '[[delay 100ms]] a boat', webhookUrl: receiver.url },
    { traceparent: TRACEPARENT, tracestate: 'rojo=1' },
  )
  const [attempt] = await collector.named('webhook attempt')
  const [request] = await collector.named(`POST ${VIDEOS}`)
  const [wait] = await collector.named('task wait')
  const runs = await collector.named('task run', 2)
  const [start] = await collector.named('engine start')
  const [ask] = await collector.named('engine ask')
  const [save] = await collector.named('save')
  assert.ok(request && wait && start && ask && save && attempt)
  const all = [request, wait, ...runs, start, ask, save, attempt]
  for (const span of all) {
    assert.equal(span.traceId, TRACE, span.name)
    assert.equal(span.traceState, 'rojo=1', span.name)
    assert.equal(span.resource['service.name'], 'painter')
    assert.ok(span.end >= span.start, span.name)
  }
  assert.equal(request.parentSpanId, CALLER)
  for (const span of [wait, ...runs, attempt]) assert.equal(span.parentSpanId, request.spanId, span.name)
  const runIds = runs.map(({ spanId }) => spanId)
  for (const span of [start, ask, save]) assert.ok(runIds.includes(span.parentSpanId), span.name)
  for (const span of [wait, ...runs, attempt]) assert.equal(span.attributes['mediagen.task.id'], id, span.name)
  assert.equal(request.attributes['http.response.status_code'], 200)
  assert.match(String(request.attributes['mediagen.request.id']), /^req_/)
  assert.equal(runs.at(-1)?.attributes['mediagen.task.status'], 'success')
  assert.ok(all.every(({ isError }) => !isError))
  checkGeneration(all, { id, spanId: runs.at(-1)?.spanId })

  const [arrival] = await receiver.came(1)
  assert.equal(arrival?.headers['traceparent'], `00-${TRACE}-${attempt.spanId}-01`)
  assert.equal(arrival?.headers['tracestate'], 'rojo=1')
})

test('the lines of a task can be joined: its request, its trace and itself, from acceptance to delivery', async (t) => {
  const collector = await openCollector(t)
  const receiver = await openReceiver(t)
  const service = await openService(t, { env: traced(collector) })
  const id = await submit(service, { webhookUrl: receiver.url })
  const lines = (message: string): Record<string, unknown>[] =>
    service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['message'] === message)
  await eventually(() => (lines('webhook attempt').length > 0 ? true : undefined))
  const requestLine = lines('request').find(({ route, method }) => route === VIDEOS && method === 'POST')
  const about = ['task accepted', 'task started', 'task ended', 'webhook attempt'].map((message) => lines(message)[0])
  for (const line of about) {
    assert.equal(line?.['taskId'], id)
    assert.equal(line?.['traceId'], requestLine?.['traceId'])
  }
  assert.match(String(requestLine?.['traceId']), /^[0-9a-f]{32}$/)
  assert.equal(about[0]?.['requestId'], requestLine?.['requestId'])
})

test('a failed task and a refused webhook are errors in the trace, told by their codes alone', async (t) => {
  const collector = await openCollector(t)
  const receiver = await openReceiver(t, says(500))
  const service = await openService(t, { env: traced(collector) })
  await submit(service, { prompt: '[[fail no_output]] hidden', webhookUrl: `${receiver.url}?token=hidden` })
  const [attempt] = await collector.named('webhook attempt')
  const [run] = await collector.named('task run')
  assert.deepEqual([run?.isError, run?.attributes['error.type']], [true, 'no_output'])
  assert.deepEqual([attempt?.isError, attempt?.attributes['http.response.status_code']], [true, 500])
  const words = JSON.stringify(collector.spans, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  assert.doesNotMatch(words, new RegExp(`hidden|${service.key}`))
})

test('a task that is cancelled while it waits ends in its own trace', async (t) => {
  const collector = await openCollector(t)
  const service = await openService(t, { env: traced(collector) })
  const id = await submit(service, { prompt: '[[hang]]' }, { traceparent: TRACEPARENT })
  await eventually(() => service.logLines.find((line) => line.includes('task started')))
  assert.equal((await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).status, 200)
  const ended = await eventually(() =>
    collector.spans.find((span) => span.attributes['error.type'] === 'cancelled' && span.traceId === TRACE),
  )
  assert.equal(ended.attributes['mediagen.task.id'], id)
})

test('a poll whose caller follows nothing begins no trace; one whose caller does is in it', async (t) => {
  const collector = await openCollector(t)
  const service = await openService(t, { env: traced(collector) })
  const id = await submit(service, {})
  await (await service.call(`${VIDEOS}/${id}`)).text()
  await (await service.call(`${VIDEOS}/${id}`, { headers: { traceparent: TRACEPARENT } })).text()
  const [followed] = await collector.named(`GET ${VIDEOS}/:taskId`)
  assert.deepEqual([followed?.traceId, followed?.parentSpanId], [TRACE, CALLER])
  await service.stop()
  assert.equal(collector.spans.filter(({ name }) => name.startsWith('GET')).length, 1)
})

test('what its caller does not keep is not kept by us, and its place is passed on all the same', async (t) => {
  const collector = await openCollector(t)
  const receiver = await openReceiver(t)
  const service = await openService(t, { env: traced(collector) })
  await submit(service, { webhookUrl: receiver.url }, { traceparent: `00-${TRACE}-${CALLER}-00` })
  const [arrival] = await receiver.came(1)
  assert.match(arrival?.headers['traceparent'] ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  await service.stop()
  assert.deepEqual(collector.spans, [])
})

test('of traces that begin here, a share is kept, as the operator says', async (t) => {
  const collector = await openCollector(t)
  const env = { ...traced(collector), OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const service = await openService(t, { env })
  await submit(service, {})
  await submit(service, {}, { traceparent: TRACEPARENT })
  await collector.named(`POST ${VIDEOS}`)
  await service.stop()
  assert.deepEqual([...new Set(collector.spans.map(({ traceId }) => traceId))], [TRACE])
})

test("without a collector, a caller's place in its trace goes on to its webhook as it came", async (t) => {
  const receiver = await openReceiver(t)
  const service = await openService(t)
  await submit(service, { webhookUrl: receiver.url }, { traceparent: TRACEPARENT, tracestate: 'rojo=1' })
  const [arrival] = await receiver.came(1)
  assert.equal(arrival?.headers['traceparent'], TRACEPARENT)
  assert.equal(arrival?.headers['tracestate'], 'rojo=1')
})

test('without a place in a trace, and without a collector, webhooks carry none', async (t) => {
  const receiver = await openReceiver(t)
  const service = await openService(t)
  await submit(service, { webhookUrl: receiver.url }, { traceparent: 'nonsense', tracestate: 'rojo=1' })
  const [arrival] = await receiver.came(1)
  assert.deepEqual([arrival?.headers['traceparent'], arrival?.headers['tracestate']], [undefined, undefined])
})

test('a collector that refuses costs a line in the log, and no task', async (t) => {
  const collector = await openCollector(t)
  collector.answer(400)
  const env = { ...traced(collector), OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hidden' }
  const service = await openService(t, { env })
  const id = await submit(service, {})
  await eventually(() => service.logLines.find((line) => line.includes('traces could not be sent')))
  assert.equal(collector.headers[0]?.['authorization'], 'Bearer hidden')
  const statusNow = async (): Promise<string> =>
    ((await (await service.call(`${VIDEOS}/${id}`)).json()) as { status: string }).status
  await eventually(async () => ((await statusNow()) === 'success' ? true : undefined))
  assert.ok(service.logLines.every((line) => !line.includes('hidden')))
})

test('a collector that does not answer does not hold up the end of the service', async (t) => {
  let isOver = false
  const silent = createServer((request) => request.socket.once('close', () => (isOver = true)))
  await new Promise<void>((resolve) => silent.listen({ host: '127.0.0.1', port: 0 }, resolve))
  atEnd(t, () => silent.close())
  const { port } = silent.address() as AddressInfo
  const service = await openService(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
  await submit(service, {})
  const asked = once(silent, 'request')
  await Promise.all([service.stop(), asked])
  assert.equal(isOver, false, 'it was waited for until the last')
  silent.closeAllConnections()
})

test('what was asked for and what was made go along only where the operator says so', async (t) => {
  const collector = await openCollector(t)
  const content = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }
  const { env } = await pricedModel(t)
  const service = await openService(t, { env: { ...env, ...traced(collector), ...content } })
  const answer = await service.call('/api/ai/images/generations', { json: PRICED })
  const { data } = (await answer.json()) as { data: { url: string }[] }
  const [run] = await collector.named('task run')
  const [asked] = JSON.parse(String(run?.attributes['gen_ai.input.messages'])) as unknown[]
  assert.deepEqual(asked, { role: 'user', parts: [{ type: 'text', content: PRICED.prompt }] })
  const [made] = JSON.parse(String(run?.attributes['gen_ai.output.messages'])) as { parts: unknown[] }[]
  assert.deepEqual(made?.parts, [{ type: 'uri', modality: 'image', mime_type: 'image/png', uri: data[0]?.url }])
  assert.equal(run?.attributes['gen_ai.usage.cost'], PRICE_MICROS / USD)
})
