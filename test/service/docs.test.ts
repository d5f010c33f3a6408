import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../src/core/errors.ts'
import { pngOf } from '../support/uploads.ts'
import { openService, type TestService } from '../support/service.ts'

type Body = { example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, Body> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  'x-errors': { code: string; status: number; meaning: string }[]
  'x-documents': { name: string; url: string }[]
}

/** What a query must have, in values that nobody has. */
const NOBODYS: Readonly<Record<string, string>> = { sha256: '0'.repeat(64) }

async function documentOf(service: TestService): Promise<Document> {
  return (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
}

function examplesOf(body: Body | undefined): unknown[] {
  if (body?.examples !== undefined) return Object.values(body.examples).map(({ value }) => value)
  return body?.example === undefined ? [] : [body.example]
}

/** The quick model, and an address where nobody listens. */
function here(text: string): string {
  return text.replaceAll('"diorama"', '"sandbox"').replaceAll('https://example.com', 'http://127.0.0.1:1026')
}

async function formOf(example: Record<string, unknown>): Promise<FormData> {
  const form = new FormData()
  const picture = new Blob([Uint8Array.from(await pngOf())])
  for (const [name, value] of Object.entries(JSON.parse(here(JSON.stringify(example))) as Record<string, unknown>))
    for (const each of [value].flat())
      if (name === 'image') form.append(name, picture, String(each))
      else form.append(name, String(each))
  return form
}

test('every example of the document reaches its route as it stands: no wrong method, form or missing key', async (t) => {
  const service = await openService(t)
  const { paths } = await documentOf(service)
  let tried = 0
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { security, requestBody, parameters = [] }] of Object.entries(methods)) {
      const key = security === undefined ? null : service.key
      // An id that nobody has.
      const needed = parameters.filter((each) => each.in === 'query' && each.required === true)
      const query = needed.map(({ name }) => `${name}=${NOBODYS[name] ?? ''}`).join('&')
      const url = `${path.replaceAll(/\{\w+\}/g, '1')}?${query}`
      const call = async (init: RequestInit): Promise<void> => {
        const answer = await service.call(url, { key, method: method.toUpperCase(), ...init })
        const text = await answer.text()
        const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
        const known = [
          'task_not_found',
          'file_not_found',
          'key_not_found',
          'project_not_found',
          'engine_not_found',
          'local_model_not_found',
          'image_url_unreachable',
        ].includes(code)
        assert.ok(answer.status < 300 || known || method === 'head', `${method} ${path}\n${answer.status} ${text}`)
        tried++
      }
      if (requestBody === undefined) await call({})
      for (const example of examplesOf(requestBody?.content['application/json']))
        await call({ headers: { 'content-type': 'application/json' }, body: here(JSON.stringify(example)) })
      for (const example of examplesOf(requestBody?.content['multipart/form-data']))
        await call({ body: await formOf(example as Record<string, unknown>) })
    }
  assert.ok(tried > 25, `${tried} examples`)
})

test('the document tells of every error and of the other interfaces', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on' } })
  const document = await documentOf(service)
  assert.deepEqual(
    document['x-errors'].map(({ code }) => code),
    Object.keys(ERRORS),
  )
  for (const { meaning, status } of document['x-errors']) assert.ok(meaning !== '' && status >= 400)
  assert.deepEqual(
    document['x-documents'].map(({ name }) => name),
    ['OpenAI', 'Automatic1111'],
  )
  for (const { url } of document['x-documents']) assert.equal((await fetch(service.url + url)).status, 200, url)
})
