import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ConfigError } from '../../src/config.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { openService, type TestService } from '../support/service.ts'
import { assertNothingStored, filesIn, formOf, pngOf, refusal } from '../support/uploads.ts'
import { call, connect } from '../mcp/client.ts'

const bad = { prompt: 'a GUN\u200b on a table', model: 'sandbox' }

async function listOf(t: TestContext, text: string | Buffer): Promise<Record<string, string>> {
  const path = join(await temporaryFolder(t), 'words.txt')
  await writeFile(path, text)
  return { MEDIAGEN_MODERATION_WORDS: path, MEDIAGEN_AUTOMATIC1111: 'on' }
}

async function openListed(t: TestContext): Promise<{ service: TestService; starts: () => number }> {
  const { starts, wrapEngine } = countingStarts()
  const env = await listOf(t, '# what nobody may ask for\ndirty bomb\ngun\n')
  return { service: await openService(t, { env, replacements: { wrapEngine } }), starts }
}

test('a prompt with a word of the list is refused at once at every door: nothing is stored, nothing started', async (t) => {
  const { service, starts } = await openListed(t)
  for (const [path, init] of [
    ['/api/ai/images/generations', { json: { ...bad, n: 3 } }],
    ['/api/ai/images/generations', { method: 'POST', body: formOf({ ...bad, image: await pngOf() }) }],
    ['/api/ai/estimate', { json: { ...bad, kind: 'image' } }],
    ['/api/ai/videos', { json: { ...bad, webhookUrl: 'https://example.com/hook' } }],
  ] as const) {
    const refused = await refusal(await service.call(path, init))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'content_policy_violation', 'prompt'], path)
    assert.doesNotMatch(refused.message, /gun|bomb|line/i)
  }
  for (const path of ['/v1/images/generations', '/v1/videos', '/sdapi/v1/txt2img']) {
    const answer = await service.call(path, { json: bad })
    assert.equal(answer.status, 400, path)
    assert.match(await answer.text(), /rules of this service/)
  }
  const client = await connect(t, service.url, service.key)
  assert.match((await call(client, 'generate_image', bad)).text, /content_policy_violation/)
  await assertNothingStored(service)
  assert.equal(starts(), 0)
  const usage = (await (await service.call('/api/ai/usage')).json()) as { data: unknown[] }
  assert.deepEqual(usage.data, [])
})

test('the log names the line of the list that was met, and never the prompt', async (t) => {
  const { service } = await openListed(t)
  await service.call('/api/ai/videos', { json: bad })
  const line = service.logLines.find((each) => each.includes('refused by the word list')) ?? ''
  assert.equal((JSON.parse(line) as { line: number }).line, 3)
  assert.equal(service.logLines.join('\n').includes('on a table'), false)
})

test('what only looks like a word of the list passes', async (t) => {
  const { service } = await openListed(t)
  const answer = await service.call('/api/ai/images/generations', { json: { ...bad, prompt: 'a shogun, begun' } })
  assert.equal(answer.status, 200)
  assert.equal((await filesIn(service, 'files')).length, 1)
})

test('a repeat of a request that was accepted before the list came gets its task', async (t) => {
  const dataDir = await temporaryFolder(t)
  const before = await openService(t, { dataDir })
  const repeat = { json: bad, headers: { 'idempotency-key': 'once', authorization: `Bearer ${before.key}` } }
  const first = (await (await before.call('/api/ai/videos', repeat)).json()) as { id: string }
  await before.stop()
  const service = await openService(t, { dataDir, env: await listOf(t, 'gun') })
  assert.deepEqual(((await (await service.call('/api/ai/videos', repeat)).json()) as { id: string }).id, first.id)
})

test('a list that is not there, is no text or holds no word stops the start, and says why', async (t) => {
  const wrong = async (env: Record<string, string>): Promise<string> => {
    const error: unknown = await openService(t, { env }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  assert.match(await wrong({ MEDIAGEN_MODERATION_WORDS: '/nowhere/words.txt' }), /MEDIAGEN_MODERATION_WORDS.*ENOENT/)
  assert.match(await wrong(await listOf(t, Buffer.from([0xff, 0xfe, 0x41]))), /MEDIAGEN_MODERATION_WORDS.*UTF-8/)
  assert.match(await wrong(await listOf(t, '# nothing\n\n')), /MEDIAGEN_MODERATION_WORDS.*contains no words/)
})
