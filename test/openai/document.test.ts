import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { allRoutes } from '../support/all-routes.ts'
import { openService } from '../support/service.ts'

type Operation = {
  operationId: string
  summary: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

test('/v1/openapi.json is valid by the judgement of somebody else, and open to everyone', async (t) => {
  const service = await openService(t)
  const answer = await fetch(`${service.url}/v1/openapi.json`)
  assert.equal(answer.status, 200)
  const judged = await new Validator().validate((await answer.json()) as Document)
  assert.deepEqual([judged.valid, judged.errors ?? []], [true, []])
})

test('/v1/openapi.json describes every route under /v1, and /openapi.json none of them', async (t) => {
  const service = await openService(t)
  const documentAt = async (path: string): Promise<Document> =>
    (await (await fetch(service.url + path)).json()) as Document
  const [own, native] = [await documentAt('/v1/openapi.json'), await documentAt('/openapi.json')]
  const described = Object.entries(own.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = (await allRoutes())
    .filter(({ url, method }) => url.startsWith('/v1/') && url !== '/v1/openapi.json' && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace('*', '{model}').replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.ok(routes.length > 10)
  assert.deepEqual(described.toSorted(), routes.toSorted())
  assert.deepEqual(
    Object.keys(native.paths).filter((path) => path.startsWith('/v1')),
    [],
  )
  const names = Object.values(own.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  assert.equal(new Set(names).size, names.length)
})

test('/v1/openapi.json describes bodies by exactly the fields that are taken', async (t) => {
  const service = await openService(t)
  const document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as Document
  for (const path of ['/v1/images/generations', '/v1/images/edits', '/v1/videos']) {
    const answer = await service.call(path, { json: { model: 'sandbox', prompt: 'a', nope: 1 } })
    const { error } = (await answer.json()) as { error: { message: string } }
    const taken = /Known are: (.*)\./.exec(error.message)?.[1]?.split(', ').sort()
    for (const { schema } of Object.values(document.paths[path]?.['post']?.requestBody?.content ?? {}))
      assert.deepEqual(Object.keys(schema.properties ?? {}).sort(), taken)
  }
})
