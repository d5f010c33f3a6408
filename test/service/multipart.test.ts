import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../support/properties.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG } from '../support/long.ts'
import { rawConnection } from '../support/raw-http.ts'
import { assertNothingStored, filesIn, formOf, heavyPng, pngOf, refusal } from '../support/uploads.ts'
import { openService, serviceOfFile, type TestService } from '../support/service.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'
const good = { prompt: 'a cat', model: 'sandbox' }
const MIB = 2 ** 20

const field = (name: string, value: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const prompt = field('prompt', 'a cat')
const model = field('model', 'sandbox')

function send(service: TestService, body: string | Buffer, boundary = 'B'): Promise<Response> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return service.call(VIDEOS, { method: 'POST', headers, body: new Blob([new Uint8Array(Buffer.from(body))]) })
}

test('broken forms are invalid_multipart at once, and nothing is stored', async () => {
  const service = await openUntouched()
  for (const [name, body] of [
    ['nothing', ''],
    ['no boundary at all', 'hello'],
    ['another boundary', prompt.replaceAll('--B', '--C')],
    ['no end', prompt + model],
    ['an end inside a header', `${prompt}--B\r\nContent-Dispos`],
    ['an end inside a value', `${prompt}--B\r\nContent-Disposition: form-data; name="model"\r\n\r\nsand`],
    [
      'an end inside a file',
      `${prompt}${model}--B\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n\x89PNG`,
    ],
    ['a part without any header', `${prompt}${model}--B\r\n\r\nhello\r\n--B--\r\n`],
    ['a part that is only text', `${prompt}${model}--B\r\nhello\r\n--B--\r\n`],
    ['a part without a disposition', `${prompt}${model}--B\r\nX-A: b\r\n\r\nhello\r\n--B--\r\n`],
    ['a part without a name', `${prompt}${model}--B\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--B--\r\n`],
    ['an attachment', `${prompt}${model}--B\r\nContent-Disposition: attachment; name="size"\r\n\r\n720p\r\n--B--\r\n`],
    [
      'base64 inside',
      `${prompt}${model}--B\r\nContent-Disposition: form-data; name="size"\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--B--\r\n`,
    ],
    [
      'a thousand headers',
      `${prompt}${model}--B\r\n${'X-A: b\r\n'.repeat(1000)}Content-Disposition: form-data; name="size"\r\n\r\n720p\r\n--B--\r\n`,
    ],
    ['a hundred parts', `${field('x', 'y').repeat(100)}--B--\r\n`],
    ['bare line feeds', `${prompt}${model}--B--\r\n`.replaceAll('\r\n', '\n')],
  ] as const) {
    const refused = await refusal(await send(service, body))
    assert.deepEqual([refused.status, refused.code], [400, 'invalid_multipart'], name)
  }
  await assertNothingStored(service)
})

test('odd but lawful forms are read: preamble, epilogue, quoted boundary, nameless file type', async () => {
  const service = await openHere()
  const whole = `${prompt}${model}--B--\r\n`
  assert.equal((await send(service, `preamble\r\n${whole}epilogue`)).status, 200)
  assert.equal((await send(service, whole.replaceAll('--B', "--a b:c'd"), `"a b:c'd"`)).status, 200)
  assert.equal((await send(service, whole.trimEnd())).status, 200)
  const head = '--B\r\nContent-Disposition: form-data; name="image"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(prompt + model + head), await pngOf(13), Buffer.from('\r\n--B--\r\n')])
  assert.equal((await send(service, body)).status, 200)
})

test('text that is not UTF-8 is refused, not guessed', async () => {
  const service = await openHere()
  const body = Buffer.concat([
    Buffer.from(model + field('prompt', '').slice(0, -2)),
    Buffer.from('ff0d0a', 'hex'),
    Buffer.from('--B--\r\n'),
  ])
  const refused = await refusal(await send(service, body))
  assert.deepEqual([refused.code, refused.param], ['invalid_parameter', 'prompt'])
})

test('a file input that was left empty counts as not given', async () => {
  const service = await openHere()
  const empty =
    '--B\r\nContent-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n'
  const answer = await send(service, `${prompt}${empty}${model}${empty}--B--\r\n`)
  assert.equal(answer.status, 200)
  const { id } = (await answer.json()) as { id: string }
  assert.deepEqual((await service.store.tasks.find(id))?.references, [])
})

