import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manyPartsOf } from './many-parts.ts'
import { assertNothingStored, formOf, heavyPng, pngOf } from '../support/uploads.ts'
import { openService, serviceOfFile, type TestService } from '../support/service.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const good = { model: 'sandbox', prompt: 'a cat' }
const MIB = 2 ** 20

async function refused(answer: Response): Promise<[number, string]> {
  const { error } = (await answer.json()) as { error: Record<string, string> }
  for (const name of ['message', 'type', 'param', 'code']) assert.ok(name in error, `${name} is missing`)
  assert.ok(['true', 'false'].includes(answer.headers.get('x-should-retry') ?? ''))
  return [answer.status, error['code'] ?? '']
}

function post(
  service: TestService,
  path: string,
  body: string | FormData,
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.call(path, { method: 'POST', body, headers })
}

test('forms that are bombs are refused, and nothing of them stays', async () => {
  const service = await openUntouched()
  for (const path of ['/v1/images/edits', '/v1/videos']) {
    const many = manyPartsOf(10_000)
    assert.deepEqual(await refused(await post(service, path, many.body, many.headers)), [400, 'invalid_multipart'])
    const cut = manyPartsOf(3, { isCut: true })
    assert.deepEqual(await refused(await post(service, path, cut.body, cut.headers)), [400, 'invalid_multipart'])
    const long = await post(service, path, formOf({ ...good, prompt: 'x'.repeat(300_000) }))
    assert.deepEqual(await refused(long), [400, 'prompt_too_long'])
    const named = await post(service, path, formOf({ ...good, ['x'.repeat(5_000)]: 'y' }))
    assert.deepEqual((await refused(named))[0], 400)
  }
  await assertNothingStored(service)
})

test('a picture of 60 MB, and a mask of 70, are refused before they are kept', async () => {
  const service = await openUntouched()
  const large = await post(service, '/v1/images/edits', formOf({ ...good, image: await heavyPng(60 * MIB) }))
  assert.deepEqual(await refused(large), [413, 'image_too_large'])
  const mask = Buffer.alloc(70 * MIB)
  const body = await post(service, '/v1/images/edits', formOf({ ...good, image: await pngOf(), mask }))
  assert.deepEqual(await refused(body), [413, 'payload_too_large'])
  await assertNothingStored(service)
})

test('a head that is refused leaves nothing of the pictures behind it, nor does a store that cannot tell', async (t) => {
  let isDown = false
  const service = await openService(t, {
    replacements: {
      wrapStore: (store) => ({
        ...store,
        repeats: {
          ...store.repeats,
          listOpen: async (asked) => {
            if (isDown) throw new Error('the disk is gone')
            return store.repeats.listOpen(asked)
          },
        },
      }),
    },
  })
  const form = { ...good, image: await pngOf() }
  const named = await post(service, '/v1/images/edits', formOf(form), { 'idempotency-key': 'two words' })
  assert.deepEqual(await refused(named), [400, 'invalid_parameter'])
  const twoUsers = await post(service, '/v1/images/edits', formOf({ ...form, user: 'ann' }), {
    'x-mediagen-user': 'bob',
  })
  assert.deepEqual(await refused(twoUsers), [400, 'invalid_parameter'])
  isDown = true
  const repeated = await post(service, '/v1/images/edits', formOf(form), { 'x-stainless-retry-count': '1' })
  assert.deepEqual(await refused(repeated), [500, 'internal_error'])
  const several = await post(service, '/v1/images/edits', formOf({ ...form, n: 3, stream: 'true' }))
  assert.deepEqual(await refused(several), [400, 'invalid_parameter'])
  await assertNothingStored(service)
})

test('what is no picture, too many pictures and odd values are refused in words', async () => {
  const service = await openUntouched()
  const picture = await pngOf()
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  const forms: [string, Record<string, unknown>, string][] = [
    ['/v1/images/edits', { ...good, image: Buffer.from('no picture') }, 'invalid_image'],
    ['/v1/images/edits', { ...good, image: Array.from({ length: 11 }, () => picture) }, 'too_many_images'],
    ['/v1/images/edits', good, 'missing_parameter'],
    ['/v1/images/edits', { ...good, image: picture, n: 'many' }, 'invalid_parameter'],
    ['/v1/images/edits', { ...good, image: picture, prompt: picture }, 'invalid_parameter'],
    ['/v1/images/edits', { ...good, image: picture, options: deep }, 'invalid_parameter'],
    ['/v1/images/generations', { ...good, image: picture }, 'invalid_parameter'],
    ['/v1/videos', { ...good, input_reference: Buffer.from('<svg/>') }, 'invalid_image'],
    ['/v1/videos', { ...good, 'input_reference[file_id]': 'file-1' }, 'invalid_parameter'],
    ['/v1/videos', { ...good, 'input_reference[image_url]': 'file:///etc/passwd' }, 'invalid_parameter'],
  ]
  for (const [path, fields, code] of forms) {
    assert.equal((await refused(await post(service, path, formOf(fields))))[1], code, `${path} ${code}`)
  }
  await assertNothingStored(service)
})

test('bodies of other forms, broken JSON and odd objects are refused in words', async () => {
  const service = await openUntouched()
  const json = { 'content-type': 'application/json' }
  const bodies: [string, string, Record<string, string>, number][] = [
    ['/v1/images/generations', '{"prompt"', json, 400],
    ['/v1/images/generations', '[]', json, 400],
    ['/v1/images/generations', JSON.stringify({ ...good, prompt: { a: 1 } }), json, 400],
    ['/v1/images/generations', JSON.stringify({ ...good, user: ['a'] }), json, 400],
    ['/v1/images/generations', '{"__proto__": 1, "model": "sandbox", "prompt": "a"}', json, 400],
    ['/v1/images/generations', 'prompt=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['/v1/images/edits', JSON.stringify({ ...good, image: [[1]] }), json, 400],
    ['/v1/images/edits', JSON.stringify({ ...good, images: [{ image_url: { url: { url: 'x' } } }] }), json, 400],
    ['/v1/videos', JSON.stringify({ ...good, input_reference: { image_url: 5 } }), json, 400],
    ['/v1/videos', JSON.stringify({ ...good, characters: [{ id: 'a' }] }), json, 400],
    ['/v1/videos/1/remix', '{"prompt":', json, 404],
  ]
  for (const [path, body, headers, status] of bodies) {
    assert.equal((await refused(await post(service, path, body, headers)))[0], status, `${path} ${body}`)
  }
  await assertNothingStored(service)
})

test('a warning that repeats odd characters of a caller never breaks the answer', async () => {
  const service = await openHere()
  const answer = await service.call('/v1/images/generations', {
    json: { ...good, prompt: 'a [[délai\r\n été]]', style: '☃' },
  })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('x-mediagen-warnings') ?? '', /^[\x20-\x7e]+$/)
})
