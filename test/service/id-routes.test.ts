import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes } from '../support/all-routes.ts'
import { eventually } from '../support/eventually.ts'
import { serviceOfFile, type TestService } from '../support/service.ts'

const openHere = serviceOfFile()

const MALFORMED = [
  '0',
  '-1',
  '1e3',
  'abc',
  'null',
  '%00',
  '%2e%2e%2f1',
  '%F0%9F%A6%8A',
  '9'.repeat(400),
  "1'--",
  '1%20',
  'video_',
  'video_1',
]

type Told = { status: number; body: string; headers: string }

/** All that an answer tells, but for what is new in each. */
async function told(answer: Response): Promise<Told> {
  const body = (await answer.text()).replaceAll(/req_\w+/g, 'req')
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return { status: answer.status, body, headers: JSON.stringify(headers) }
}

/** The ids under which a finished task of this key is known to either interface. */
async function ownTask(service: TestService, key: string): Promise<{ native: string; openai: string }> {
  const json = { model: 'sandbox', prompt: 'a cat', webhookUrl: 'http://127.0.0.1:1026/' }
  const native = ((await (await service.call('/api/ai/videos', { json, key })).json()) as { id: string }).id
  await eventually(async () => {
    const task = (await (await service.call(`/api/ai/tasks/${native}`, { key })).json()) as { status: string }
    return task.status === 'success' ? true : undefined
  })
  const listed = await service.call('/v1/videos', { key })
  const openai = ((await listed.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
  return { native, openai }
}

test('every route with a task id gives the same answer for ids of other keys, unknown ids and malformed ids', async () => {
  const service = await openHere()
  const other = await service.newKey()
  const { native, openai } = await ownTask(service, other)
  assert.match(native, /^\d{19,24}$/)
  assert.notEqual(openai, '')
  // Operators see the tasks of all keys; who may is the promise of another test. A page is the same whatever it is about.
  const routes = (await allRoutes()).filter(
    ({ url, auth }) => /:(?:taskId|id)\b/.test(url) && auth !== 'admin' && url !== '/tasks/:id',
  )
  assert.ok(routes.length >= 10, `only ${routes.length} routes`)
  for (const { method, url } of routes) {
    const isNative = url.startsWith('/api/')
    const foreign = isNative ? native : openai
    const unknown = foreign.replace(/\d{6}$/, (end) => (end === '000000' ? '000001' : '000000'))
    const ask = async (id: string): Promise<Told> => {
      const path = url.replace(/:(?:taskId|id)\b/, id).replaceAll(/:\w+/g, '1')
      const body = url.endsWith('/remix') ? { body: JSON.stringify({ prompt: 'a dog' }) } : {}
      const headers = url.endsWith('/remix') ? { 'content-type': 'application/json' } : {}
      return told(await service.call(path, { method, ...body, headers }))
    }
    const expected = await ask(unknown)
    assert.equal(expected.status, 404, `${method} ${url}: ${expected.body}`)
    for (const id of [foreign, ...MALFORMED]) assert.deepEqual(await ask(id), expected, `${method} ${url} ${id}`)
  }
  const still = await service.call(`/api/ai/tasks/${native}`, { key: other })
  assert.equal(((await still.json()) as { status: string }).status, 'success')
})

test('MCP tools give the same answer for ids of other keys, unknown ids and malformed ids', async () => {
  const service = await openHere()
  const { native } = await ownTask(service, await service.newKey())
  for (const name of ['get_task', 'cancel_task']) {
    const ask = async (task_id: string): Promise<Told> => {
      const params = { name, arguments: { task_id } }
      const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      return told(await service.call('/mcp', { json, headers: { accept: 'application/json, text/event-stream' } }))
    }
    const expected = await ask('1234567890123456789')
    assert.match(expected.body, /task_not_found/, name)
    for (const id of [native, 'abc', '-1', '', '\u0000', '9'.repeat(40)])
      assert.deepEqual(await ask(id), expected, `${name} ${id}`)
  }
})