test('an image past its limit is image_too_large, a body past its limit payload_too_large; nothing stays behind', async (t) => {
  const env = { MEDIAGEN_MAX_IMAGE_MIB: '1', MEDIAGEN_MAX_BODY_MIB: '2' }
  const service = await openService(t, { env })
  const ask = async (body: FormData | Blob, headers: Record<string, string> = {}) =>
    refusal(await service.call(IMAGES, { method: 'POST', body, headers }))
  const heavy = await heavyPng(1.2 * MIB)
  const alone = await ask(formOf({ ...good, image: heavy }))
  assert.deepEqual([alone.status, alone.code], [413, 'image_too_large'])
  const asText = await service.call(IMAGES, { json: { ...good, image: `data:;base64,${heavy.toString('base64')}` } })
  assert.equal((await refusal(asText)).code, 'image_too_large')
  const pictures = await Promise.all([1, 2, 3].map(() => heavyPng(0.8 * MIB)))
  const together = await ask(formOf({ ...good, image: pictures }))
  assert.deepEqual([together.status, together.code], [413, 'payload_too_large'])
  const json = new Blob([`{"prompt": "${'x'.repeat(3 * MIB)}"}`])
  assert.equal((await ask(json, { 'content-type': 'application/json' })).code, 'payload_too_large')
  await assertNothingStored(service)
})

test('a body without a declared length is counted too', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_BODY_MIB: '1' } })
  const chunk = new TextEncoder().encode(' '.repeat(64 * 1024))
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: endless, duplex: 'half' as const }
  assert.equal((await refusal(await service.call(IMAGES, init))).code, 'payload_too_large')
})

test('an upload that breaks off leaves nothing behind, wherever it breaks off', async (t) => {
  const service = await openService(t)
  const head = '--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const picture = await heavyPng(2 * MIB)
  const body = Buffer.concat([
    Buffer.from(prompt + model + head),
    picture,
    Buffer.from(`\r\n${head}`),
    picture,
    Buffer.from('\r\n--B--\r\n'),
  ])
  const before = hangUps(service)
  const cuts = [10, 150, 400, MIB, 2 * MIB + 200_000, 3 * MIB, body.length - 5]
  for (const [index, cut] of cuts.entries()) {
    const socket = await rawConnection(service.url)
    const lines = `POST ${VIDEOS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\n`
    socket.write(`${lines}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${body.length}\r\n\r\n`)
    // The service has taken in all of it but what fits into buffers when the connection goes.
    await new Promise<void>((resolve) => socket.write(body.subarray(0, cut), () => resolve()))
    socket.destroy()
    await eventually(() => (hangUps(service) > before + index ? true : undefined))
  }
  await spoolIsEmpty(service)
  await assertNothingStored(service)
})

test('ten uploads at once are all taken in whole', async () => {
  const service = await openHere()
  const picture = await heavyPng(MIB)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      service.call(VIDEOS, { method: 'POST', body: formOf({ ...good, image: [picture, picture] }) }),
    ),
  )
  for (const answer of answers) {
    assert.equal(answer.status, 200)
    const { id } = (await answer.json()) as { id: string }
    const files = (await service.store.files.ofTask(id)).filter(({ role }) => role === 'reference')
    assert.deepEqual(
      files.map(({ bytes }) => bytes),
      [picture.length, picture.length],
    )
  }
  await spoolIsEmpty(service)
})

test('whatever a form looks like, it gets an answer of ours', async () => {
  const service = await openHere()
  const png = (await pngOf(4)).toString('latin1')
  const pieces = [
    '--B',
    '--B--',
    '\r\n',
    '\r\n\r\n',
    '\n',
    'Content-Disposition: form-data; name="prompt"',
    'a cat',
    png,
  ]
  const more = [
    'Content-Disposition: form-data; name="image"; filename="x"',
    'Content-Type: image/png',
    ':',
    '"',
    '\u0000',
    '--',
    'B',
  ]
  const form = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(form, fc.boolean(), async (parts, isWhole) => {
      const text = isWhole ? `${prompt}${parts.join('')}\r\n${model}--B--\r\n` : parts.join('')
      const answer = await send(service, Buffer.from(text, 'latin1'))
      await answer.arrayBuffer()
      assert.ok(answer.status === 200 || answer.status === 400, `status ${answer.status}`)
    }),
    { numRuns: IS_LONG ? 200 : 80 },
  )
  await spoolIsEmpty(service)
})

function hangUps(service: TestService): number {
  return service.logLines.filter((line) => line.includes('"hungUp":true')).length
}

/** Tasks that are under way spool their results too; what they leave is nothing. */
async function spoolIsEmpty(service: TestService): Promise<void> {
  await eventually(async () => ((await filesIn(service, 'spool')).length === 0 ? true : undefined))
}
