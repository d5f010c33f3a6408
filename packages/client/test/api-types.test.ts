import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { apiTypes, type ApiDocument } from '../scripts/api-types.ts'
import { Mediagen } from '../src/mediagen.ts'
import { openClient } from './open-client.ts'

// A method takes one of these, or says that it takes none.
const ARGUMENTS: readonly (readonly unknown[])[] = [
  [],
  ['1'],
  ['1', {}],
  [{ prompt: 'p', model: 'm' }],
  [new Blob(['p'])],
  [new Date(0)],
]
// `putUpload` sends to a signed address: it has no client, for it has no key.
const WITHOUT = ['getFile', 'getHealth', 'getMetrics', 'putSignedUpload', 'postSignedUpload']

test('the types are those of the document that the service serves: npm run types -w @mediagen/client renews them', async (t) => {
  const { service } = await openClient(t)
  const document = (await (await service.call('/openapi.json')).json()) as ApiDocument
  const committed = await readFile(resolve(import.meta.dirname, '../src/api-types.ts'), 'utf8')
  assert.equal(committed, apiTypes(document))
})

test('a change of the document changes the types', async (t) => {
  const { service } = await openClient(t)
  const text = await (await service.call('/openapi.json')).text()
  const changed = JSON.parse(text.replaceAll('"queue_position"', '"place_in_line"')) as ApiDocument
  assert.notEqual(apiTypes(changed), apiTypes(JSON.parse(text) as ApiDocument))
})

test('everything that the service offers has a method', async (t) => {
  const { service } = await openClient(t)
  const { paths } = (await (await service.call('/openapi.json')).json()) as ApiDocument
  const sent = await sentByAllMethods()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => {
      const form = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return { operationId, isSent: sent.some((each) => form.test(each)) }
    }),
  )
  const without = operations.filter(({ isSent }) => !isSent).map(({ operationId }) => operationId)
  assert.deepEqual(without.toSorted(), WITHOUT.toSorted())
})

/** What the methods of a client send, `GET /path` for each, whatever comes of it. */
async function sentByAllMethods(): Promise<string[]> {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit): Promise<Response> => {
    sent.push(`${method} ${new URL(url).pathname}`)
    return Response.json({ error: { code: 'invalid_parameter', message: '' } }, { status: 400 })
  }
  const client = new Mediagen({ apiKey: 'mg_key', baseURL: 'http://service.example', fetch })
  for (const method of methodsOf(client)) {
    for (const given of ARGUMENTS) {
      try {
        const found = await method(...given)
        if (isIterable(found)) await found[Symbol.asyncIterator]().next()
      } catch {
        // What a method makes of such arguments and answers is tested elsewhere.
      }
    }
  }
  return sent
}

type Method = (...given: readonly unknown[]) => unknown

function methodsOf(part: object): Method[] {
  const own =
    Object.getPrototypeOf(part) === Object.prototype ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(part))
  return [...Object.keys(part), ...own].flatMap((name) => {
    const value: unknown = Reflect.get(part, name)
    if (typeof value === 'function') return name === 'constructor' ? [] : [value.bind(part) as Method]
    return typeof value === 'object' && value !== null ? methodsOf(value) : []
  })
}

function isIterable(found: unknown): found is AsyncIterable<unknown> {
  return typeof found === 'object' && found !== null && Symbol.asyncIterator in found
}
