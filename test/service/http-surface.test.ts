import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { ERRORS } from '../../src/core/errors.ts'
import { KEY_ERRORS, SERVER_ERRORS } from '../../src/http/answer/describe-answers.ts'
import { allRoutes } from '../support/all-routes.ts'
import { rawExchange } from '../support/raw-http.ts'
import { refusal } from '../support/uploads.ts'
import { eventually } from '../support/eventually.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()

const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'
const good = { prompt: 'a cat', model: 'sandbox' }

type Document = {
  openapi: string
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, unknown> }
}
type Body = {
  schema: { properties?: Record<string, unknown> }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: unknown[]
  requestBody?: { content: Record<string, Body> }
  responses: Record<string, { description: string; content?: Record<string, Body> }>
}

test('what is not there is route_not_found, also when the path is malformed', async () => {
  const service = await openHere()
  for (const path of ['/nothing', '/api/ai/images', '/api/ai/videos/1/2', '/%zz', '//files', '/files']) {
    const answer = await fetch(service.url + path)
    assert.equal((await refusal(answer)).code, 'route_not_found', path)
    assert.equal(answer.status, 404)
  }
})

test('a method that an address does not take is a 405 that names those it takes', async () => {
  const service = await openHere()
  for (const [method, path, allow] of [
    ['GET', IMAGES, 'POST'],
    ['DELETE', VIDEOS, 'POST'],
    ['PUT', `${VIDEOS}/1`, 'GET, HEAD'],
    ['POST', '/files/a.png', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', IMAGES, 'POST'],
    ['PATCH', '/openapi.json', 'GET, HEAD'],
    // A path of its own, although one that stands for many would match it too.
    ['PUT', '/api/ai/tasks/cancel', 'POST'],
    ['PATCH', '/api/ai/tasks/delete', 'POST'],
    ['PUT', '/api/ai/tasks/counts', 'GET, HEAD'],
    ['PUT', '/v1/videos/edits', 'POST'],
  ] as const) {
    const answer = await service.call(path, { method })
    const refused = await refusal(answer)
    assert.deepEqual(
      [refused.status, refused.code, answer.headers.get('allow')],
      [405, 'method_not_allowed', allow],
      path,
    )
  }
  const guessed = await refusal(await service.call('/api/ai/videos/generations', { json: { model: 'sandbox' } }))
  assert.match(guessed.message, /not POST\. Did you mean POST \/api\/ai\/videos\?$/)
})

test('documents of the interface are small on the way, and are not sent twice', async () => {
  const service = await openHere()
  for (const path of ['/openapi.json', '/v1/openapi.json']) {
    const packed = await rawExchange(
      service.url,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    )
    assert.match(packed, /content-encoding: gzip/i, path)
    const whole = await service.call(path, { key: null })
    const etag = whole.headers.get('etag') ?? ''
    assert.deepEqual([whole.headers.get('cache-control'), etag.length], ['no-cache', 29])
    assert.ok(packed.length < (await whole.text()).length / 4, path)
    const again = await service.call(path, { key: null, headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  }
})

test('an address with a parameter that nobody knows is refused, files and models included', async () => {
  const service = await openHere()
  const made = await service.call(IMAGES, { json: { model: 'sandbox', prompt: 'a fox' } })
  const [{ url } = { url: '' }] = ((await made.json()) as { data: { url: string }[] }).data
  for (const path of ['/api/ai/models', new URL(url).pathname]) {
    assert.equal((await service.call(path)).status, 200)
    const refused = await refusal(await service.call(`${path}?foo=1`))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', 'foo'], path)
  }
})

test('a caller of the API who rules out JSON is told so; elsewhere Accept does not matter', async () => {
  const service = await openHere()
  const accept = (value: string) => ({ headers: { accept: value } })
  assert.equal((await refusal(await service.call(`${VIDEOS}/1`, accept('text/html')))).code, 'not_acceptable')
  const posted = await refusal(await service.call(IMAGES, { json: good, ...accept('image/png') }))
  assert.deepEqual([posted.status, posted.code], [406, 'not_acceptable'])
  assert.equal((await service.call(IMAGES, { json: good, ...accept('application/*;q=0.5, text/html') })).status, 200)
  assert.equal((await service.call('/healthz', accept('text/plain'))).status, 200)
})

test('what is not HTTP gets an error of ours and a closed connection', async () => {
  const service = await openHere()
  for (const [text, status, code] of [
    ['GARBAGE\r\n\r\n', 400, 'invalid_parameter'],
    ['GET / HTTP/9.9\r\n\r\n', 400, 'invalid_parameter'],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: y\r\n\r\n', 400, 'invalid_parameter'],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'payload_too_large'],
    [
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid_parameter',
    ],
  ] as const) {
    const answer = await rawExchange(service.url, text)
    assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 100))
    const id = /\r\nx-request-id: (req_\w+)\r\n/.exec(answer)?.[1]
    const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: Record<string, unknown> }
    assert.deepEqual([error['code'], error['request_id']], [code, id])
  }
})

