import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLIP } from '../engines/support/contract.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { filesIn, formOf, heavyPng, pngOf, refusal } from '../support/uploads.ts'

const UPLOADS = '/api/ai/uploads'
const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'
const good = { model: 'sandbox', prompt: 'a cat' }
const asUrl = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

type Shown = {
  id: string
  status: string
  url: string
  media_type: string | null
  bytes: number | null
  width: number | null
  height: number | null
  seconds: number | null
  expires_at: number
}
type Signed = Shown & { upload_url: string; max_bytes: number; upload_expires_at: number }
type Receipt = { status: string; files: { role: string; reference_role: string | null; bytes: number }[] }

const raw = (bytes: Uint8Array, type = 'image/png', headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new Uint8Array(bytes),
  headers: { 'content-type': type, ...headers },
})

async function uploaded(service: TestService, init: Parameters<TestService['call']>[1]): Promise<Shown> {
  const answer = await service.call(UPLOADS, init)
  assert.equal(answer.status, 201, await answer.clone().text())
  return (await answer.json()) as Shown
}

async function referencesOf(service: TestService, answer: Response): Promise<Receipt['files']> {
  assert.equal(answer.status, 200, await answer.clone().text())
  const id = answer.headers.get('x-task-id') ?? ((await answer.json()) as { id: string }).id
  await service.call(`${VIDEOS}/${id}`, { headers: { prefer: 'wait=60' } })
  const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
  assert.equal(receipt.status, 'success', JSON.stringify(receipt))
  return receipt.files.filter(({ role }) => role === 'reference')
}

test('a file is uploaded as the body, in a form, or by its address, and described by its bytes; the owner reads, lists and deletes it', async (t) => {
  const service = await openService(t)
  const picture = await pngOf(12, 9)
  const clip = Buffer.from(CLIP)
  const facts = { media_type: 'image/png', bytes: picture.length, width: 12, height: 9, status: 'ready', seconds: null }
  const ways: [string, Parameters<TestService['call']>[1], object][] = [
    ['the body', raw(picture), facts],
    ['a body whose type is not believed', raw(picture, 'video/mp4'), facts],
    ['a form', { method: 'POST', body: formOf({ file: picture }) }, facts],
    ['inline', { json: { url: asUrl(picture) } }, facts],
    ['a clip', raw(clip, 'application/octet-stream'), { media_type: 'video/mp4', seconds: 1, status: 'ready' }],
  ]
  const ids: string[] = []
  for (const [way, init, expected] of ways) {
    const shown = await uploaded(service, init)
    assert.match(shown.id, /^upload_[0-9A-Za-z]{22}$/, way)
    for (const [name, value] of Object.entries(expected))
      assert.equal(shown[name as keyof Shown], value, `${way}: ${name}`)
    assert.deepEqual(await (await service.call(`${UPLOADS}/${shown.id}`)).json(), shown, way)
    ids.push(shown.id)
  }
  const first = (await (await service.call(`${UPLOADS}?limit=2`)).json()) as { data: Shown[]; next_cursor: string }
  const rest = (await (await service.call(`${UPLOADS}?cursor=${first.next_cursor}`)).json()) as { data: Shown[] }
  assert.deepEqual(new Set([...first.data, ...rest.data].map(({ id }) => id)), new Set(ids))
  const [id = ''] = ids
  const bytes = await service.call(`${UPLOADS}/${id}/content`, { headers: { accept: 'image/png' } })
  assert.deepEqual([bytes.status, bytes.headers.get('content-type')], [200, 'image/png'])
  // The id of a stored file is the secret of its address.
  assert.equal(bytes.headers.get('content-disposition'), `inline; filename="${id}.png"`)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), picture)
  assert.equal((await service.call(`${UPLOADS}/${id}/content`, { key: null })).status, 401)
  for (const each of ids) assert.equal((await service.call(`${UPLOADS}/${each}`, { method: 'DELETE' })).status, 200)
  assert.equal((await service.call(`${UPLOADS}/${id}`)).status, 404)
  assert.deepEqual([await filesIn(service, 'files'), await filesIn(service, 'spool')], [[], []])
})

