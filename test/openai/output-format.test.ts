import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { openSpoken, receiptOf } from './client.ts'

const good = { model: 'diorama', prompt: 'a cat', size: '512x512' } as const

test('a picture is written in the form that was asked for, and stored in it', async (t) => {
  const { client, service } = await openSpoken(t)
  const sizes = new Map<string, number>()
  for (const [output_format, output_compression] of [
    ['png', undefined],
    ['jpeg', 90],
    ['jpeg', 10],
    ['webp', undefined],
  ] as const) {
    const asked = { ...good, output_format, ...(output_compression === undefined ? {} : { output_compression }) }
    const made = await client.images.generate(asked)
    const bytes = Buffer.from(made.data?.[0]?.b64_json ?? '', 'base64')
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual(
      [format, width, height, made.output_format, made.size],
      [output_format, 512, 512, output_format, '512x512'],
    )
    sizes.set(`${output_format} ${output_compression}`, bytes.length)
    const stored = await fetch(made.data?.[0]?.url ?? '')
    assert.equal(stored.headers.get('content-type'), `image/${output_format}`)
  }
  assert.ok((sizes.get('jpeg 10') ?? 0) < (sizes.get('jpeg 90') ?? 0))
  const lines = service.logLines.filter((line) => line.includes('could not be converted'))
  assert.deepEqual(lines, [])
})

test('events carry the form that was asked for, and so does what is stored behind an address', async (t) => {
  const { client, service } = await openSpoken(t)
  for await (const event of await client.images.generate({ ...good, output_format: 'webp', stream: true })) {
    assert.equal(event.output_format, 'webp')
    assert.equal((await sharp(Buffer.from(event.b64_json ?? '', 'base64')).metadata()).format, 'webp')
  }
  const { data, response } = await client.images
    .generate({ ...good, output_format: 'webp', response_format: 'url' })
    .withResponse()
  assert.equal(data.output_format, 'webp')
  const stored = Buffer.from(await (await fetch(data.data?.[0]?.url ?? '')).arrayBuffer())
  assert.equal((await sharp(stored).metadata()).format, 'webp')
  const { warnings } = await receiptOf(service, response.headers.get('x-task-id') ?? '')
  assert.ok(!warnings.some((text) => text.startsWith('output_format: ')))
  const alone = await client.images.generate({ ...good, output_compression: 50 }).withResponse()
  const told = (await receiptOf(service, alone.response.headers.get('x-task-id') ?? '')).warnings
  assert.ok(
    told.some((text) => text.startsWith('output_compression: ')),
    told.join(),
  )
})
