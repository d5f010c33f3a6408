import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const ENDPOINTS = { image: '/api/ai/images/generations', video: '/api/ai/videos' } as const
type Kind = keyof typeof ENDPOINTS
const KINDS: readonly Kind[] = ['image', 'video']

type Case = {
  name: string
  fields: Record<string, unknown>
  code: string
  status?: number
  param?: string
  says?: RegExp
}

const good = { prompt: 'a cat', model: 'sandbox' }
const text = Buffer.from('this is no picture')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
const page = Buffer.from('<!doctype html><title>no picture</title>')
const dataUrl = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

const missing = { code: 'missing_parameter' }
const invalid = { code: 'invalid_parameter' }
const noPicture = { code: 'invalid_image', param: 'image', says: /PNG, JPEG, WebP, GIF or AVIF/ }

// What both endpoints refuse in both body forms.
const EVERYWHERE: Case[] = [
  { name: 'no prompt', fields: { model: 'sandbox' }, ...missing, param: 'prompt' },
  { name: 'an empty prompt', fields: { ...good, prompt: '' }, ...missing, param: 'prompt' },
  { name: 'a blank prompt', fields: { ...good, prompt: ' \t\n ' }, ...missing, param: 'prompt' },
  { name: 'no model', fields: { prompt: 'a cat' }, ...missing, param: 'model' },
  { name: 'a blank model', fields: { ...good, model: ' ' }, ...missing, param: 'model' },
  { name: 'no parameter at all', fields: {}, ...missing },
  {
    name: 'a prompt of 3001 characters',
    fields: { ...good, prompt: 'x'.repeat(3001) },
    code: 'prompt_too_long',
    param: 'prompt',
    says: /3000/,
  },
  {
    name: 'a prompt of 3001 four-byte characters',
    fields: { ...good, prompt: '😀'.repeat(3001) },
    code: 'prompt_too_long',
  },
  { name: 'a prompt of a million characters', fields: { ...good, prompt: 'x'.repeat(1e6) }, code: 'prompt_too_long' },
  { name: 'U+0000 in the prompt', fields: { ...good, prompt: 'a\u0000b' }, ...invalid, param: 'prompt' },
  { name: 'U+0000 in the model', fields: { ...good, model: 'a\u0000b' }, ...invalid, param: 'model' },
  { name: 'an unknown model', fields: { ...good, model: 'nope' }, code: 'model_not_found', says: /diorama.*sandbox/ },
  {
    name: 'a mistyped model',
    fields: { ...good, model: 'dioramma' },
    code: 'model_not_found',
    says: /'dioramma'\. Did you mean 'diorama'\? Known: /,
  },
  {
    name: 'an unknown parameter',
    fields: { ...good, qualty: 'high' },
    ...invalid,
    param: 'qualty',
    says: /prompt, model, image/,
  },
  {
    name: 'a quality that nobody knows',
    fields: { ...good, quality: 'hd' },
    ...invalid,
    param: 'quality',
    says: /low, medium, high/,
  },
  {
    name: 'a ratio without a colon',
    fields: { ...good, aspect_ratio: 'wide' },
    ...invalid,
    param: 'aspect_ratio',
    says: /16:9/,
  },
  { name: 'a ratio past 4:1', fields: { ...good, aspect_ratio: '5:1' }, ...invalid, param: 'aspect_ratio' },
  { name: 'a ratio with zero', fields: { ...good, aspect_ratio: '0:1' }, ...invalid, param: 'aspect_ratio' },
  { name: 'an endless ratio', fields: { ...good, aspect_ratio: '1'.repeat(5000) }, ...invalid, param: 'aspect_ratio' },
  { name: 'a size in words', fields: { ...good, size: 'large' }, ...invalid, param: 'size', says: /1280x720/ },
  { name: 'a size of zero', fields: { ...good, size: '0x0' }, ...invalid, param: 'size' },
  { name: 'a size past the model', fields: { ...good, size: '9000x9000' }, ...invalid, param: 'size' },
  { name: 'size against ratio', fields: { ...good, size: '1280x720', aspect_ratio: '1:1' }, ...invalid, param: 'size' },
  { name: 'a seed in words', fields: { ...good, seed: 'seven' }, ...invalid, param: 'seed', says: /whole number/ },
  { name: 'a negative seed', fields: { ...good, seed: -1 }, ...invalid, param: 'seed' },
  { name: 'a broken seed', fields: { ...good, seed: 1.5 }, ...invalid, param: 'seed' },
  { name: 'a seed past 32 bits', fields: { ...good, seed: 2 ** 32 }, ...invalid, param: 'seed' },
  {
    name: 'an image address in words',
    fields: { ...good, image: 'cat.png' },
    ...invalid,
    param: 'image',
    says: /http/,
  },
  { name: 'an ftp image', fields: { ...good, image: 'ftp://example.com/a.png' }, ...invalid, param: 'image' },
  { name: 'a file image', fields: { ...good, image: 'file:///etc/passwd' }, ...invalid, param: 'image' },
  {
    name: 'an image address with a password',
    fields: { ...good, image: 'https://a:b@example.com/c' },
    ...invalid,
    param: 'image',
  },
  { name: 'a blank image among others', fields: { ...good, image: [dataUrl(svg), ''] }, code: 'invalid_image' },
  { name: 'text as a data: URL', fields: { ...good, image: dataUrl(text) }, ...noPicture },
  { name: 'SVG as a data: URL', fields: { ...good, image: dataUrl(svg) }, ...noPicture },
  { name: 'SVG in the clear', fields: { ...good, image: 'data:image/svg+xml,%3Csvg/%3E' }, ...noPicture },
  { name: 'a data: URL without data', fields: { ...good, image: 'data:image/png;base64' }, code: 'invalid_image' },
  { name: 'broken base64', fields: { ...good, image: 'data:image/png;base64,****' }, code: 'invalid_image' },
  {
    name: 'eleven images',
    fields: { ...good, image: Array.from({ length: 11 }, () => 'https://example.com/a.png') },
    code: 'too_many_images',
    says: /10/,
  },
]

