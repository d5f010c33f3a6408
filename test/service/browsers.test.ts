import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { allRoutes } from '../support/all-routes.ts'
import { atEnd } from '../support/at-end.ts'
import { ensureBuilt } from '../console/support.ts'
import { sharedBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { rawExchange } from '../support/raw-http.ts'
import { openService } from '../support/service.ts'

let browser: Browser
before(async () => {
  browser = await sharedBrowser()
})

/** A page of somebody else's site, open in a browser. */
async function foreignPage(t: TestContext, port: number, html = '<!doctype html>'): Promise<Page> {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(html))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => server.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  atEnd(t, () => page.close())
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page
}

type Seen = { status: number; requestId: string | null; taskId: string | null; body: string } | { failed: string }

/** What a script in the page gets to see of an image that it asks for. */
function askFrom(page: Page, url: string, key: string): Promise<Seen> {
  return page.evaluate(
    async ([address, secret]): Promise<Seen> => {
      try {
        const answer = await fetch(`${address}/api/ai/images/generations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
          body: JSON.stringify({ prompt: 'a cat', model: 'sandbox' }),
        })
        const { status, headers } = answer
        const body = await answer.text()
        return { status, requestId: headers.get('x-request-id'), taskId: headers.get('x-task-id'), body }
      } catch (error) {
        return { failed: String(error) }
      }
    },
    [url, key],
  )
}

test('a page of another origin cannot call unless the operator lists it', async (t) => {
  const port = await freePort()
  const page = await foreignPage(t, port)
  for (const env of [{}, { MEDIAGEN_CORS_ORIGINS: 'https://app.example.com' }]) {
    const service = await openService(t, { env })
    assert.match(JSON.stringify(await askFrom(page, service.url, service.key)), /failed/)
    assert.deepEqual(await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 }), [])
  }
})

test('a page that the operator names may call with a key, and reads answers, errors and our headers', async (t) => {
  const port = await freePort()
  const page = await foreignPage(t, port)
  for (const origins of [`https://app.example.com, http://127.0.0.1:${port}`, '*']) {
    const service = await openService(t, { env: { MEDIAGEN_CORS_ORIGINS: origins } })
    const seen = await askFrom(page, service.url, service.key)
    assert.ok('status' in seen, JSON.stringify(seen))
    assert.equal(seen.status, 200)
    assert.match(seen.requestId ?? '', /^req_/)
    assert.match(seen.taskId ?? '', /^\d+$/)
    const refused = await askFrom(page, service.url, 'wrong')
    assert.ok('status' in refused, JSON.stringify(refused))
    assert.equal(refused.status, 401)
    assert.match(refused.body, /invalid_api_key/)
  }
})

test('a page may use every method that a route has, with the headers that the documents name, and read all of the answer', async (t) => {
  const port = await freePort()
  const page = await foreignPage(t, port)
  const service = await openService(t, { env: { MEDIAGEN_CORS_ORIGINS: `http://127.0.0.1:${port}` } })
  const key = (await service.store.keys.list())[0]?.id ?? ''
  const seen = await page.evaluate(
    async ([address, secret, id]) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'x-mediagen-user': 'bob',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'a=1',
        baggage: 'a=1',
        'x-stainless-lang': 'js',
      }
      const body = JSON.stringify({ prompt: 'a cat', model: 'sandbox' })
      const made = await fetch(`${address}/api/ai/images/generations`, { method: 'POST', headers, body })
      const changed = await fetch(`${address}/api/ai/admin/keys/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'renamed' }),
      })
      return { made: [made.status, made.headers.get('x-mediagen-cost-usd')], changed: changed.status }
    },
    [service.url, service.key, key],
  )
  assert.deepEqual(seen, { made: [200, '0'], changed: 200 })
})

test('a preflight needs no key, names what is taken, and never speaks of credentials', async (t) => {
  const origin = 'https://app.example.com'
  const service = await openService(t, { env: { MEDIAGEN_CORS_ORIGINS: origin } })
  const preflight = (from: string): Promise<Response> =>
    fetch(`${service.url}/api/ai/videos`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, X-Evil, idempotency-key',
      },
    })
  const answer = await preflight(origin)
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('access-control-allow-origin'), origin)
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization.*idempotency-key/)
  assert.match(answer.headers.get('vary') ?? '', /^origin\b/i)
  assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  for (const other of ['https://app.example.com.evil.example', 'http://app.example.com', 'null']) {
    const refused = await preflight(other)
    assert.equal(refused.status, 405)
    assert.equal(refused.headers.get('access-control-allow-origin'), null, other)
  }
  const closed = await openService(t)
  const asked = await fetch(`${closed.url}/api/ai/models`, { headers: { origin } })
  assert.deepEqual([asked.headers.get('access-control-allow-origin'), asked.headers.get('vary')], [null, null])
})

test('assistants in a page are let in under the same rule', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_CORS_ORIGINS: 'https://app.example.com' } })
  const ask = async (origin: string): Promise<number> => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'page', version: '1' } }
    const json = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const headers = { origin, accept: 'application/json, text/event-stream' }
    const answer = await service.call('/mcp', { json, headers })
    await answer.text()
    return answer.status
  }
  assert.equal(await ask('https://app.example.com'), 200)
  assert.equal(await ask('https://evil.example'), 403)
})

const EVERYWHERE = [
  'x-content-type-options',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
]

test('every answer of every route has the security headers, even for errors and for bytes that are not HTTP', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on' } })
  for (const { method, url } of await allRoutes()) {
    for (const key of [service.key, null]) {
      const answer = await service.call(url.replaceAll(/:\w+|\*/g, '1'), { method, key })
      await answer.arrayBuffer()
      const missing = EVERYWHERE.filter((name) => answer.headers.get(name) === null)
      assert.deepEqual(missing, [], `${method} ${url} ${answer.status}`)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    }
  }
  for (const raw of [
    'nonsense\r\n\r\n',
    'GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ]) {
    const answer = await rawExchange(service.url, raw)
    for (const name of EVERYWHERE) assert.match(answer, new RegExp(`\r\n${name}: `, 'i'), raw)
  }
})

test('in a real browser /docs shows its styles, cannot be framed, and runs no injected script', async (t) => {
  const service = await openService(t)
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  atEnd(t, () => page.close())
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  ensureBuilt()
  await page.goto(`${service.url}/docs?of=OpenAI`)
  await page.locator('.endpoint').first().waitFor()
  assert.deepEqual(complaints, [])
  assert.equal(await page.evaluate('getComputedStyle(document.body).margin'), '0px')
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    const picture = document.createElement('img')
    picture.setAttribute('onerror', 'window.ran = true')
    picture.src = '/nothing.png'
    document.body.append(picture)
  }`)
  assert.equal(await page.evaluate('window.ran === undefined'), true)
  assert.match(complaints.join(), /Content Security Policy/)

  const framing = await foreignPage(t, 0, `<!doctype html><iframe src="${service.url}/docs"></iframe>`)
  const inside = framing.frames().find((frame) => frame !== framing.mainFrame())
  assert.doesNotMatch((await inside?.content()) ?? '', /openapi\.json/)
})
