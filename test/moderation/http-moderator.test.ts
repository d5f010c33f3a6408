import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openModeration } from '../../src/compose/moderation.ts'
import type { Moderator, Question } from '../../src/ports/moderation.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openReceiver, says, type Answer } from '../webhooks/receiver.ts'

const question: Question = {
  stage: 'prompt',
  taskId: '1',
  keyId: 'k',
  kind: 'image',
  model: 'm',
  prompt: 'a cat',
  files: [],
}

async function openModerator(url: string, logLines: string[] = []): Promise<Moderator> {
  // A clock that stands: however slow the machine is, no question runs out of time.
  const clock = manualClock()
  const log = lineLog({ clock, level: 'debug', write: (line) => void logLines.push(line) })
  const hook = { url, secret: undefined, stages: ['prompt'], failsOpen: false, timeoutMs: 5_000 } as const
  const media = { convertPicture: async () => new Uint8Array(), contactSheetOf: async () => undefined }
  const openJudge = (): Promise<never> => Promise.reject(new Error('there is no model'))
  const { moderation } = await openModeration(
    { wordsFile: undefined, hook, judge: undefined },
    { clock, log, openJudge, ...media },
  )
  assert.ok(moderation !== undefined)
  return moderation.moderator
}

async function answered(t: TestContext, answer: Answer): Promise<unknown> {
  const { url } = await openReceiver(t, answer)
  return (await openModerator(url)).ask(question, new AbortController().signal)
}

test('a hook may be on this machine or in a private network, by name or by number', async (t) => {
  const receiver = await openReceiver(t, says(200, {}, '{"allow":true}'))
  for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
    const moderator = await openModerator(url)
    assert.deepEqual(await moderator.ask(question, new AbortController().signal), { kind: 'allowed' }, url)
  }
})

test('where clouds hand out credentials, no question is sent', async () => {
  const logLines: string[] = []
  const moderator = await openModerator('http://169.254.169.254/latest', logLines)
  assert.deepEqual(await moderator.ask(question, new AbortController().signal), { kind: 'unknown' })
  assert.match(logLines.join(), /169\.254\.169\.254 port 80 is not allowed/)
})

test('a reason is one line of whole characters, 300 at most; without one there is none', async (t) => {
  const refusing = (reason: unknown): Answer => says(200, {}, JSON.stringify({ allow: false, reason }))
  for (const [given, told] of [
    ['  No\r\n\u0000\u2028cats. ', 'No cats.'],
    ['🐈'.repeat(400), '🐈'.repeat(300)],
    ['\ud83d', '\ufffd'],
    [' ', null],
    [7, null],
    [undefined, null],
  ] as const) {
    assert.deepEqual(await answered(t, refusing(given)), { kind: 'refused', reason: told })
  }
})

test('only true and false are verdicts', async (t) => {
  for (const text of ['{"allow":1}', '{"allow":"false"}', '[true]', 'true', 'null', '', '{"allow":true'])
    assert.deepEqual(await answered(t, says(200, {}, text)), { kind: 'unknown' }, text)
  assert.deepEqual(await answered(t, says(204)), { kind: 'unknown' })
  assert.deepEqual(await answered(t, says(201, {}, '{"allow":true,"score":0.1}')), { kind: 'allowed' })
})

test('a question that is cut off by us says nothing of the hook', async (t) => {
  const receiver = await openReceiver(t, () => undefined)
  const logLines: string[] = []
  const moderator = await openModerator(receiver.url, logLines)
  const over = new AbortController()
  const asking = moderator.ask(question, over.signal)
  await receiver.came(1)
  over.abort()
  assert.deepEqual(await asking, { kind: 'unknown' })
  assert.deepEqual(logLines, [])
})

test('without a secret nothing pretends to be signed', async (t) => {
  const receiver = await openReceiver(t, says(200, {}, '{"allow":true}'))
  await (await openModerator(receiver.url)).ask(question, new AbortController().signal)
  assert.deepEqual(
    Object.keys(receiver.arrivals[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-')),
    [],
  )
})