test('answers do not say what the service is made of', async () => {
  const service = await openHere()
  for (const answer of [await service.call('/healthz'), await service.call('/nothing')]) {
    assert.equal(answer.headers.get('x-powered-by'), null)
    assert.equal(answer.headers.get('server'), null)
  }
})

test('every answer has a request id of its own, and a client cannot choose it', async () => {
  const service = await openHere()
  const ids = new Set<string | null>()
  for (const path of ['/healthz', '/healthz', '/docs', '/openapi.json', '/nothing', `${VIDEOS}/1`, '/files/x.png']) {
    ids.add((await service.call(path, { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id'))
  }
  assert.equal(ids.size, 7)
  assert.ok([...ids].every((id) => /^req_\w{16}$/.test(id ?? '')))
})

test('health and readiness answer GET and HEAD; readiness fails with the store', async (t) => {
  let isDown = false
  const service = await openService(t, {
    replacements: {
      wrapStore: (store) => ({
        ...store,
        ping: async () => {
          if (isDown) throw new Error('the disk is gone')
          await store.ping()
        },
      }),
    },
  })
  for (const path of ['/healthz', '/readyz']) {
    assert.deepEqual(await (await fetch(service.url + path)).json(), { status: 'ok' })
    assert.equal((await fetch(service.url + path, { method: 'HEAD' })).status, 200)
  }
  isDown = true
  // The answer is shared for a second.
  const answer = await eventually(async () => {
    const seen = await fetch(`${service.url}/readyz`)
    return seen.status === 200 ? void (await seen.text()) : seen
  })
  const refused = await refusal(answer)
  assert.deepEqual([refused.status, refused.code], [503, 'storage_unavailable'])
  assert.ok(answer.headers.get('retry-after'))
  assert.ok(!refused.message.includes('disk'))
  assert.ok(service.logLines.some((line) => line.includes('the disk is gone')))
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
})

test('an error that nobody foresaw is a 500 that tells the operator everything and the caller nothing', async (t) => {
  const service = await openService(t, {
    replacements: {
      wrapStore: (store) => ({
        ...store,
        tasks: {
          ...store.tasks,
          view: async () => {
            throw new Error('secret detail')
          },
        },
      }),
    },
  })
  const answer = await service.call(`${VIDEOS}/12345`)
  const id = answer.headers.get('x-request-id') ?? ''
  const refused = await refusal(answer)
  assert.deepEqual([refused.status, refused.code], [500, 'internal_error'])
  assert.ok(!refused.message.includes('secret'))
  assert.ok(service.logLines.some((line) => line.includes('secret detail') && line.includes(id)))
})

test('openapi.json is 3.1, says rightly where a key is needed, and has an example for every error that it names', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  assert.equal(document.openapi, '3.1.0')
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const needsKey = (operation.security ?? []).length > 0
      if (path.startsWith('/api/')) assert.ok(needsKey, `nothing under /api/ may be open: ${method} ${path}`)
      // Unlike the others, this one is not put into capitals by fetch: patch.
      const { status } = await service.call(path.replaceAll(/\{\w+\}/g, '1'), {
        method: method.toUpperCase(),
        key: null,
      })
      assert.equal(status === 401, needsKey, `${method} ${path} is not as the document says`)
      assertErrorExamples(operation, `${method} ${path}`)
    }
  }
  assert.ok(document.components.schemas['Error'] !== undefined)
  assert.ok(document.webhooks['taskCompleted'] !== undefined)
})

test('openapi.json has a name, a summary and a tag for every route, with its key errors and server errors', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  const described = new Set(document.tags.filter(({ description = '' }) => description !== '').map(({ name }) => name))
  const auth = new Map((await allRoutes()).map((route) => [`${route.method} ${route.url}`, route.auth]))
  const names = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const { operationId = '', summary = '', tags = [] } = operation
      assert.match(operationId, /^[a-z]\w+$/i, `${place} has no operationId`)
      assert.ok(!names.has(operationId), `${place} has the operationId of another: ${operationId}`)
      names.add(operationId)
      assert.notEqual(summary, '', `${place} has no summary`)
      assert.deepEqual(
        [tags.length, ...tags.filter((tag) => !described.has(tag))],
        [1],
        `${place} needs one described tag`,
      )
      assert.deepEqual(undocumented(operation, auth.get(place)), [], `${place} does not tell these errors`)
    }
  }
})

