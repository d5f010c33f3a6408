import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { systemClock } from '../../src/runtime/system.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { openService } from '../support/service.ts'
import { openReceiver } from '../webhooks/receiver.ts'

type Line = Record<string, unknown>

test('each request is one line: who, what, how it went, how long it took and how much was sent; nothing said in it', async (t) => {
  // Ten times as fast as the machine's own: what is measured by another clock is told from it.
  const clock = { ...systemClock, elapsed: () => 10 * performance.now() }
  const service = await openService(t, { replacements: { clock } })
  const json = { model: 'sandbox', prompt: 'a hidden fox [[delay 300ms]]' }
  const image = await service.call('/api/ai/images/generations?token=hidden', { json })
  const [{ url } = { url: '' }] = ((await image.json()) as { data: { url: string }[] }).data
  const file = Buffer.from(await (await fetch(url)).arrayBuffer())
  await (await service.call('/hidden/path', { key: null })).text()

  const lines = await eventually(() => {
    // Every service under test is also asked for its document.
    const isOurs = ({ message, route }: Line): boolean => message === 'request' && route !== '/openapi.json'
    const seen = service.logLines.map((line) => JSON.parse(line) as Line).filter(isOurs)
    return seen.length >= 3 ? seen : undefined
  })
  assert.equal(lines.length, 3)
  // In whatever order their answers left.
  const lineOf = (route: string | null): Line => lines.find((line) => line['route'] === route) ?? {}
  const [made, fetched, lost] = [lineOf('/api/ai/images/generations'), lineOf('/files/:name'), lineOf(null)]
  assert.deepEqual(
    [made['method'], made['route'], made['status'], made['keyId'], made['level']],
    ['POST', '/api/ai/images/generations', 200, service.apiKey.id, 'info'],
  )
  assert.ok(Number(made['ms']) >= 3_000, `${String(made['ms'])} ms`)
  assert.deepEqual([fetched['route'], fetched['status'], fetched['keyId']], ['/files/:name', 200, null])
  assert.ok(Number(fetched['bytes']) > file.length)
  assert.deepEqual([lost['route'], lost['status'], lost['keyId']], [null, 404, null])
  const id = /files\/(\w+)/.exec(url)?.[1] ?? 'none'
  for (const line of service.logLines) assert.doesNotMatch(line, new RegExp(`hidden|${service.key}|${id}`))
})

const MESSAGES = ['task accepted', 'task started', 'task ended', 'webhook attempt']

test('what becomes of a task is a line each, with its id; the first leads back to the request', async (t) => {
  const receiver = await openReceiver(t)
  const service = await openService(t)
  const json = { model: 'sandbox', prompt: 'a hidden fox', webhookUrl: receiver.url }
  const answer = await service.call('/api/ai/videos', { json })
  const { id } = (await answer.json()) as { id: string }
  const lines = await eventually(() => {
    const seen = service.logLines.map((line) => JSON.parse(line) as Line)
    const about = MESSAGES.map((message) => seen.find((line) => line['message'] === message) ?? {})
    return about.every(({ message }) => message !== undefined) ? about : undefined
  })
  for (const line of lines) assert.deepEqual([line['taskId'], line['level'], line['traceId']], [id, 'info', undefined])
  assert.equal(lines[0]?.['requestId'], answer.headers.get('x-request-id'))
  for (const line of service.logLines) assert.doesNotMatch(line, /hidden/)
})

// Each provider writes what it refuses in its own way.
const QUOTED = {
  plain: (prompt: string) => prompt,
  json: (prompt: string) => JSON.stringify({ prompt }),
  repr: (prompt: string) => `input_value='${prompt.replaceAll('\n', '\\n').replaceAll("'", "\\'")}', input_type=str`,
}

test('a provider that quotes the prompt which it refuses puts none of it into the log', async (t) => {
  const refuse = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt } = JSON.parse(await text(request)) as { prompt: string }
    const form = /^\w+/.exec(prompt)?.[0] as keyof typeof QUOTED
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `1 validation error for Request: ${QUOTED[form](prompt)}` } }))
  }
  const provider = createServer((request, response) => void refuse(request, response))
  atEnd(t, () => void provider.close())
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engines = { stub: { type: 'openai-compatible', baseURL: `http://127.0.0.1:${port}/v1`, keyVariable: 'MY_KEY' } }
  const models = { mine: { kind: 'image', model: 'some', engine: 'stub', sizes: ['1024x1024'] } }
  await writeFile(path, JSON.stringify({ engines, models }))
  const service = await openService(t, { env: { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key' } })
  const secret = "a fox, hidden\nbehind the neighbour's hidden house. ".repeat(12)
  for (const form of Object.keys(QUOTED))
    for (const prompt of [`${form} ${secret}`, `${form} hidden`]) {
      const answer = await service.call('/api/ai/images/generations', { json: { model: 'mine', prompt } })
      assert.equal(answer.status, 502)
      const { message } = ((await answer.json()) as { error: { message: string } }).error
      assert.match(message, /stub refused the request: 1 validation error for Request/)
    }
  const told = service.logLines.filter((line) => /provider|request failed/.test(line))
  assert.ok(told.length >= 18, `${told.length} lines`)
  for (const line of service.logLines) assert.doesNotMatch(line, /hidden|behind the/)
})

test('prompts are in the log only where the operator wants them, on the line of the acceptance', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_LOG_PROMPTS: 'on' } })
  await (await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: 'a shown fox' } })).text()
  await eventually(() => service.logLines.find((line) => line.includes('task ended')))
  const told = service.logLines.filter((line) => line.includes('a shown fox')).map((line) => JSON.parse(line) as Line)
  assert.deepEqual(
    told.map(({ message, prompt }) => ({ message, prompt })),
    [{ message: 'task accepted', prompt: 'a shown fox' }],
  )
})
