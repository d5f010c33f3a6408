import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()

type Operations = { paths: Record<string, Record<string, { operationId?: string }>> }

test('openapi.json is valid by the judgement of somebody else, and every operation has a name of its own', async () => {
  const service = await openHere()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Operations
  const judged = await new Validator().validate(document)
  assert.deepEqual([judged.valid, judged.errors ?? []], [true, []])
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  assert.ok(names.length > 15 && names.every((name) => name !== undefined))
  assert.deepEqual([...new Set(names)], names)
})

type Parameter = { name: string; schema: { pattern?: string; format?: string } }
type Body = { content: Record<string, { schema: Record<string, unknown> & { properties: Record<string, object> } }> }
type Described = { paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: Body }>> }

test('the documents promise no more of queries and headers than the service takes', async () => {
  const service = await openHere()
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Described
  const schemaOf = (path: string, method: string, name: string) =>
    paths[path]?.[method]?.parameters?.find((each) => each.name === name)?.schema ?? assert.fail(`${path} ${name}`)
  const fits = ({ pattern = '' }: { pattern?: string }, text: string): boolean => new RegExp(pattern).test(text)
  for (const [path, good, bad] of [
    ['/api/ai/tasks', 'pending,failed', 'done'],
    ['/api/ai/webhooks/deliveries', 'dead', 'dead,'],
  ] as const) {
    const status = schemaOf(path, 'get', 'status')
    assert.deepEqual([fits(status, good), fits(status, bad)], [true, false], path)
    assert.equal((await service.call(`${path}?status=${good}`)).status, 200)
    assert.equal((await service.call(`${path}?status=${bad}`)).status, 400)
    assert.equal(schemaOf(path, 'get', 'from').format, 'date-time')
  }
  for (const path of ['/api/ai/admin/keys', '/api/ai/admin/audit'])
    assert.equal(fits(schemaOf(path, 'get', 'cursor'), ''), false, path)
  const named = schemaOf('/api/ai/videos', 'post', 'idempotency-key')
  assert.deepEqual([fits(named, 'a-b'), fits(named, 'a b'), fits(named, 'é')], [true, false, false])
})

test('the documents promise no more of bodies than the service takes', async () => {
  const service = await openHere()
  const bodyAt = async (document: string, path: string) => {
    const { paths } = (await (await fetch(service.url + document)).json()) as Described
    const body = paths[path]?.['post']?.requestBody ?? assert.fail(path)
    return body.content['application/json']?.schema ?? assert.fail(path)
  }
  assert.equal((await bodyAt('/openapi.json', '/api/ai/tasks/cancel'))['maxProperties'], 1)
  const { webhookUrl } = (await bodyAt('/openapi.json', '/api/ai/videos')).properties
  assert.deepEqual(webhookUrl, { ...webhookUrl, pattern: '\\S' })
  assert.equal((await bodyAt('/v1/openapi.json', '/v1/videos/{id}/remix'))['additionalProperties'], false)
  const pictures = (await bodyAt('/v1/openapi.json', '/v1/images/edits'))['anyOf']
  assert.deepEqual(pictures, [{ required: ['image'] }, { required: ['image[]'] }, { required: ['images'] }])
})
