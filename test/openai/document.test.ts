import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { readDocuments } from '../../scripts/fuzz/documents.ts'
import { allRoutes } from '../support/all-routes.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()

type Operation = {
  operationId: string
  summary: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

test('/v1/openapi.json is valid by the judgement of somebody else, and open to everyone', async () => {
  const service = await openHere()
  const answer = await fetch(`${service.url}/v1/openapi.json`)
  assert.equal(answer.status, 200)
  const judged = await new Validator().validate((await answer.json()) as Document)
  assert.deepEqual([judged.valid, judged.errors ?? []], [true, []])
})

test('/v1/openapi.json describes every route under /v1, and /openapi.json none of them', async () => {
  const service = await openHere()
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

test('/v1/openapi.json describes bodies by exactly the fields that are taken', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as Document
  for (const path of ['/v1/images/generations', '/v1/images/edits', '/v1/videos', '/v1/videos/edits']) {
    const answer = await service.call(path, { json: { model: 'sandbox', prompt: 'a', nope: 1 } })
    const { error } = (await answer.json()) as { error: { message: string } }
    const taken = /Known: (.*)\./.exec(error.message)?.[1]?.split(', ').sort()
    for (const { schema } of Object.values(document.paths[path]?.['post']?.requestBody?.content ?? {}))
      assert.deepEqual(Object.keys(schema.properties ?? {}).sort(), taken)
  }
})

test('answers of /v1 and /sdapi fit the schemas that their documents show', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on' } })
  const documents = await readDocuments(service.url)
  const fits = async (path: string, init: Parameters<typeof service.call>[1] = {}): Promise<{ id?: string }> => {
    const answer = await service.call(path, init)
    const body = await answer.text()
    const method = init.method ?? (init.json === undefined ? 'GET' : 'POST')
    const type = answer.headers.get('content-type') ?? undefined
    const seen = { method, path: path.replace(/\?.*/, ''), status: answer.status, type, body }
    assert.deepEqual([answer.status < 300, documents.faultsOf(seen)], [true, []], `${method} ${path}: ${body}`)
    return JSON.parse(body) as { id?: string }
  }
  const json = { model: 'sandbox', prompt: 'a hill', size: '64x64' }
  for (const user of [{}, { user: 'ada' }]) await fits('/v1/images/generations', { json: { ...json, ...user } })
  const { id = '' } = await fits('/v1/videos', { json: { model: 'sandbox', prompt: 'a hill' } })
  await service.call(`/api/ai/videos/${id}`, { headers: { prefer: 'wait=60' } })
  for (const path of [`/v1/videos/${id}`, '/v1/videos?limit=1', '/v1/models', '/v1/models/sandbox']) await fits(path)
  await fits(`/v1/videos/${id}`, { method: 'DELETE' })
  await fits('/sdapi/v1/options', { json: { sd_model_checkpoint: 'sandbox' } })
  await fits('/sdapi/v1/txt2img', { json: { prompt: 'a hill', width: 64, height: 64 } })
  for (const name of ['options', 'sd-models', 'progress', 'samplers']) await fits(`/sdapi/v1/${name}`)
  await fits('/sdapi/v1/interrupt', { method: 'POST' })
})
