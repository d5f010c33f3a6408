import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { onBothDrivers, read, refusal, type Json } from '../browse/both-drivers.ts'
import { PICTURE } from '../engines/support/contract.ts'
import { openFakeComfyUi, type FakeComfyUi } from '../engines/support/fake-comfyui.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'

const WORKFLOW = {
  mediagen: { kind: 'image' },
  1: { class_type: 'KSampler', inputs: { text: '{{prompt}}' } },
  9: { class_type: 'SaveImage', inputs: {} },
}

/** Three ComfyUI servers, and the config file of a service that has them behind one model. */
async function openServers(t: TestContext) {
  const fakes = [await openFakeComfyUi(t), await openFakeComfyUi(t), await openFakeComfyUi(t)]
  const most = new Map<FakeComfyUi, number>()
  for (const fake of fakes) {
    fake.files.set('a.png', PICTURE)
    fake.onRequest = () => void most.set(fake, Math.max(most.get(fake) ?? 0, fake.jobs().length))
  }
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  await writeFile(join(workflows, 'picture.json'), JSON.stringify(WORKFLOW))
  const file = join(folder, 'mediagen.config.json')
  const engines = { gpus: { type: 'comfyui', baseURL: fakes.map(({ url }) => url), workflows } }
  const models = { picture: { kind: 'image', engine: 'gpus', model: 'picture.json' } }
  await writeFile(file, JSON.stringify({ engines, models }))
  const idOf = ({ url }: FakeComfyUi): string => `gpus@${new URL(url).host}`
  return { fakes, most, idOf, env: { MEDIAGEN_CONFIG: file, MEDIAGEN_FFMPEG: 'off' } }
}

async function submit(service: TestService, prompt: string): Promise<string> {
  const headers = { prefer: 'respond-async' }
  const json = { model: 'picture', prompt }
  const answer = await service.call('/api/ai/images/generations', { json, headers })
  assert.equal(answer.status, 202, await answer.clone().text())
  return ((await answer.json()) as { id: string }).id
}

const receiptOf = (service: TestService, id: string): Promise<Json> => read(service, `/api/ai/admin/tasks/${id}`)

onBothDrivers(
  'three servers behind one model work side by side, one job each though two processes send them, and a drained one gets nothing',
  async (t, open) => {
    const { fakes, most, idOf, env } = await openServers(t)
    const dataDir = await temporaryFolder(t)
    const one = await open({ env, dataDir })
    const two = await open({ env, dataDir })
    const busy = (): FakeComfyUi[] => fakes.filter((fake) => fake.jobs().length > 0)
    const ids = await Promise.all([one, two, one, two, one, two].map((service, n) => submit(service, `number ${n}`)))
    await eventually(() => busy().length === 3 || undefined)

    const [drained, ...others] = fakes as [FakeComfyUi, ...FakeComfyUi[]]
    const drainedId = encodeURIComponent(idOf(drained))
    const pause = { json: { reason: 'a new card' } }
    assert.equal((await one.call(`/api/ai/admin/engines/${drainedId}/pause`, pause)).status, 200)
    const wrong = await one.call('/api/ai/admin/engines/gpus@elsewhere:1/pause', pause)
    assert.deepEqual(await refusal(wrong), [404, 'engine_not_found', null])
    await eventually(async () => {
      const { engines } = (await read(two, '/api/ai/admin/system')) as { engines: Json[] }
      const { servers } = engines.find(({ id }) => id === 'gpus') as { servers: Json[] }
      const told = servers.find(({ id }) => id === idOf(drained))
      assert.deepEqual([servers.length, told?.['in_work']], [3, 1])
      return told?.['paused'] !== null || undefined
    })
    const scale = await read(two, '/api/ai/admin/scale?engine=gpus')
    assert.deepEqual(scale['engines'], [
      {
        id: 'gpus',
        waiting: 3,
        in_work: 3,
        present: 2,
        wanted: 6,
        reason: '3 queued, 3 running, 1 concurrent per server.',
      },
    ])
    assert.deepEqual(scale['workers'], {
      present: 2,
      wanted: 1,
      reason: 'gpus: 3 queued, 3 running, 24 concurrent per process.',
    })
    const before = drained.sent.length
    const work = async (): Promise<true | undefined> => {
      for (const fake of busy()) {
        fake.run()
        fake.finish()
      }
      const receipts = await Promise.all(ids.map((id) => receiptOf(one, id)))
      return receipts.every(({ status }) => status === 'success') || undefined
    }
    await eventually(work)
    assert.equal(drained.sent.length, before)
    assert.deepEqual([...most.values()], [1, 1, 1])
    const placed = await Promise.all(ids.map(async (id) => (await receiptOf(two, id))['server']))
    assert.equal(placed.filter((server) => server === idOf(drained)).length, 1)
    for (const other of others)
      assert.equal(placed.filter((server) => server === idOf(other)).length, other.sent.length)
    assert.equal('server' in (await read(one, `/api/ai/tasks/${ids[0]}`, one.key)), false, 'callers are not told')

    assert.equal((await two.call(`/api/ai/admin/engines/${drainedId}/resume`, { method: 'POST' })).status, 200)
    const idle = await read(one, '/api/ai/admin/scale')
    assert.deepEqual(
      [(idle['engines'] as Json[])[0]?.['wanted'], idle['workers']],
      [0, { present: 2, wanted: 0, reason: 'Nothing to do.' }],
    )
    const unknown = await one.call('/api/ai/admin/scale?engine=sandbox')
    assert.deepEqual(await refusal(unknown), [404, 'engine_not_found', null])
    const more = await Promise.all([one, two, one].map((service, n) => submit(service, `more ${n}`)))
    await eventually(() => drained.jobs().length === 1 || undefined)
    ids.push(...more)
    await eventually(work)
  },
)
