import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { openWeights } from '../../src/compose/weights.ts'
import { readConfig } from '../../src/config.ts'
import { localModerator } from '../../src/moderation/local-moderator.ts'
import type { JudgePicture } from '../../src/ports/moderation.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { addModel } from '../../src/weights/add-model.ts'
import { ownOrder } from '../../src/weights/model-order.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { RUNTIMES } from '../support/local-runtime.ts'
import { openService, type TestService } from '../support/service.ts'
import { writeToyJudge } from '../support/toy-onnx.ts'
import { filesIn, refusal } from '../support/uploads.ts'
import { openHook } from './hook.ts'
import { IMAGES, receiptOf } from './judged.ts'

const MODEL = { MEDIAGEN_MODERATION_MODEL: 'open-nsfw-toy' }

async function openWithJudge(
  t: TestContext,
  env: Record<string, string>,
): Promise<{ service: TestService; file: string }> {
  const folder = await temporaryFolder(t)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await symlink(RUNTIMES, join(dataDir, 'runtimes'))
  const file = await writeToyJudge(join(folder, 'open-nsfw-toy.onnx'))
  const deps = openWeights(readConfig({ MEDIAGEN_DATA_DIR: dataDir }), { clock: systemClock, random: systemRandom })
  await addModel(deps, await ownOrder(deps, file, { files: [], isCopied: false, trustsPickle: false }))
  return { service: await openService(t, { dataDir, env: { ...MODEL, ...env } }), file }
}

/** The sandbox colours its pictures by the prompt. */
function promptFor(isFit: (red: number) => boolean): string {
  for (let at = 0; ; at++) {
    const prompt = `picture ${at}`
    if (isFit(createHash('sha256').update(prompt).digest()[0] ?? 0)) return prompt
  }
}
const RED = { model: 'sandbox', prompt: promptFor((red) => red > 230) }
const GREEN = { model: 'sandbox', prompt: promptFor((red) => red < 20) }

async function flat(background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

test('a local model refuses a result over the threshold, and a reference before anything starts; then the hook is asked', async (t) => {
  const hook = await openHook(t)
  const { service } = await openWithJudge(t, hook.env)
  const refused = await refusal(await service.call(IMAGES, { json: RED }))
  assert.deepEqual([refused.status, refused.code], [400, 'content_policy_violation'])
  assert.match(refused.message, /probably not safe for work/)
  assert.deepEqual(await filesIn(service, 'files'), [])
  assert.equal((await service.call(IMAGES, { json: GREEN })).status, 200)
  // Its own refusal spares the question.
  assert.deepEqual(
    hook.sent().map(({ type, prompt }) => [type, prompt]),
    [
      ['prompt', RED.prompt],
      ['prompt', GREEN.prompt],
      ['result', GREEN.prompt],
    ],
  )
  const red = { ...GREEN, image: await flat('#f01020') }
  assert.equal((await refusal(await service.call(IMAGES, { json: red }))).code, 'content_policy_violation')
  assert.equal(hook.sent().length, 3)
  assert.equal((await service.call(IMAGES, { json: { ...GREEN, image: await flat('#1020f0') } })).status, 200)
})

test('a threshold of 1 lets all but certainty pass; without its file the model is no judge, and the setting decides', async (t) => {
  const env = { MEDIAGEN_MODERATION_THRESHOLD: '1', MEDIAGEN_MODERATION_FAIL: 'open', MEDIAGEN_MODERATION_ON: 'result' }
  const { service, file } = await openWithJudge(t, env)
  const unchecked = async (): Promise<boolean> => {
    const answer = await service.call(IMAGES, { json: RED })
    assert.equal(answer.status, 200)
    const { warnings } = await receiptOf(service, answer.headers.get('x-task-id') ?? '')
    return warnings.some((warning) => warning.startsWith('The result was not checked'))
  }
  assert.equal(await unchecked(), false)
  await rm(file)
  assert.equal(await unchecked(), true)
  assert.match(
    service.logLines.join('\n'),
    /local moderation model cannot rate pictures.*not installed on this machine/,
  )
  await writeToyJudge(file)
  assert.equal(await unchecked(), false)
  assert.match(service.logLines.join('\n'), /local moderation model rates pictures again/)
})

const PIXEL = { mediaType: 'image/png', bytes: 1, sha256: '', width: 1, height: 1, durationMs: null }

test('a picture that cannot be rated does not keep the others from being rated, and a refusal counts', async () => {
  const asked: string[] = []
  const judge: JudgePicture = async ({ rgba }) => {
    const [score = 0] = rgba
    return { score: score / 100 }
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const images = {
    async decode(bytes: Uint8Array) {
      const text = Buffer.from(bytes).toString()
      asked.push(text)
      if (text === 'broken') throw new Error('it cannot be read')
      return { width: 1, height: 1, rgba: new Uint8Array([Number(text)]) }
    },
  }
  const settings = { stages: ['prompt', 'result'], failsOpen: true, threshold: 0.8, timeoutMs: 1_000 } as const
  const moderator = localModerator({ judge, images, log }, { ...settings, model: 'm' })
  const ask = async (...previews: (string | null)[]) => {
    const files = previews.map((text) => ({
      ...PIXEL,
      preview: text === null ? null : `data:image/jpeg;base64,${Buffer.from(text).toString('base64')}`,
    }))
    const about = { stage: 'result', taskId: '1', keyId: 'k', kind: 'image', model: 'm', prompt: 'a cat' } as const
    return (await moderator.ask({ ...about, files }, new AbortController().signal)).kind
  }
  assert.equal(await ask('broken', '90'), 'refused')
  assert.equal(await ask(null, '90'), 'refused')
  assert.equal(await ask('10', 'broken', '20'), 'unknown')
  assert.deepEqual(asked, ['broken', '90', '90', '10', 'broken', '20'])
  assert.equal(await ask('10', '20'), 'allowed')
})
