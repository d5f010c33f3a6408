import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tryLock } from '../../src/weights/weights-lock.ts'
import { openAdmin, codeOf, type Json } from '../keys/admin.ts'
import { eventually } from '../support/eventually.ts'
import { openHub, serve, status, type Behaviour } from '../weights/hostile-hub.ts'

const MODELS = '/api/ai/admin/local-models'
const BYTES = Buffer.alloc(50_000, 5)
const LOOSE = { name: 'moderate', allowUnpinned: true }

type View = { available: Json[]; installed: Json[]; downloads: Json[] }

test('operators add, watch and remove local models over HTTP', async (t) => {
  const hub = await openHub(t, status(404))
  const admin = await openAdmin(t, { env: { MEDIAGEN_MODELS_MIRROR: hub.url } })
  const view = async (): Promise<View> => (await admin.done('GET', MODELS)) as View
  const { available, installed, downloads } = await view()
  assert.equal(available.find(({ name }) => name === 'klein')?.['missingBytes'], 5_293_871_164)
  assert.deepEqual([installed, downloads], [[], []])
  assert.deepEqual(
    available.filter(({ runnable }) => runnable === false).map(({ name }) => name),
    ['z-image', 'qwen-edit'],
  )

  const klein = available.find(({ name }) => name === 'klein') as { estimate: Json; recommended: boolean }
  assert.equal(klein.estimate['downloadSeconds'], 529)
  assert.match(String(klein.estimate['download']), /^about 9 minutes at 10 MB\/s \(estimate\)$/)
  assert.match(String(klein.estimate['picture']), /^about .* for 1024 x 1024 on .* \(estimate from /)
  assert.match(
    String(klein.estimate['memory']),
    /^about 6\.1 GB \(estimate from the size of its files\); this machine has/,
  )
  assert.ok(available.filter(({ recommended }) => recommended === true).length <= 1)

  for (const [body, code, words] of [
    [{ name: 'klien' }, 'model_not_found', /Known: klein, z-image/],
    [{ name: 'sd-turbo' }, 'invalid_parameter', /Stability AI Community License/],
    [{ name: 'moderate' }, 'invalid_parameter', /--unpinned/],
    [{ name: '../keys' }, 'model_not_found', /There is no model/],
  ] as const) {
    const refused = await admin.ask('POST', MODELS, body)
    assert.deepEqual([refused.status, codeOf(refused)], [400, code])
    assert.match(refused.text, words)
  }
  assert.equal(hub.asked.length, 0)

  // A download that is under way is seen, is not begun twice, and is stopped by its removal.
  const stalls = serve(BYTES, { stallsAfter: 20_000 })
  hub.next = [stalls]
  const begun = await admin.ask('POST', MODELS, LOOSE)
  assert.deepEqual([begun.status, begun.body['state']], [202, 'running'])
  const arrived = await eventually(async () => {
    const [download] = (await view()).downloads
    return download?.['bytes'] === 20_000 ? download : undefined
  })
  assert.deepEqual([arrived['id'], arrived['state'], arrived['error']], ['moderate', 'running', null])
  // Its size is not known, so nobody can say how long it takes; its speed is known once the list was read twice.
  const slow = await eventually(async () => {
    const [download] = (await view()).downloads
    return typeof download?.['bytesPerSecond'] === 'number' ? download : undefined
  })
  assert.equal(slow['secondsLeft'], null)
  assert.equal((await admin.ask('POST', MODELS, LOOSE)).status, 202)
  assert.equal(hub.asked.length, 1)
  assert.deepEqual(await admin.done('DELETE', `${MODELS}/moderate`), { id: 'moderate', removed: true })
  assert.deepEqual((await view()).downloads, [])

  // What came before is kept: the next one goes on from there.
  hub.usual = serve(BYTES)
  await admin.done('POST', MODELS, LOOSE)
  const [model] = await eventually(async () => {
    const { installed: now } = await view()
    return now.length === 0 ? undefined : now
  })
  assert.deepEqual([model?.['id'], model?.['bytes'], model?.['missing']], ['moderate', BYTES.length, []])
  assert.deepEqual(
    hub.asked.map(({ range }) => range),
    [undefined, 'bytes=20000-'],
  )
  await admin.done('DELETE', `${MODELS}/moderate`)
  assert.deepEqual(codeOf(await admin.ask('DELETE', `${MODELS}/moderate`)), 'local_model_not_found')

  const audit = (await admin.done('GET', '/api/ai/admin/audit?limit=2'))['data'] as Json[]
  assert.deepEqual(
    audit.map(({ action, changes }) => [action, changes]),
    [
      ['remove local model', [{ field: 'local model', from: 'moderate', to: null }]],
      ['add local model', [{ field: 'local model', from: null, to: 'moderate' }]],
    ],
  )

  // A command that is at it makes nobody wait here.
  const lock = tryLock(join(admin.dataDir, 'models', 'locks'), 'model-moderate')
  assert.equal((await admin.ask('POST', MODELS, LOOSE)).status, 202)
  await admin.ask('DELETE', `${MODELS}/moderate`)
  lock?.release()

  // A failed download tells why.
  const wrong: Behaviour = serve(BYTES)
  hub.usual = wrong
  await admin.done('POST', MODELS, { name: 'upscale' })
  const failed = await eventually(async () => (await view()).downloads.find(({ state }) => state === 'failed'))
  assert.match(String(failed['error']), /has 50000 bytes at 127\.0\.0\.1:\d+, but 66857836 are expected/)
})
