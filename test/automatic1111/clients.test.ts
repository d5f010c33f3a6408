import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { formOf, pngOf } from '../support/uploads.ts'
import { get, libreChat, made, openDoor, openWebUi, post, sillyTavern } from './clients.ts'
import { temporaryFolder } from '../support/at-end.ts'

const warnedOf = (warnings: readonly string[]): string[] =>
  warnings.flatMap((text) => /^(.*) has no effect (?:here|for the model)/.exec(text)?.[1] ?? []).toSorted()

test('Open WebUI: the address is checked, a model is listed and chosen, and a picture is made with it', async (t) => {
  const service = await openDoor(t)
  const options = (await get(service, 'options')) as Record<string, unknown>
  assert.equal(options['sd_model_checkpoint'], 'diorama')
  const models = (await get(service, 'sd-models')) as { title: string; model_name: string }[]
  assert.deepEqual(
    models.map(({ title, model_name }) => [title, model_name]),
    [
      ['diorama', 'diorama'],
      ['sandbox', 'sandbox'],
    ],
  )
  // It sends back all that it was shown, with the model changed.
  const changed = await post(service, 'options', { ...options, sd_model_checkpoint: 'sandbox' })
  assert.deepEqual([changed.status, await changed.json()], [200, null])
  assert.equal(changed.headers.get('x-mediagen-warnings'), null)
  assert.deepEqual(await get(service, 'options'), { ...options, sd_model_checkpoint: 'sandbox' })

  const { info, bytes, answer } = await made(await post(service, 'txt2img', openWebUi('a red fox')))
  assert.equal((await sharp(bytes).metadata()).format, 'png')
  assert.equal(info.sd_model_name, 'sandbox')
  assert.deepEqual(answer.parameters['override_settings'], { sd_model_checkpoint: 'sandbox' })
  // This model takes both, and the receipt of its picture says so.
  assert.deepEqual(warnedOf(info.warnings), [])
  assert.deepEqual([answer.parameters['negative_prompt'], answer.parameters['steps']], ['blurry', 50])
})

test('LibreChat: the picture, its size, its seed and a text about it are where the tool looks for them', async (t) => {
  const service = await openDoor(t)
  const { info, bytes, answer } = await made(await post(service, 'txt2img', libreChat('a red fox')))
  const { width, height } = await sharp(bytes).metadata()
  assert.deepEqual([width, height], [1024, 1024])
  assert.deepEqual([info.width, info.height], [1024, 1024])
  assert.ok(Number.isInteger(info.seed))
  assert.equal(answer.images[0]?.split(',', 1)[0], answer.images[0])
  assert.equal(info.infotexts[0]?.split('\n').pop(), `Seed: ${info.seed}, Size: 1024x1024, Model: diorama`)
  assert.deepEqual(warnedOf(info.warnings), ['cfg_scale', 'negative_prompt', 'steps'])
})

test('SillyTavern: its whole form is taken, what has no meaning is named, and its password is nowhere', async (t) => {
  const service = await openDoor(t)
  for (const list of ['samplers', 'schedulers', 'upscalers', 'latent-upscale-modes', 'sd-vae'])
    assert.ok(Array.isArray(await get(service, list)), list)
  assert.equal((await post(service, 'options', { sd_model_checkpoint: 'sandbox' })).status, 200)
  const idle = (await get(service, 'progress')) as { progress: number; state: { job_count: number } }
  assert.deepEqual([idle.progress, idle.state.job_count], [0, 0])

  const answer = await post(service, 'txt2img', sillyTavern('a red fox'))
  const { info } = await made(answer)
  assert.equal(info.seed, 42)
  const settings = ['override_settings: CLIP_stop_at_last_layers', 'override_settings: sd_vae']
  // It tells how far its second pass may go; without a picture there is nothing to stay near to.
  const drawing = ['cfg_scale', 'clip_skip', 'denoising_strength', 'hr_scale', 'hr_upscaler']
  assert.deepEqual(warnedOf(info.warnings), [...drawing, ...settings, 'sampler_name', 'scheduler'])
  const receipt = (await (await service.call(`/api/ai/tasks/${info.task_id}`)).json()) as {
    warnings: string[]
    asked: Record<string, unknown>
  }
  const { negative_prompt, strength, options } = receipt.asked
  assert.deepEqual([negative_prompt, strength, options], ['lowres', null, { steps: 20 }])
  assert.deepEqual(receipt.warnings, info.warnings)
  assert.equal(answer.headers.get('x-task-id'), info.task_id)
  assert.doesNotMatch(JSON.stringify(receipt) + service.logLines.join(), /a-secret-password/)
})

test('img2img takes pictures as bare base64 and as data: URLs, in JSON and in a form', async (t) => {
  const service = await openDoor(t)
  const png = (await pngOf(64, 48)).toString('base64')
  for (const picture of [png, `data:image/png;base64,${png}`]) {
    const json = { prompt: 'a boat', init_images: [picture], width: 512, height: 512, resize_mode: 0, mask_blur: 4 }
    const { info, bytes } = await made(await post(service, 'img2img', json))
    assert.equal((await sharp(bytes).metadata()).width, 512)
    assert.deepEqual(warnedOf(info.warnings), ['mask_blur'])
    const receipt = (await (await service.call(`/api/ai/tasks/${info.task_id}`)).json()) as {
      files: { role: string; width: number }[]
    }
    assert.deepEqual(
      receipt.files.filter(({ role }) => role === 'reference').map(({ width }) => width),
      [64],
    )
    const body = formOf({ prompt: 'a boat', init_images: picture })
    await made(await service.call('/sdapi/v1/img2img', { method: 'POST', body }))
  }
})

test('a size that the model has not becomes its shape, a seed that it does not take is left out, and both are said', async (t) => {
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engines = { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } }
  const model = { kind: 'image', engine: 'own', model: 'x', sizes: ['1024x1024', '1536x1024'], seed: false }
  await writeFile(path, JSON.stringify({ engines, models: { mine: model } }))
  const service = await openDoor(t, { env: { MEDIAGEN_CONFIG: path, MEDIAGEN_IMAGE_WAIT_SECONDS: '1' } })
  const ask = async (json: object): Promise<Response> =>
    post(service, 'txt2img', { prompt: 'a boat', seed: 7, override_settings: { sd_model_checkpoint: 'mine' }, ...json })
  const late = await ask({ width: 512, height: 512 })
  const receipt = (await (await service.call(`/api/ai/tasks/${late.headers.get('x-task-id')}`)).json()) as {
    model: string
    warnings: string[]
    effective: { width: number; height: number; seed: number | null }
  }
  assert.equal(receipt.model, 'mine')
  assert.deepEqual([receipt.effective.width, receipt.effective.height, receipt.effective.seed], [1024, 1024, null])
  assert.deepEqual(receipt.warnings.slice(0, 2), [
    'width, height: the model does not support 512x512; only the ratio 512:512 was requested.',
    "seed: the model 'mine' does not accept one, so 7 was ignored.",
  ])
  const refused = await ask({ width: 512, height: 1536 })
  assert.equal(refused.status, 400)
  assert.match(((await refused.json()) as { error: { message: string } }).error.message, /1024x1024/)
})
