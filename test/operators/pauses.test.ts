import assert from 'node:assert/strict'
import { onBothDrivers, read, refusal, type Json } from '../browse/both-drivers.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'

async function video(service: TestService, prompt: string): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt } })
  return ((await answer.json()) as { id: string }).id
}

const statusOf = async (service: TestService, id: string): Promise<unknown> =>
  (await read(service, `/api/ai/videos/${id}`))['status']

const reached = (service: TestService, id: string, status: string): Promise<unknown> =>
  eventually(async () => (await statusOf(service, id)) === status || undefined)

async function engineOf(service: TestService, id = 'sandbox'): Promise<Json> {
  const { engines } = (await read(service, '/api/ai/admin/system')) as { engines: Json[] }
  return engines.find((engine) => engine['id'] === id) ?? {}
}

const pause = (
  service: TestService,
  json: unknown = { reason: 'they bill twice' },
  id = 'sandbox',
): Promise<Response> => service.call(`/api/ai/admin/engines/${id}/pause`, { json })

onBothDrivers(
  'a paused engine begins nothing, also after a restart, until it is resumed; what had begun goes on',
  async (t, open) => {
    const dataDir = await temporaryFolder(t)
    const first = await open({ dataDir })
    const begun = await video(first, '[[delay 1s]]')
    await reached(first, begun, 'processing')
    assert.equal((await pause(first)).status, 200)
    const waiting = await video(first, 'later')
    await reached(first, begun, 'success')
    assert.equal(await statusOf(first, waiting), 'pending')
    assert.equal((await read(first, `/api/ai/tasks/${waiting}`))['eta'], null)
    const shown = (await engineOf(first))['paused'] as Json
    assert.deepEqual([shown['reason'], shown['by']], ['they bill twice', 'test'])
    await first.stop()

    const second = await open({ dataDir })
    const call = (path: string, init: RequestInit = {}): Promise<Response> =>
      second.call(path, { ...init, key: first.key })
    // Long enough for a worker to have looked several times, by its own doing: another engine's task went through meanwhile.
    const picture = await call('/api/ai/images/generations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'diorama', prompt: 'a boat' }),
    })
    assert.equal(picture.status, 200)
    const still = (await (await call(`/api/ai/videos/${waiting}`)).json()) as Json
    assert.equal(still['status'], 'pending')
    assert.equal((await call('/api/ai/admin/engines/sandbox/resume', { method: 'POST' })).status, 200)
    await eventually(async () => {
      const { status } = (await (await call(`/api/ai/videos/${waiting}`)).json()) as Json
      return status === 'success' || undefined
    })
    const { data } = (await (await call('/api/ai/admin/audit')).json()) as { data: Json[] }
    assert.deepEqual(
      data.flatMap(({ action, keyId, changes }) =>
        String(action).includes('engine') ? [[action, keyId, changes]] : [],
      ),
      [
        ['resume engine', null, [{ field: 'engine', from: 'sandbox', to: null }]],
        [
          'pause engine',
          null,
          [
            { field: 'engine', from: null, to: 'sandbox' },
            { field: 'reason', from: null, to: 'they bill twice' },
          ],
        ],
      ],
    )
  },
)

onBothDrivers(
  'a caller who waits for a picture of a paused model is told at once; the rest waits',
  async (_t, open) => {
    const service = await open()
    await pause(service)
    const json = { model: 'sandbox', prompt: 'now' }
    const native = await service.call('/api/ai/images/generations', { json })
    assert.match(await native.clone().text(), /The operator has paused the model 'sandbox'/)
    assert.deepEqual((await refusal(native)).slice(0, 2), [503, 'provider_unavailable'])
    assert.equal((await service.call('/v1/images/generations', { json })).status, 503)
    const headers = { prefer: 'respond-async' }
    const later = await service.call('/api/ai/images/generations', { json, headers })
    const { id } = (await later.json()) as { id: string }
    assert.equal(later.status, 202)
    const models = (await read(service, '/api/ai/models'))['data'] as Json[]
    assert.deepEqual(
      [...new Set(models.flatMap((model) => (model['paused'] === true ? [model['id']] : [])))],
      ['sandbox'],
    )
    await service.call('/api/ai/admin/engines/sandbox/resume', { method: 'POST' })
    await eventually(async () => (await read(service, `/api/ai/tasks/${id}`))['status'] === 'success' || undefined)
  },
)

onBothDrivers('an engine that is not there, or no reason, is refused by name', async (_t, open) => {
  const service = await open()
  const unknown = await pause(service, { reason: 'x' }, 'nobody')
  assert.match(await unknown.clone().text(), /Known: .*sandbox/)
  assert.deepEqual(await refusal(unknown), [404, 'engine_not_found', null])
  for (const json of [{}, { reason: '' }, { reason: 'x'.repeat(501) }])
    assert.equal((await refusal(await pause(service, json)))[2], 'reason')
  const system = await read(service, '/api/ai/admin/system')
  const { driver, migration, bytes } = system['database'] as { driver: string; migration: number; bytes: number }
  assert.ok(['sqlite', 'postgres'].includes(driver) && migration >= 15 && bytes > 0)
  assert.equal((system['workers'] as Json[]).length, 1)
  const files = system['files'] as { free_bytes: number; total_bytes: number }
  assert.ok(files.free_bytes > 0 && files.total_bytes >= files.free_bytes)
  assert.deepEqual((await engineOf(service))['paused'], null)
})
