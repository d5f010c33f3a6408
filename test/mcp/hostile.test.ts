import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProtocolError } from '@modelcontextprotocol/client'
import type { TestService } from '../support/service.ts'
import { assertNothingStored, refusal } from '../support/uploads.ts'
import { call, ERAS, openSpoken } from './client.ts'

const good = { prompt: 'a cat', model: 'sandbox' }
const MIB = 2 ** 20

function post(service: TestService, body: string | Buffer, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more }
  return service.call('/mcp', { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })
}

for (const era of ERAS) {
  test(`${era}: a tool that is not there is an error of the protocol`, async (t) => {
    const { client } = await openSpoken(t, {}, era)
    for (const name of ['generate_song', '', 'constructor', '__proto__', 'x'.repeat(10_000)]) {
      await assert.rejects(client.callTool({ name, arguments: {} }), ProtocolError)
    }
  })
}

test('arguments of the wrong kind are refused with the name of the argument, and nothing is stored', async (t) => {
  const { service, client } = await openSpoken(t)
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  for (const [tool, given, code, param] of [
    ['generate_image', {}, 'missing_parameter', 'prompt'],
    ['generate_image', { ...good, prompt: 7 }, 'invalid_parameter', 'prompt'],
    ['generate_image', { ...good, prompt: '   ' }, 'missing_parameter', 'prompt'],
    ['generate_image', { ...good, prompt: 'x'.repeat(3001) }, 'prompt_too_long', 'prompt'],
    ['generate_image', { ...good, prompt: 'a\u0000b' }, 'invalid_parameter', 'prompt'],
    ['generate_image', { ...good, model: ['sandbox'] }, 'invalid_parameter', 'model'],
    ['generate_image', { ...good, images: [{ url: 'x' }] }, 'invalid_parameter', 'images'],
    ['generate_image', { ...good, images: JSON.parse(deep) as unknown }, 'invalid_parameter', 'images'],
    ['generate_image', { ...good, options: { steps: JSON.parse(deep) as unknown } }, 'invalid_parameter', 'options'],
    ['generate_image', { ...good, seed: '1' }, 'invalid_parameter', 'seed'],
    ['generate_image', { ...good, seed: -1 }, 'invalid_parameter', 'seed'],
    ['generate_image', { ...good, wait_seconds: 21 }, 'invalid_parameter', 'wait_seconds'],
    ['generate_image', { ...good, request_id: 'x'.repeat(201) }, 'invalid_parameter', 'request_id'],
    ['generate_image', { ...good, stile: 'vivid' }, 'invalid_parameter', 'stile'],
    ['generate_image', { ...good, style: 'vivid' }, 'unsupported_request', 'style'],
    ['generate_video', { ...good, size: 'huge' }, 'invalid_parameter', 'size'],
    ['get_task', {}, 'missing_parameter', 'task_id'],
    ['get_task', { task_id: 12 }, 'invalid_parameter', 'task_id'],
    ['get_task', { task_id: '1', wait_seconds: 1.5 }, 'invalid_parameter', 'wait_seconds'],
    ['list_tasks', { limit: 51 }, 'invalid_parameter', 'limit'],
    ['list_tasks', { status: 'done' }, 'invalid_parameter', 'status'],
    ['list_tasks', { after: 'x' }, 'task_not_found', null],
    ['list_models', { kind: 'image' }, 'invalid_parameter', 'kind'],
  ] as const) {
    const refused = await call(client, tool, given)
    const seen = [refused.isError, refused.error?.['code'], refused.error?.['param']]
    assert.deepEqual(seen, [true, code, param], `${tool} ${JSON.stringify(given).slice(0, 80)}`)
  }
  await assertNothingStored(service)
})

test('arguments beyond all measure are refused', async (t) => {
  const { service, client } = await openSpoken(t)
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, 1]))
  assert.equal((await call(client, 'generate_image', { ...good, ...many })).error?.['code'], 'invalid_parameter')
  const long = 'x'.repeat(3 * MIB)
  assert.equal((await call(client, 'generate_image', { ...good, prompt: long })).error?.['code'], 'prompt_too_long')
  const answer = await refusal(await post(service, Buffer.alloc(5 * MIB, 0x20)))
  assert.deepEqual([answer.status, answer.code], [413, 'payload_too_large'])
  await assertNothingStored(service)
})

test('what is no message of the protocol is refused, and the service goes on', async (t) => {
  const { service, client } = await openSpoken(t)
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }
  for (const [body, status] of [
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['"a"', 400],
    ['{}', 400],
    [`[${JSON.stringify(initialize)}]`, 400],
    [`${' \r\n\t'.repeat(100)}[${JSON.stringify(initialize)}]`, 400],
    [`\uFEFF[${JSON.stringify(initialize)}]`, 400],
    [Buffer.from([0xff, 0xfe]), 400],
    ['['.repeat(100_000), 400],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ] as const) {
    const answer = await post(service, body)
    assert.equal(answer.status, status, body.slice(0, 40).toString())
    await answer.body?.cancel()
  }
  assert.equal((await post(service, JSON.stringify(initialize), { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await post(service, JSON.stringify(initialize), { accept: 'text/html' })).status, 406)
  assert.equal((await client.listTools()).tools.length, 6)
})

test('pages of others are turned away, and our own are not', async (t) => {
  const { service } = await openSpoken(t)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  for (const [origin, status] of [
    ['https://evil.example', 403],
    ['null', 403],
    [`http://evil.example:${new URL(service.url).port}`, 403],
    [service.url, 200],
    ['http://localhost:3000', 200],
  ] as const) {
    const answer = await post(service, ping, { origin })
    assert.equal(answer.status, status, origin)
    await answer.body?.cancel()
  }
})

test('there is no line to hold open: neither by GET nor by a subscription', async (t) => {
  const { service, client } = await openSpoken(t)
  for (const method of ['GET', 'DELETE']) {
    const answer = await service.call('/mcp', { method, headers: { accept: 'text/event-stream' } })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
  }
  await assert.rejects(client.listen({ toolsListChanged: true }))
})