const IMAGE_ONLY: Case[] = [
  {
    name: 'a webhook on an image',
    fields: { ...good, webhookUrl: 'https://example.com/' },
    ...invalid,
    param: 'webhookUrl',
  },
]

const hook = { code: 'invalid_webhook_url', param: 'webhookUrl' }
const VIDEO_ONLY: Case[] = [
  {
    name: 'a model whose provider has no key',
    fields: { ...good, model: 'fal-kling-text-to-video' },
    code: 'model_not_found',
    says: /^The video model 'fal-kling-text-to-video' is not turned on\. To use models of fal, set FAL_KEY and restart the service\.$/,
  },
  { name: 'a webhook in words', fields: { ...good, webhookUrl: 'my server' }, ...hook },
  { name: 'an ftp webhook', fields: { ...good, webhookUrl: 'ftp://example.com/' }, ...hook },
  { name: 'a webhook with a password', fields: { ...good, webhookUrl: 'https://a:b@example.com/' }, ...hook },
  { name: 'a webhook to a private address', fields: { ...good, webhookUrl: 'http://10.0.0.1/' }, ...hook },
  { name: 'a webhook to the metadata service', fields: { ...good, webhookUrl: 'http://169.254.169.254/' }, ...hook },
  { name: 'an endless webhook', fields: { ...good, webhookUrl: `https://example.com/${'x'.repeat(2048)}` }, ...hook },
  {
    name: 'a bad callback_url',
    fields: { ...good, callback_url: 'nope' },
    code: 'invalid_webhook_url',
    param: 'callback_url',
  },
  {
    name: 'webhookUrl and callback_url that differ',
    fields: { ...good, webhookUrl: 'https://example.com/a', callback_url: 'https://example.com/b' },
    ...invalid,
  },
]

// What only JSON can say.
const JSON_ONLY: Case[] = [
  { name: 'a number as prompt', fields: { ...good, prompt: 7 }, ...invalid, param: 'prompt', says: /text/ },
  { name: 'an object as prompt', fields: { ...good, prompt: { text: 'x' } }, ...invalid, param: 'prompt' },
  { name: 'an array as prompt', fields: { ...good, prompt: ['x'] }, ...invalid, param: 'prompt' },
  { name: 'true as prompt', fields: { ...good, prompt: true }, ...invalid, param: 'prompt' },
  { name: 'null as prompt', fields: { ...good, prompt: null }, ...missing, param: 'prompt' },
  { name: 'a number as model', fields: { ...good, model: 7 }, ...invalid, param: 'model' },
  { name: 'half a surrogate pair', fields: { ...good, prompt: 'a\ud83d' }, ...invalid, param: 'prompt' },
  { name: 'a number as ratio', fields: { ...good, aspect_ratio: 1.7 }, ...invalid, param: 'aspect_ratio' },
  { name: 'a number as image', fields: { ...good, image: 5 }, ...invalid, param: 'image' },
  {
    name: 'a number among images',
    fields: { ...good, image: ['https://example.com/a.png', 5] },
    ...invalid,
    param: 'image',
  },
  {
    name: 'an object that is no image',
    fields: { ...good, image: { href: 'https://example.com/a.png' } },
    ...invalid,
    param: 'image',
  },
  { name: 'text as seed', fields: { ...good, seed: '7' }, ...invalid, param: 'seed' },
  { name: 'an array among the options', fields: { ...good, options: { steps: [3] } }, ...invalid, param: 'options' },
]

