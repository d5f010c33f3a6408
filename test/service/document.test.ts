import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openService } from '../support/service.ts'

type Operations = { paths: Record<string, Record<string, { operationId?: string }>> }

test('openapi.json is valid by the judgement of somebody else, and every operation has a name of its own', async (t) => {
  const service = await openService(t)
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Operations
  const judged = await new Validator().validate(document)
  assert.deepEqual([judged.valid, judged.errors ?? []], [true, []])
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  assert.ok(names.length > 15 && names.every((name) => name !== undefined))
  assert.deepEqual([...new Set(names)], names)
})
