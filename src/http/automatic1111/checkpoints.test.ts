import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { builtInModels } from '../../engines/built-in-models.ts'
import { catalogWithoutEngines } from '../../engines/catalog.ts'
import type { ServerParts } from '../server-parts.ts'
import { checkpoints } from './checkpoints.ts'

const clock = { now: () => 0 }
const request = { caller: { id: 'key_1', models: null }, headers: {} } as unknown as FastifyRequest

function open(isAlone: boolean): ReturnType<typeof checkpoints> {
  const catalog = catalogWithoutEngines(builtInModels({ queueTimeoutMs: 1, runTimeoutMs: 1 }), clock)
  return checkpoints({ catalog, clock, automatic1111: { isAlone } } as unknown as ServerParts)
}

test('a choice is remembered by a process that is alone', () => {
  const chosen = open(true)
  chosen.choose(request, 'sandbox')
  assert.equal(chosen.current(request), 'sandbox')
})

test('where several processes answer, another model cannot be chosen once and for all, and the same is no choice', () => {
  const chosen = open(false)
  chosen.choose(request, 'diorama')
  assert.throws(() => chosen.choose(request, 'sandbox'), /cannot be remembered where several processes answer/)
  assert.equal(chosen.current(request), 'diorama')
})
