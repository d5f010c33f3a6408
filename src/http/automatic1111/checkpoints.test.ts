import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { builtInModels } from '../../engines/built-in-models.ts'
import { catalogWithoutEngines } from '../../engines/catalog.ts'
import { checkpoints, type CheckpointParts } from './checkpoints.ts'

const RETIRES = '2026-12-01'
const clock = { now: () => Date.parse('2026-11-30T00:00:00Z') }
const request = { caller: { id: 'key_1', models: null }, headers: {} } as unknown as FastifyRequest

function open(isAlone: boolean, now = clock): ReturnType<typeof checkpoints> {
  const models = builtInModels({ queueTimeoutMs: 1, runTimeoutMs: 1 }).map((model) =>
    model.id === 'sandbox' ? { ...model, retires: RETIRES, successor: 'diorama' } : model,
  )
  const catalog = catalogWithoutEngines(models, now)
  return checkpoints({ catalog, clock: now, automatic1111: { isAlone } } as unknown as CheckpointParts)
}

test('a choice is remembered by a process that is alone', () => {
  const chosen = open(true)
  chosen.choose(request, 'sandbox')
  assert.equal(chosen.current(request), 'sandbox')
})

test('where several processes answer, another model cannot be chosen once and for all, and the same is no choice', () => {
  const chosen = open(false)
  chosen.choose(request, 'diorama')
  assert.throws(() => chosen.choose(request, 'sandbox'), /cannot remember a choice/)
  assert.equal(chosen.current(request), 'diorama')
})

test('a model that was chosen and has gone since is not replaced by another, and cannot be chosen again', () => {
  let now = clock.now()
  const chosen = open(true, { now: () => now })
  chosen.choose(request, 'sandbox')
  now = Date.parse(`${RETIRES}T00:00:00Z`)
  assert.equal(chosen.current(request), 'sandbox')
  assert.deepEqual(chosen.names(request.caller), ['diorama'])
  chosen.choose(request, 'diorama')
  assert.throws(() => chosen.choose(request, 'sandbox'), /was shut down .*; use 'diorama' instead/)
})

test('a key is told of the end of its own models alone', () => {
  const chosen = open(true, { now: () => Date.parse(`${RETIRES}T00:00:00Z`) })
  const narrow = { ...request, caller: { ...request.caller, models: ['diorama'] } } as unknown as FastifyRequest
  const sentence = (name: string): string => {
    try {
      chosen.choose(narrow, name)
    } catch (error) {
      return error instanceof Error ? error.message.replace(name, 'it') : ''
    }
    return ''
  }
  assert.match(sentence('sandbox'), /There is no image model 'it' for this API key/)
  assert.equal(sentence('sandbox'), sentence('nothing'))
})
