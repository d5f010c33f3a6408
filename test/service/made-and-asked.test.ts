import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine, EngineState } from '../../src/ports/engine.ts'
import { aModel, CLIP, PICTURE } from '../reliability/house.ts'
import { eventually } from '../support/eventually.ts'
import { openService } from '../support/service.ts'

/** An engine that hands out what it is given, and says nothing of it. */
function engineOf(output: Uint8Array): Engine {
  const made: EngineState = { kind: 'done', outputs: [{ content: { from: 'memory', bytes: output } }] }
  return {
    id: 'blunt',
    safeToRestart: true,
    concurrency: 4,
    start: async () => made,
    status: async () => made,
    cancel: async () => 'already over',
    close: async () => {},
  }
}

type Receipt = { status: string; warnings: string[]; error: { code: string; message: string } | null; files: object[] }

async function receiptOf(
  t: Parameters<typeof openService>[0],
  output: Uint8Array,
  kind: 'image' | 'video',
): Promise<Receipt> {
  const replacements = {
    extraEngines: [engineOf(output)],
    extraModels: [aModel('blunt', { id: 'blunt', kind, seconds: 5 })],
  }
  const service = await openService(t, { replacements })
  const path = kind === 'video' ? '/api/ai/videos' : '/api/ai/images/generations'
  const json = { model: 'blunt', prompt: 'a fox', size: '640x480' }
  const answer = await service.call(path, { json, headers: { prefer: 'respond-async' } })
  const id = answer.headers.get('x-task-id') ?? ((await answer.json()) as { id: string }).id
  return eventually(async () => {
    const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
    return receipt.status === 'success' || receipt.status === 'failed' ? receipt : undefined
  })
}

test('a clip that is smaller and shorter than what was asked for is told of in the receipt, with what it really is', async (t) => {
  const receipt = await receiptOf(t, CLIP, 'video')
  assert.equal(receipt.status, 'success')
  assert.deepEqual(receipt.warnings, [
    'size: the model made 16x16, not 640x480',
    'seconds: the model made 1 s, not 5 s',
  ])
  const [file] = receipt.files as { width: number; height: number; duration_seconds?: number }[]
  assert.deepEqual([file?.width, file?.height], [16, 16])
})

test('a picture of another size than what was asked for is told of in the receipt', async (t) => {
  const receipt = await receiptOf(t, PICTURE, 'image')
  assert.equal(receipt.status, 'success')
  assert.deepEqual(receipt.warnings, ['size: the model made 1x1, not 640x480'])
})

test('a clip that breaks off is no result', async (t) => {
  const receipt = await receiptOf(t, CLIP.subarray(0, 64), 'video')
  assert.equal(receipt.error?.code, 'provider_error')
  assert.match(receipt.error.message, /damaged/)
})