const FORM_ONLY: Case[] = [
  { name: 'text as a file', fields: { ...good, image: text }, ...noPicture },
  { name: 'SVG as a file', fields: { ...good, image: svg }, ...noPicture },
  { name: 'HTML as a file', fields: { ...good, image: page }, ...noPicture },
  { name: 'an empty file', fields: { ...good, image: Buffer.alloc(0) }, ...noPicture },
  { name: 'the prompt as a file', fields: { ...good, prompt: text }, ...invalid, param: 'prompt', says: /file/ },
  { name: 'an unknown file', fields: { ...good, layer: text }, ...invalid, param: 'layer', says: /image/ },
  { name: 'two prompts', fields: { ...good, prompt: ['a', 'b'] }, ...invalid, param: 'prompt', says: /twice/ },
  {
    name: 'an option twice',
    fields: { ...good, options: '{"steps":1,"steps":50}' },
    ...invalid,
    param: 'steps',
    says: /twice/,
  },
  {
    name: '__proto__ among the options',
    fields: { ...good, options: '{"steps":1,"__proto__":1}' },
    ...invalid,
    param: 'options',
    says: /^options contains the forbidden name '__proto__'/,
  },
  {
    name: 'a thousand options',
    fields: { ...good, options: `{"list":[${'1,'.repeat(1_000)}1]}` },
    ...invalid,
    param: 'options',
    says: /^options has more than 1000 values/,
  },
  { name: '__proto__ as a field', fields: { ...good, ['__proto__' as string]: 'x' }, ...invalid },
]

