import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARAMETERS, type ParameterName } from '../../src/core/tasks/generation-request.ts'
import type { TaskKind } from '../../src/core/tasks/model.ts'
import type { ValueForm } from '../../src/core/text/value-form.ts'
import { NATIVE_FORMS } from '../../src/http/api/native-forms.ts'
import { CLIP } from '../engines/support/contract.ts'
import { serviceOfFile, type TestService } from '../support/service.ts'
import { assertNothingStored, pngOf, refusal } from '../support/uploads.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const PATHS: Readonly<Record<TaskKind, string>> = { image: '/api/ai/images/generations', video: '/api/ai/videos' }
const GOOD = { prompt: 'a cat', model: 'sandbox' }

/** What a parameter is given where its rules want more than its form says. */
const SAMPLES: Partial<Record<ParameterName, unknown>> = {
  model: 'sandbox',
  aspect_ratio: '4:3',
  size: '640x480',
  webhookUrl: 'http://127.0.0.1:1026/hook',
  seconds: 3,
  style: 'bright',
  options: { steps: 7 },
}

type Receipt = { asked: Record<string, unknown>; webhook_url: string | null; files: { role: string }[] } & Record<
  string,
  unknown
>

/** A value that is nobody's default, so that finding it again means that it was kept. */
function sampleOf(parameter: ParameterName): unknown {
  return SAMPLES[parameter] ?? sampleOfForm(PARAMETERS[parameter].form)
}

function sampleOfForm(form: ValueForm): unknown {
  switch (form.type) {
    case 'text':
      return 'kept as it is'.slice(0, form.longest)
    case 'whole number':
      return Math.min(form.most, form.least + 7)
    case 'number':
      return Math.min(form.most, form.least + 0.5)
    case 'true or false':
      return true
    case 'one of':
      return form.values[0]
    case 'object':
      return {}
  }
}

/** Every field of both native forms, with the parameter that it means. */
function parameterFields(): { kind: TaskKind; name: string; means: ParameterName }[] {
  return Object.values(NATIVE_FORMS).flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, { means }]) =>
      Object.hasOwn(PARAMETERS, means) ? [{ kind, name, means: means as ParameterName }] : [],
    ),
  )
}

async function receiptOf(service: TestService, kind: TaskKind, json: object): Promise<Receipt> {
  // An image that is to be announced is one that nobody waits for.
  const isAnnounced = kind === 'image' && ('webhookUrl' in json || 'callback_url' in json)
  const headers: Record<string, string> = isAnnounced ? { prefer: 'respond-async' } : {}
  const answer = await service.call(PATHS[kind], { json, headers })
  assert.equal(answer.status, isAnnounced ? 202 : 200, await answer.clone().text())
  const id = kind === 'image' ? answer.headers.get('x-task-id') : ((await answer.json()) as { id: string }).id
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
}

test('whatever a caller gives is in the receipt of its task, under every name that it may be given', async () => {
  const service = await openHere()
  for (const { kind, name, means } of parameterFields()) {
    const value = sampleOf(means)
    const receipt = await receiptOf(service, kind, { ...GOOD, [name]: value })
    const shown = { ...receipt, ...receipt.asked, webhookUrl: receipt.webhook_url }
    assert.deepEqual(
      (shown as Record<string, unknown>)[means],
      value,
      `${kind}: ${name} was given and is not in the receipt`,
    )
  }
})

test('a picture is among the files of its task, under every name that it may be given', async () => {
  const service = await openHere()
  const image = `data:image/png;base64,${(await pngOf()).toString('base64')}`
  for (const { kind, fields } of Object.values(NATIVE_FORMS)) {
    for (const [name] of Object.entries(fields).filter(([, { means }]) => means === 'image')) {
      const given = name === 'video' ? `data:video/mp4;base64,${Buffer.from(CLIP).toString('base64')}` : image
      // A mask is nothing without its picture.
      const { files } = await receiptOf(service, kind, { ...GOOD, ...(name === 'mask' && { image }), [name]: given })
      assert.ok(
        files.some(({ role }) => role === 'reference'),
        `${kind}: ${name} was given and is not in the receipt`,
      )
    }
  }
})

test('every text refuses U+0000, half of a surrogate pair and one character too many, and nothing is stored', async () => {
  const service = await openUntouched()
  for (const { kind, name, means } of parameterFields()) {
    const { form } = PARAMETERS[means]
    if (form.type !== 'text') continue
    const good = String(sampleOf(means))
    const tooLong = good + 'x'.repeat(form.longest + 1 - good.length)
    for (const bad of [`${good}\u0000`, `${good}\ud83d`, `\udc00${good}`, tooLong]) {
      const answer = await service.call(PATHS[kind], { json: { ...GOOD, [name]: bad } })
      const refused = await refusal(answer)
      assert.deepEqual([refused.status, refused.param], [400, name], `${kind} ${name}: ${refused.message}`)
    }
  }
  await assertNothingStored(service)
})