test('an upload stands for a picture or a clip in requests, by its id or its address, and the task keeps a copy of its own', async (t) => {
  const clock = manualClock(Date.UTC(2030, 0, 1))
  const service = await openService(t, {
    env: { MEDIAGEN_FFMPEG: 'off', MEDIAGEN_AUTOMATIC1111: 'on' },
    replacements: { clock },
  })
  const picture = await uploaded(service, raw(await pngOf(16, 16)))
  const clip = await uploaded(service, raw(Buffer.from(CLIP), 'video/mp4'))
  const { id, url } = picture
  const mask = { ...good, image: id, mask: id }
  const ways: [string, string, Parameters<TestService['call']>[1], (string | null)[]][] = [
    ['an id', IMAGES, { json: { ...good, image: id } }, [null]],
    ['an address', IMAGES, { json: { ...good, image: [url] } }, [null]],
    ['an id in a form', IMAGES, { method: 'POST', body: formOf({ ...good, image: id }) }, [null]],
    ['a mask', IMAGES, { json: mask }, ['reference', 'mask']],
    [
      'frames',
      VIDEOS,
      {
        json: {
          ...good,
          image: [
            { url: id, role: 'first_frame' },
            { url, role: 'last_frame' },
          ],
        },
      },
      ['first_frame', 'last_frame'],
    ],
    ['a clip', VIDEOS, { json: { ...good, video: clip.id } }, ['video']],
    ['a clip by its address', VIDEOS, { json: { ...good, video: clip.url } }, ['video']],
    ['OpenAI', '/v1/videos', { json: { ...good, input_reference: id } }, [null]],
  ]
  for (const [way, path, init, roles] of ways) {
    const used = await service.call(path, init)
    const files = await referencesOf(service, used)
    assert.equal(files.length, roles.length, way)
    for (const [index, role] of roles.entries())
      if (role !== null) assert.equal(files[index]?.reference_role, role, way)
  }
  const sdapi = await service.call('/sdapi/v1/img2img', {
    json: { prompt: 'a cat', init_images: [id], override_settings: { sd_model_checkpoint: 'sandbox' } },
  })
  assert.equal(sdapi.status, 200, await sdapi.text())
})

test('an upload belongs to its key: to others its id is as unknown as any, and so is one that has expired', async (t) => {
  const clock = manualClock(Date.UTC(2030, 0, 1))
  const service = await openService(t, { env: { MEDIAGEN_UPLOAD_HOURS: '1' }, replacements: { clock } })
  const { id, url, expires_at } = await uploaded(service, raw(await pngOf()))
  assert.equal(expires_at, clock.now() / 1000 + 3600)
  const stranger = await service.newKey({ scopes: ['images:write', 'videos:write'] })
  const unknown = `upload_${'0'.repeat(22)}`
  const asked = async (name: string, key = service.key): Promise<unknown[]> => {
    const paths = [`${UPLOADS}/${name}`, `${UPLOADS}/${name}/content`]
    const got = await Promise.all(paths.map(async (path) => refusal(await service.call(path, { key }))))
    got.push(await refusal(await service.call(`${UPLOADS}/${name}`, { key, method: 'DELETE' })))
    got.push(await refusal(await service.call(IMAGES, { key, json: { ...good, image: name } })))
    got.push(await refusal(await service.call(VIDEOS, { key, json: { ...good, video: name } })))
    return got
  }
  const nothing = await asked(unknown)
  assert.deepEqual(
    nothing.map((each) => (each as { status: number }).status),
    [404, 404, 404, 400, 400],
  )
  assert.deepEqual(await asked(id, stranger), nothing)
  const byAddress = await refusal(await service.call(IMAGES, { key: stranger, json: { ...good, image: url } }))
  assert.deepEqual(byAddress, nothing[3])
  const reader = await service.newKey({ scopes: ['tasks:read'] })
  assert.equal((await refusal(await service.call(UPLOADS, { key: reader }))).code, 'insufficient_scope')

  // Accepted while the upload was there, and run when it is not.
  const hanging = await service.call(VIDEOS, { json: { ...good, image: id } })
  clock.jump(3_600_000)
  assert.deepEqual(await asked(id), nothing)
  assert.equal((await referencesOf(service, hanging)).length, 1)
})

test('the uploads of a key have so much room together; a key that is used again names the first upload', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_UPLOADS_MIB: '1' } })
  const [large, small] = [await heavyPng(700_000), await pngOf()]
  const named = raw(large, 'image/png', { 'idempotency-key': 'one' })
  const first = await uploaded(service, named)
  assert.equal((await uploaded(service, named)).id, first.id)
  const other = await service.call(UPLOADS, raw(small, 'image/png', { 'idempotency-key': 'one' }))
  assert.equal((await refusal(other)).code, 'idempotency_conflict')
  const refused = await refusal(await service.call(UPLOADS, raw(large)))
  assert.deepEqual([refused.status, refused.code], [413, 'payload_too_large'])
  assert.match(refused.message, /Your uploads take 1 of 1 MiB, and this one does not fit/)
  const limits = (await (await service.call('/api/ai/limits')).json()) as { uploads: unknown }
  assert.deepEqual(limits.uploads, { limit: 2 ** 20, used: large.length })
  // Two at once do not both take the room that is left.
  await service.call(`${UPLOADS}/${first.id}`, { method: 'DELETE' })
  const both = await Promise.all([large, large].map((bytes) => service.call(UPLOADS, raw(bytes))))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 413])
  const signed = await refusal(await service.call(`${UPLOADS}/sign`, { json: { max_bytes: 600_000 } }))
  assert.equal(signed.code, 'payload_too_large')
  assert.equal((await filesIn(service, 'files')).length, 1)
  assert.deepEqual(await filesIn(service, 'spool'), [])
})