for (const kind of KINDS) {
  test(`${kind}: bad parameters get their code in both body forms, and nothing is stored`, async (t) => {
    const service = await openUntouched()
    const own = kind === 'image' ? IMAGE_ONLY : VIDEO_ONLY
    for (const each of [...EVERYWHERE, ...own, ...JSON_ONLY]) {
      await checkCase(t, each, 'JSON', () => service.call(ENDPOINTS[kind], { json: each.fields }))
    }
    for (const each of [...EVERYWHERE, ...own, ...FORM_ONLY]) {
      await checkCase(t, each, 'a form', () =>
        service.call(ENDPOINTS[kind], { method: 'POST', body: formOf(each.fields) }),
      )
    }
    await t.test('a cut picture is refused as a file and as a data: URL', async () => {
      const png = await pngOf(200, 200)
      const cut = png.subarray(0, png.length - 40)
      const asFile = await service.call(ENDPOINTS[kind], { method: 'POST', body: formOf({ ...good, image: cut }) })
      assert.equal((await refusal(asFile)).code, 'invalid_image')
      const asText = await service.call(ENDPOINTS[kind], { json: { ...good, image: dataUrl(cut) } })
      assert.equal((await refusal(asText)).code, 'invalid_image')
    })
    await t.test('a good picture is not kept when the one behind it is bad', async () => {
      const body = formOf({ ...good, image: [await pngOf(), text] })
      assert.equal((await refusal(await service.call(ENDPOINTS[kind], { method: 'POST', body }))).code, 'invalid_image')
      const json = { ...good, image: [dataUrl(await pngOf()), dataUrl(text)] }
      assert.equal((await refusal(await service.call(ENDPOINTS[kind], { json }))).code, 'invalid_image')
    })
    await assertNothingStored(service)
  })

  test(`${kind}: what is no JSON object is invalid_json`, async () => {
    const service = await openUntouched()
    const proto = '{"__proto__": {"prompt": "x"}, "prompt": "a", "model": "sandbox"}'
    const bodies = [
      '',
      ' ',
      '{',
      '[]',
      '"x"',
      '7',
      'null',
      "{'prompt':'x'}",
      '[{"prompt":"x"}]',
      proto,
      '{"prompt":"x"}}',
    ]
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json' }
      const { status, code } = await refusal(await service.call(ENDPOINTS[kind], { method: 'POST', headers, body }))
      assert.deepEqual([status, code], [400, 'invalid_json'], body)
    }
    await assertNothingStored(service)
  })

  test(`${kind}: wrong and odd content types are 415, parameters of the right ones are fine`, async () => {
    const service = await openUntouched()
    const body = JSON.stringify({ ...good, prompt: '' })
    const codeOf = async (type: string | undefined, more: Record<string, string> = {}): Promise<string> => {
      const headers: Record<string, string> = { ...more, ...(type === undefined ? {} : { 'content-type': type }) }
      const init = { method: 'POST', headers, body: new Blob([body]) }
      return (await refusal(await service.call(ENDPOINTS[kind], init))).code
    }
    for (const type of [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'application/json, text/plain',
      'application/json a',
      'application/json\ta',
      'application/json; charset=utf-16',
      'application/json; charset',
      'json',
      'multipart/mixed; boundary=x',
      'multipart/form-dataX; boundary=x',
    ]) {
      assert.equal(await codeOf(type), 'unsupported_media_type', String(type))
    }
    assert.equal(await codeOf('application/json', { 'content-encoding': 'gzip' }), 'unsupported_media_type')
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"']) {
      assert.equal(await codeOf(type), 'missing_parameter', type)
    }
    assert.equal(await codeOf('multipart/form-data'), 'invalid_multipart')
    assert.equal(await codeOf('multipart/form-data; boundary=""'), 'invalid_multipart')
    await assertNothingStored(service)
  })

  test(`${kind}: 3000 four-byte characters are allowed in both body forms`, async () => {
    const service = await openHere()
    const fields = { ...good, prompt: '😀'.repeat(3000) }
    assert.equal((await service.call(ENDPOINTS[kind], { json: fields })).status, 200)
    assert.equal((await service.call(ENDPOINTS[kind], { method: 'POST', body: formOf(fields) })).status, 200)
  })

  test(`${kind}: null, and in a form blank where it is optional, count as not given; in JSON blank is refused`, async () => {
    const service = await openHere()
    const open = { image: null, aspect_ratio: null, size: null, seed: null }
    assert.equal((await service.call(ENDPOINTS[kind], { json: { ...good, ...open } })).status, 200)
    const blank = { image: '', aspect_ratio: '', size: '', seed: '' }
    assert.equal(
      (await service.call(ENDPOINTS[kind], { method: 'POST', body: formOf({ ...good, ...blank }) })).status,
      200,
    )
    assert.equal((await service.call(ENDPOINTS[kind], { json: { ...good, image: [] } })).status, 200)
    for (const name of ['webhookUrl', 'callback_url', 'size', 'aspect_ratio']) {
      const refused = await refusal(await service.call(ENDPOINTS[kind], { json: { ...good, [name]: ' ' } }))
      assert.deepEqual([refused.code, refused.param], ['invalid_parameter', name])
      assert.match(refused.message, /is empty\. Give it a value, or leave it out\./)
    }
  })

  test(`${kind}: images that cannot be fetched or are too large are refused by their own codes`, async (t) => {
    const service = await openService(t, { env: { MEDIAGEN_MAX_IMAGE_MEGAPIXELS: '1' } })
    const large = await pngOf(1200, 1000)
    const form = formOf({ ...good, image: large })
    const asFile = await refusal(await service.call(ENDPOINTS[kind], { method: 'POST', body: form }))
    assert.deepEqual([asFile.status, asFile.code], [413, 'image_too_large'])
    const asText = await refusal(await service.call(ENDPOINTS[kind], { json: { ...good, image: dataUrl(large) } }))
    assert.deepEqual([asText.status, asText.code], [413, 'image_too_large'])
    await assertNothingStored(service)
  })

  test(`${kind}: an Idempotency-Key that is no visible text is refused before the body counts`, async () => {
    const service = await openUntouched()
    for (const key of ['a b', 'x'.repeat(256)]) {
      const headers = { 'idempotency-key': key }
      const refused = await refusal(await service.call(ENDPOINTS[kind], { json: good, headers }))
      assert.deepEqual([refused.code, refused.param], ['invalid_parameter', 'Idempotency-Key'])
    }
    await assertNothingStored(service)
  })
}

test('an image request whose reference cannot be fetched fails at once; a private address says no more than that', async () => {
  const service = await openUntouched()
  const messages = new Set<string>()
  for (const image of ['http://10.1.2.3/a.png', 'http://169.254.169.254/latest/meta-data', `http://[fd00::1]/`]) {
    const refused = await refusal(await service.call(ENDPOINTS.image, { json: { ...good, image } }))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'image_url_unreachable', 'image'])
    messages.add(refused.message)
  }
  assert.equal(messages.size, 1)
  await assertNothingStored(service)
})

async function checkCase(t: TestContext, each: Case, form: string, ask: () => Promise<Response>): Promise<void> {
  await t.test(`${each.name} in ${form} is ${each.code}`, async () => {
    const refused = await refusal(await ask())
    assert.deepEqual([refused.code, refused.status], [each.code, each.status ?? 400])
    if (each.param !== undefined) assert.equal(refused.param, each.param)
    if (each.says !== undefined) assert.match(refused.message, each.says)
    assert.ok(refused.message.length < 500, 'a message that repeats the request')
  })
}
