import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateImage } from 'ai'
import { builtInModels } from '../../src/engines/built-in-models.ts'
import type { Model } from '../../src/core/tasks/model.ts'
import { pngOf } from '../support/uploads.ts'
import { countTasks, openSpoken } from './client.ts'

/** The same engine under the name by which clients know a model that answers with nothing but the image itself. */
function namedLikeTheirs(): Model[] {
  const timeouts = { queueTimeoutMs: 60_000, runTimeoutMs: 60_000 }
  const sandbox = builtInModels(timeouts).filter(({ id, kind }) => id === 'sandbox' && kind === 'image')
  return sandbox.map((model) => ({ ...model, id: 'gpt-image-of-ours' }))
}

async function openProviders(t: Parameters<typeof openSpoken>[0]) {
  const { service } = await openSpoken(t, { replacements: { extraModels: namedLikeTheirs() } })
  const settings = { baseURL: `${service.url}/v1`, apiKey: service.key }
  return {
    service,
    openai: createOpenAI(settings),
    compatible: createOpenAICompatible({ ...settings, name: 'mediagen' }),
  }
}

test('generateImage of the AI SDK works with both of its providers, and with a model under the name of theirs', async (t) => {
  const { service, openai, compatible } = await openProviders(t)
  const models = [openai.image('sandbox'), openai.image('gpt-image-of-ours'), compatible.imageModel('sandbox')]
  for (const model of models) {
    const { image, images, warnings } = await generateImage({ model, prompt: 'a cat', size: '1024x1024' })
    assert.deepEqual([images.length, image.mediaType], [1, 'image/png'])
    assert.deepEqual([...image.uint8Array.subarray(1, 4)], [0x50, 0x4e, 0x47])
    assert.deepEqual(warnings, [])
  }
  assert.equal(await countTasks(service), models.length)
})

test('generateImage of the AI SDK sends pictures to work from, and options of its provider', async (t) => {
  const { service, openai, compatible } = await openProviders(t)
  const prompt = { text: 'a cat like this', images: [await pngOf(8), await pngOf(9)] }
  for (const model of [openai.image('sandbox'), compatible.imageModel('sandbox')]) {
    const { image } = await generateImage({ model, prompt })
    assert.equal(image.mediaType, 'image/png')
  }
  for (const task of await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 }))
    assert.equal(task.references.length, 2)
  const options = { openai: { quality: 'high', background: 'opaque' } }
  await generateImage({ model: openai.image('sandbox'), prompt: 'a dog', providerOptions: options })
  const [last] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
  assert.deepEqual(last?.settings, { quality: 'high', background: 'opaque' })
})

test('errors reach the caller of the AI SDK in our words, and a failed task is not paid for again', async (t) => {
  const { service, compatible } = await openProviders(t)
  const model = compatible.imageModel('sandbox')
  await assert.rejects(
    async () => generateImage({ model, prompt: 'a [[fail content_policy_violation]]' }),
    /sandbox was told to fail/,
  )
  assert.equal(await countTasks(service), 1)
})

test('a model under the name of theirs answers with the image alone: its clients would look at an address first', async (t) => {
  const { service } = await openProviders(t)
  const json = { model: 'gpt-image-of-ours', prompt: 'a cat' }
  const { data } = (await (await service.call('/v1/images/generations', { json })).json()) as { data: object[] }
  assert.deepEqual(
    data.map((each) => Object.keys(each)),
    [['b64_json']],
  )
})
