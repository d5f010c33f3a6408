import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readModels } from '../../src/compose/catalog.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { builtInModels } from '../../src/engines/built-in-models.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { temporaryFolder } from '../support/at-end.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-09-01T12:00:00Z')

/** A service with two models of the sandbox that go on 1 December, one of them with nothing in its place. */
async function open(t: TestContext): Promise<{ service: TestService; clock: ManualClock }> {
  const clock = manualClock(START)
  const [sandbox] = builtInModels({ queueTimeoutMs: 3_600_000, runTimeoutMs: 1_800_000 }).filter(
    ({ id, kind }) => id === 'sandbox' && kind === 'video',
  )
  assert.ok(sandbox !== undefined)
  const extraModels = [
    { ...sandbox, id: 'old', aliases: ['older'], retires: '2026-12-01', successor: 'sandbox' },
    { ...sandbox, id: 'lonely', retires: '2026-12-01' },
  ]
  const service = await openService(t, { env: { MEDIAGEN_FFMPEG: 'off' }, replacements: { clock, extraModels } })
  return { service, clock }
}

const jumpTo = (clock: ManualClock, text: string): void => clock.jump(Date.parse(text) - clock.now())

async function submit(service: TestService, model: string, prompt = 'a boat'): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model, prompt } })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

async function receipt(service: TestService, id: string): Promise<{ status: string; warnings: string[] }> {
  const answer = await service.call(`/api/ai/tasks/${id}`)
  const { status, warnings } = (await answer.json()) as { status: string; warnings: string[] }
  // The engine has warnings of its own.
  return { status, warnings: warnings.filter((text) => text.startsWith('model:')) }
}

async function listed(
  service: TestService,
): Promise<{ id: string; retires: string | null; successor: string | null }[]> {
  const { data } = (await (await service.call('/api/ai/models?kind=video')).json()) as {
    data: { id: string; retires: string | null; successor: string | null }[]
  }
  return data.map(({ id, retires, successor }) => ({ id, retires, successor }))
}

test('the receipt warns of a model that goes within sixty days, and not before', async (t) => {
  const { service, clock } = await open(t)
  assert.deepEqual((await receipt(service, await submit(service, 'old'))).warnings, [])
  jumpTo(clock, '2026-10-02T00:00:00Z')
  const notice = "model: The model 'old' will be shut down by its provider on 2026-12-01; use 'sandbox' instead."
  assert.deepEqual((await receipt(service, await submit(service, 'old'))).warnings, [notice])
  assert.deepEqual((await receipt(service, await submit(service, 'older'))).warnings, [
    "model: 'older' is an alias of 'old'.",
    notice,
  ])
})

test('past its day a model is hidden, and a request for it or its alias names the successor', async (t) => {
  const { service, clock } = await open(t)
  const before = await listed(service)
  assert.deepEqual(before.at(-2), { id: 'old', retires: '2026-12-01', successor: 'sandbox' })
  assert.deepEqual(before.at(0), { id: 'diorama', retires: null, successor: null })
  jumpTo(clock, '2026-12-01T00:00:00Z')
  assert.deepEqual(
    (await listed(service)).map(({ id }) => id),
    ['diorama', 'sandbox'],
  )
  assert.equal((await service.call('/v1/models/old')).status, 404)
  for (const model of ['old', 'older']) {
    const refused = await service.call('/api/ai/videos', { json: { model, prompt: 'a boat' } })
    assert.equal(refused.status, 400)
    const { error } = (await refused.json()) as { error: { code: string; message: string; param: string } }
    assert.deepEqual([error.code, error.param], ['model_not_found', 'model'])
    assert.equal(error.message, "The model 'old' was shut down by its provider on 2026-12-01; use 'sandbox' instead.")
  }
  const lonely = await service.call('/api/ai/videos', { json: { model: 'lonely', prompt: 'a boat' } })
  const { error } = (await lonely.json()) as { error: { message: string } }
  assert.match(error.message, /was shut down by its provider on 2026-12-01\. Known: diorama, sandbox\.$/)
  const key = await service.newKey({ models: ['sandbox'] })
  assert.equal((await service.call('/api/ai/videos', { json: { model: 'old', prompt: 'x' }, key })).status, 403)
})

test('what was accepted before its model went is carried to its end', async (t) => {
  const { service, clock } = await open(t)
  jumpTo(clock, '2026-11-30T23:59:59Z')
  const id = await submit(service, 'old', 'a boat [[delay 30s]]')
  const ended = async (): Promise<string | undefined> => {
    const { status } = await receipt(service, id)
    return status === 'success' || status === 'failed' ? status : undefined
  }
  assert.equal(await eventuallyOn(clock, 5_000, ended), 'success')
  assert.ok(clock.now() >= Date.parse('2026-12-01T00:00:00Z'))
})

test('the config says when a model of its own goes and what follows; what makes no sense is told', async (t) => {
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const model = { kind: 'image', engine: 'own', model: 'x' }
  const engines = { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } }
  const read = async (models: object): ReturnType<typeof readModels> => {
    await writeFile(path, JSON.stringify({ engines, models }))
    return readModels(readConfig({ MEDIAGEN_CONFIG: path }))
  }
  const { all } = await read({ mine: { ...model, retires: '2027-01-31', successor: 'diorama' } })
  const { retires, successor } = all.at(-1) ?? {}
  assert.deepEqual([retires, successor], ['2027-01-31', 'diorama'])

  const wrong = {
    a: { ...model, retires: '31.1.2027' },
    b: { ...model, retires: '2027-02-30' },
    c: { ...model, successor: 'diorama' },
  }
  await assert.rejects(read(wrong), (error) => {
    assert.ok(error instanceof ConfigError)
    for (const words of [/a\.retires must be a day/, /b\.retires must be a day/, /c\.successor has no effect/])
      assert.match(error.message, words)
    return true
  })
  const nowhere = { a: { ...model, retires: '2027-01-31', successor: 'nothing' } }
  await assert.rejects(read(nowhere), /models\.a: the successor 'nothing' is not another image model/)
})

test('sixty days are counted from midnight in UTC', async (t) => {
  const { service, clock } = await open(t)
  jumpTo(clock, '2026-10-01T23:59:59Z')
  assert.deepEqual((await receipt(service, await submit(service, 'lonely'))).warnings, [])
  clock.jump(DAY_MS)
  assert.equal((await receipt(service, await submit(service, 'lonely'))).warnings.length, 1)
})