/** The errors that this route must tell of and does not: those of its key, and those of any request. */
function undocumented({ responses }: Operation, auth: string | undefined): string[] {
  assert.ok(auth !== undefined)
  if (auth === 'none') return []
  const told = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  )
  const ofKey = KEY_ERRORS.filter((code) => auth !== 'any key' || code !== 'insufficient_scope')
  return [...ofKey, ...SERVER_ERRORS].filter((code) => !told.includes(code))
}

test('openapi.json describes both body forms, with examples and exactly the fields that are accepted', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  for (const path of [IMAGES, VIDEOS]) {
    const refused = await refusal(await service.call(path, { json: { ...good, nope: 1 } }))
    const accepted = /Known: (.*)\./.exec(refused.message)?.[1]?.split(', ').sort()
    const forms = document.paths[path]?.['post']?.requestBody?.content ?? {}
    assert.deepEqual(Object.keys(forms), ['application/json', 'multipart/form-data'])
    for (const { schema, example, examples } of Object.values(forms)) {
      assert.deepEqual(Object.keys(schema.properties ?? {}).sort(), accepted)
      assert.ok(example !== undefined || examples !== undefined)
    }
  }
})

test('the examples for JSON work as they stand, but for addresses that are not ours', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  let count = 0
  for (const path of [IMAGES, VIDEOS]) {
    const body = document.paths[path]?.['post']?.requestBody?.content['application/json']
    const examples =
      body?.examples === undefined ? [body?.example] : Object.values(body.examples).map(({ value }) => value)
    for (const example of examples as Record<string, unknown>[]) {
      if (example['image'] !== undefined) continue
      const answer = await service.call(path, { json: { ...example, model: 'sandbox' } })
      assert.equal(answer.status, 200, await answer.text())
      count++
    }
  }
  assert.ok(count >= 2)
})

test('a request body that no route wants does not keep the connection from the next request', async () => {
  const service = await openHere()
  for (let round = 0; round < 3; round++) {
    const answer = await service.call(IMAGES, { method: 'POST', key: null, body: new Blob(['x'.repeat(200_000)]) })
    assert.equal((await refusal(answer)).code, 'missing_api_key')
  }
  assert.equal((await service.call(IMAGES, { json: good })).status, 200)
})

function assertErrorExamples({ responses }: Operation, place: string): void {
  for (const [status, answer] of Object.entries(responses).filter(([each]) => Number(each) >= 400)) {
    const examples = Object.entries(answer.content?.['application/json']?.examples ?? {})
    assert.ok(examples.length > 0, `${place} ${status} has no example`)
    for (const [code, { value }] of examples) {
      assert.ok(Object.hasOwn(ERRORS, code), `${place} names the unknown code ${code}`)
      assert.equal((value as { error: { code: string } }).error.code, code)
    }
  }
}

test('every method at every address gets an answer of ours, with or without a key', async () => {
  const service = await openHere()
  for (const method of METHODS) {
    for (const path of ['/', '/nothing', IMAGES]) {
      const target = method === 'CONNECT' ? 'example.com:443' : path
      const answer = await rawExchange(
        service.url,
        `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
      )
      assert.match(answer, /^HTTP\/1\.1 4(?:01|04|05) /, `${method} ${path}`)
      if (method !== 'HEAD') assert.match(answer, /\{"error":\{"code":"[^]*"request_id":"req_/, `${method} ${path}`)
    }
  }
})

test('ambiguous heads are refused with our error body, and the connection ends', async () => {
  const service = await openHere()
  const post = `POST ${VIDEOS} HTTP/1.1\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`
  for (const [head, status, param] of [
    ['GET /healthz HTTP/1.1\r\n\r\n', 400, 'Host'],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'Host'],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n', 417, 'Expect'],
    [`${post}Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400, 'Transfer-Encoding'],
  ] as const) {
    const answer = await rawExchange(service.url, head)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} [^]*"param":"${param}"`), head)
    assert.match(answer, /x-request-id: req_/)
  }
  const old = await rawExchange(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')
  assert.match(old, /^HTTP\/1.1 200 /)
})
