import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { atEnd } from '../support/at-end.ts'
import { call, ERAS, openPatient, openSpoken } from './client.ts'

const MOST_PREVIEW_BYTES = 150_000
const LONGEST_PREVIEW_SIDE = 768

test('clients are told how long a list of tools stays good, and that it is theirs alone', async (t) => {
  const { service } = await openSpoken(t)
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  }
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/list',
  }
  const json = { jsonrpc: '2.0', id: 'one', method: 'tools/list', params: { _meta } }
  const answer = await service.call('/mcp', { json, headers })
  const { result } = (await answer.json()) as { result: Record<string, unknown> }
  assert.deepEqual([result['ttlMs'], result['cacheScope'], result['resultType']], [60_000, 'private', 'complete'])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

for (const era of ERAS) {
  test(`${era}: a client lists the tools, in the same order each time, with the models of its key`, async (t) => {
    const { client } = await openSpoken(t, {}, era)
    assert.equal(client.getProtocolEra(), era)
    const { tools } = await client.listTools()
    const names = ['list_models', 'generate_image', 'generate_video', 'get_task', 'list_tasks', 'cancel_task']
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    )
    assert.deepEqual((await client.listTools()).tools, tools)
    const image = tools.find(({ name }) => name === 'generate_image')?.inputSchema
    assert.deepEqual((image?.properties?.['model'] as { enum?: string[] } | undefined)?.enum, ['diorama', 'sandbox'])
    assert.deepEqual(image?.required, ['prompt', 'model'])
  })

  test(`${era}: an image comes with a preview that decodes, the address of the original, and its receipt`, async (t) => {
    const { client } = await openPatient(t, era)
    const warnings: string[] = []
    const warned = ({ name }: Error): number => warnings.push(name)
    process.on('warning', warned)
    atEnd(t, () => process.off('warning', warned))
    const made = await call(client, 'generate_image', { prompt: 'a red fox in the snow', model: 'diorama' })
    assert.ok(!warnings.includes('MaxListenersExceededWarning'), 'no more listen than is known')
    assert.equal(made.isError, false, made.text)
    assert.equal(made.receipt.status, 'success')
    const [picture] = made.pictures
    const bytes = Buffer.from(picture?.data ?? '', 'base64')
    assert.ok(bytes.length <= MOST_PREVIEW_BYTES, `${bytes.length} bytes`)
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([format, Math.max(width, height)], ['webp', LONGEST_PREVIEW_SIDE])
    const [link] = made.links
    const original = Buffer.from(await (await fetch(link?.uri ?? '')).arrayBuffer())
    const sha256 = createHash('sha256').update(original).digest('hex')
    assert.deepEqual([link?.size, link?.mimeType], [original.length, 'image/png'])
    assert.ok(link?.description?.includes(sha256))
    assert.deepEqual([made.receipt.files[0]?.sha256, link?.name], [sha256, `${made.receipt.files[0]?.file_id}.png`])
    const unsigned = { present: false, valid: null, signer: null, source: null }
    assert.deepEqual(
      made.receipt.files.map(({ credentials }) => credentials),
      [unsigned],
    )
    assert.ok(made.text.includes(link?.uri ?? 'no address'))
  })
}
