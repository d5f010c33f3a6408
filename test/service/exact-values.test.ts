import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rawExchange } from '../support/raw-http.ts'
import { serviceOfFile } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

const openHere = serviceOfFile()

test('numbers in a query are written as whole numbers, within their limits', async () => {
  const service = await openHere()
  for (const path of ['/api/ai/usage?days=', '/api/ai/tasks?limit=']) {
    assert.equal((await service.call(`${path}7`)).status, 200)
    for (const odd of ['true', '0x10', '1.0', '1e1', ' 1', '', '0', '-1', '9999', '1&limit=2&days=2']) {
      const refused = await refusal(await service.call(path + odd))
      assert.deepEqual([refused.status, refused.code], [400, 'invalid_parameter'], path + odd)
    }
  }
})

test('what only one of the databases could be asked is refused before any is', async () => {
  const service = await openHere()
  const model = await refusal(await service.call('/api/ai/tasks?model=%00'))
  assert.deepEqual([model.status, model.code, model.param], [400, 'invalid_parameter', 'model'])
  const since = await refusal(await service.call('/api/ai/webhooks/redeliver', { json: { since: 1e300 } }))
  assert.deepEqual([since.status, since.code, since.param], [400, 'invalid_parameter', 'since'])
})

test('a method that nobody knows is a 405 or a 404, whatever it says of its body', async () => {
  const service = await openHere()
  for (const [method, path, status] of [
    ['QUERY', '/', 405],
    ['QUERY', '/nothing', 404],
    ['QUERY', '/healthz', 405],
    ['PATCH', '/api/ai/usage', 405],
  ] as const) {
    const text = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ;\r\nConnection: close\r\n\r\n`
    assert.ok((await rawExchange(service.url, text)).startsWith(`HTTP/1.1 ${status} `), `${method} ${path}`)
  }
})
