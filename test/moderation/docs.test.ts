import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readWordList } from '../../src/core/text/word-list.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { openService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { SECRET } from './hook.ts'
import { good, IMAGES } from './judged.ts'

const PAGE = fileURLToPath(new URL('../../docs/moderation.md', import.meta.url))

async function examples(language: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8')
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
}

/** Runs a hook as it is printed, on a free port. */
async function runHook(t: TestContext, code: string): Promise<Record<string, string>> {
  const program = join(await temporaryFolder(t), 'hook.mjs')
  const printable = code
    .replace(`'standardwebhooks'`, `'${import.meta.resolve('standardwebhooks')}'`)
    .replace('.listen(9000)', '.listen(0, function () { console.log(this.address().port) })')
  await writeFile(program, printable)
  const env = { MEDIAGEN_MODERATION_SECRET: SECRET, OPENAI_API_KEY: 'sk-test' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(t, () => child.kill())
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    MEDIAGEN_MODERATION_URL: `http://127.0.0.1:${port.toString().trim()}/`,
    MEDIAGEN_MODERATION_SECRET: SECRET,
  }
}

test("the page's hook runs as it is printed: it refuses by its rule, and answers nobody but us", async (t) => {
  const [code = ''] = await examples('js')
  const env = await runHook(t, code)
  const service = await openService(t, { env })
  assert.equal((await service.call(IMAGES, { json: good })).status, 200)
  const refused = await refusal(await service.call(IMAGES, { json: { ...good, prompt: 'many weapons' } }))
  assert.deepEqual([refused.code, refused.message], ['content_policy_violation', 'This is against our rules.'])
  const stranger = await fetch(env['MEDIAGEN_MODERATION_URL'] ?? '', { method: 'POST', body: '{}' })
  assert.equal(stranger.status, 503)
})

test("the page's other rule asks about words and pictures, each by itself", async (t) => {
  const [hook = '', rule = ''] = await examples('js')
  const judge = await openReceiver(t, (reply, { body }) => {
    const flagged = body.includes('weapon')
    reply.end(JSON.stringify({ results: [{ flagged }] }))
  })
  const code = hook
    .replace(/^const isAllowed = .*$/m, () => rule)
    .replace('https://api.openai.com/v1/moderations', judge.url)
  const service = await openService(t, { env: await runHook(t, code) })
  assert.equal((await service.call(IMAGES, { json: good })).status, 200)
  const inputs = judge.arrivals.map(({ body }) => (JSON.parse(body) as { input: { type: string }[] }).input)
  assert.deepEqual(
    inputs.map((input) => input.map(({ type }) => type)),
    [['text'], ['image_url']],
  )
  const refused = await refusal(await service.call(IMAGES, { json: { ...good, prompt: 'a weapon' } }))
  assert.equal(refused.code, 'content_policy_violation')
})

test("the page's list of words does what its remarks say", async () => {
  const [list = ''] = await examples('text')
  const { entries, find } = readWordList(list)
  assert.equal(entries, 4)
  for (const text of ['A GUN', 'dirty, bomb', 'murder', 'murderous', '一个炸弹'])
    assert.notEqual(find(text), undefined, text)
  for (const text of ['begun', 'Scunthorpe', 'bomb']) assert.equal(find(text), undefined, text)
})

test('the page shows every field of a question', async (t) => {
  const [shown = ''] = await examples('json')
  const receiver = await openReceiver(t, (reply) => reply.end('{"allow":true}'))
  const env = { MEDIAGEN_MODERATION_URL: receiver.url, MEDIAGEN_MODERATION_ON: 'prompt' }
  const service = await openService(t, { env })
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  assert.equal((await service.call(IMAGES, { json: { ...good, image: pixel } })).status, 200)
  const keysOf = (text: string): string[][] => {
    const question = JSON.parse(text) as { references: object[] }
    return [Object.keys(question), ...question.references.map((each) => Object.keys(each))]
  }
  assert.deepEqual(keysOf(receiver.arrivals[0]?.body ?? ''), keysOf(shown))
})