test('what is no picture or clip is refused with what to do, and nothing of it stays', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_IMAGE_MIB: '1', MEDIAGEN_MAX_VIDEO_MIB: '2' } })
  const picture = await pngOf()
  for (const [what, init, code] of [
    ['text', raw(Buffer.from('a cat')), 'invalid_image'],
    ['a large picture', raw(await heavyPng(1_500_000)), 'image_too_large'],
    ['more than any', raw(Buffer.alloc(3 * 2 ** 20)), 'payload_too_large'],
    ['a damaged clip', raw(Buffer.from(CLIP).subarray(0, 400), 'video/mp4'), 'invalid_image'],
    ['an unknown type', raw(picture, 'text/plain'), 'unsupported_media_type'],
    ['no file', { json: {} }, 'missing_parameter'],
    ['two files', { method: 'POST', body: formOf({ file: [picture, picture] }) }, 'too_many_images'],
    ['another field', { method: 'POST', body: formOf({ file: picture, name: 'cat' }) }, 'invalid_parameter'],
    ['an upload', { json: { url: `upload_${'0'.repeat(22)}` } }, 'invalid_parameter'],
    ['an address of the machine itself', { json: { url: 'http://10.0.0.1/cat.png' } }, 'image_url_unreachable'],
  ] as const) {
    const refused = await refusal(await service.call(UPLOADS, init))
    assert.equal(refused.code, code, `${what}: ${refused.message}`)
  }
  assert.deepEqual([await filesIn(service, 'files'), await filesIn(service, 'spool')], [[], []])
})

test('a browser uploads once to a signed address, from any page and without a key; the server that asked then uses it', async (t) => {
  const clock = manualClock(Date.UTC(2030, 0, 1))
  const service = await openService(t, { replacements: { clock } })
  const sign = async (json: object, key = service.key): Promise<Signed> => {
    const answer = await service.call(`${UPLOADS}/sign`, { json, key })
    assert.equal(answer.status, 201, await answer.clone().text())
    return (await answer.json()) as Signed
  }
  const send = (address: string, body: Uint8Array<ArrayBuffer>, type = 'image/png'): Promise<Response> =>
    fetch(address, { method: 'PUT', body, headers: { 'content-type': type, origin: 'https://app.example.com' } })
  const picture = new Uint8Array(await pngOf(12, 9))
  const { id, upload_url, status } = await sign({ media_type: 'image/*', max_bytes: 5000, expires_in: 600 })
  assert.equal(status, 'waiting')
  const early = await refusal(await service.call(IMAGES, { json: { ...good, image: id } }))
  assert.match(early.message, /has not arrived yet/)
  const preflight = await fetch(upload_url, { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } })
  assert.deepEqual(
    [
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-methods'),
    ],
    [204, '*', 'PUT, POST'],
  )
  // What fails can be sent again; what was kept cannot be replaced.
  assert.equal(
    (await refusal(await send(upload_url, new Uint8Array(CLIP), 'video/mp4'))).code,
    'unsupported_media_type',
  )
  assert.equal((await refusal(await send(upload_url, new Uint8Array(await heavyPng(9000))))).code, 'payload_too_large')
  assert.equal((await refusal(await send(`${upload_url}0`, picture))).code, 'file_not_found')
  const sent = await Promise.all([send(upload_url, picture), send(upload_url, picture)])
  assert.deepEqual(sent.map(({ status: each }) => each).sort(), [201, 404])
  assert.ok(sent.every(({ headers }) => headers.get('access-control-allow-origin') === '*'))
  const used = await refusal(await send(upload_url, picture))
  assert.match(used.message, /it was used, has expired, or never existed/)
  const shown = (await (await service.call(`${UPLOADS}/${id}`)).json()) as Shown
  assert.deepEqual([shown.status, shown.width, shown.bytes], ['ready', 12, picture.length])
  assert.equal((await referencesOf(service, await service.call(IMAGES, { json: { ...good, image: id } }))).length, 1)

  const form = new FormData()
  form.append('file', new Blob([picture]), 'cat.png')
  const posted = await fetch((await sign({})).upload_url, { method: 'POST', body: form })
  assert.equal(posted.status, 201)
  const late = await sign({ expires_in: 60 })
  clock.jump(60_000)
  assert.deepEqual((await refusal(await send(late.upload_url, picture))).message, used.message)
  const key = await service.newKey()
  const orphaned = await sign({}, key)
  const keys = await service.store.keys.list()
  await service.store.keys.revoke(keys.find(({ name }) => name === 'another')?.id ?? '', clock.now())
  assert.deepEqual((await refusal(await send(orphaned.upload_url, picture))).message, used.message)
  assert.ok(!service.logLines.some((line) => line.includes(upload_url.split('/').at(-1) ?? '')))
})
