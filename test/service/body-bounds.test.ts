import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService } from '../support/service.ts'

const VIDEOS = '/api/ai/videos'
const good = { prompt: 'a cat', model: 'sandbox' }
const MIB = 2 ** 20
const headers = { 'content-type': 'application/json' }

test('an image of percent signs is cut off at its limit, in JSON and as a field of a form', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_IMAGE_MIB: '1' } })
  const image = `data:,${'%41'.repeat(4 * MIB)}`
  for (const init of [{ json: { ...good, image } }, { method: 'POST', body: formOf({ ...good, image }) }]) {
    const refused = await refusal(await service.call(VIDEOS, init))
    assert.deepEqual([refused.status, refused.code, refused.param], [413, 'image_too_large', 'image'])
  }
  await assertNothingStored(service)
})

test('a picture in a JSON body goes to disk byte for byte, however it is written', async (t) => {
  const service = await openService(t)
  const png = await pngOf(120, 90)
  const base64 = png.toString('base64')
  const percent = png.toString('hex').replaceAll(/../g, '%$&')
  for (const text of [base64, base64.replaceAll('/', '\\/'), base64.replaceAll(/./g, '$&\\n'), percent]) {
    const url = `data:image/png${text === percent ? '' : ';base64'},${text}`
    const body = `{"image": ["${url}", "https://example.com/b.png"], "prompt": "a cat", "model": "sandbox"}`
    const answer = await service.call(VIDEOS, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, await answer.clone().text())
    const { id } = (await answer.json()) as { id: string }
    const [file] = (await service.store.files.ofTask(id)).filter(({ role }) => role === 'reference')
    assert.equal(file?.bytes, png.length)
    assert.deepEqual(
      (await service.store.tasks.find(id))?.references.map(({ from }) => from),
      ['file', 'url'],
    )
  }
})

test('an empty image in JSON is refused, not dropped', async (t) => {
  const service = await openService(t)
  for (const image of ['', '  ', ['']]) {
    const refused = await refusal(await service.call(VIDEOS, { json: { ...good, image } }))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', 'image'])
  }
  await assertNothingStored(service)
})

test('a name that is given twice in JSON is refused as it is in a form', async (t) => {
  const service = await openService(t)
  const body = '{"prompt": "a", "model": "sandbox", "pr\\u006fmpt": "b"}'
  const refused = await refusal(await service.call(VIDEOS, { method: 'POST', headers, body }))
  assert.deepEqual([refused.code, refused.param], ['invalid_parameter', 'prompt'])
  assert.match(refused.message, /twice/)
})

test('a body past the limit by a little is read to its end, so that its sender sees the 413', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_BODY_MIB: '4' } })
  for (const path of [VIDEOS, '/api/ai/webhooks/test']) {
    const body = new Blob([`{"prompt": "${'x'.repeat(7 * MIB)}"}`])
    const refused = await refusal(await service.call(path, { method: 'POST', headers, body }))
    assert.deepEqual([refused.status, refused.code], [413, 'payload_too_large'], path)
  }
  assert.equal((await service.call('/healthz')).status, 200)
})

test('a form with more text than any request has is refused', async (t) => {
  const service = await openService(t)
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x'.repeat(30_000)]))
  const refused = await refusal(await service.call(VIDEOS, { method: 'POST', body: formOf(many) }))
  assert.deepEqual([refused.status, refused.code], [413, 'payload_too_large'])
})

test('an odd name is repeated without half of its last character', async (t) => {
  const service = await openService(t)
  const name = `${'x'.repeat(79)}😀`
  for (const init of [{ json: { ...good, [name]: 1 } }, { method: 'POST', body: formOf({ ...good, [name]: '1' }) }]) {
    const refused = await refusal(await service.call(VIDEOS, init))
    assert.equal(refused.param, 'x'.repeat(79))
  }
})
