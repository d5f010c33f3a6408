import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/runtime/system.ts'
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
