import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkEngines } from '../../src/compose/check-engines.ts'
import { readConfig } from '../../src/config.ts'
import { AI_SDK_SUBJECTS } from './protocols/ai-sdk-subjects.ts'
import { openFake, type Protocol } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

test('the doctor tells a key that is taken from one that is refused and from a server that is not there', async (t) => {
  const protocol: Protocol = {
    ...AI_SDK_SUBJECTS[0]!.protocol,
    other: ({ path, headers }) =>
      path === '/v1/models' ? { status: headers.authorization === 'Bearer good' ? 200 : 401, json: {} } : undefined,
  }
  const fake = await openFake(t, protocol, new Uint8Array())
  const gone = await openFake(t, protocol, new Uint8Array())
  await gone.close()
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engine = (keyVariable: string, url: string): object => ({ type: 'openai', keyVariable, baseURL: `${url}/v1` })
  const engines = { good: engine('GOOD', fake.url), bad: engine('BAD', fake.url), gone: engine('GOOD', gone.url) }
  const models = Object.keys(engines).map((name) => [name, { kind: 'image', engine: name, model: 'x' }])
  await writeFile(path, JSON.stringify({ curated: false, engines, models: Object.fromEntries(models) as object }))
  const config = readConfig({ MEDIAGEN_CONFIG: path, GOOD: 'good', BAD: 'wrong-key', MEDIAGEN_FFMPEG: 'off' })
  const found = await checkEngines(config)
  const of = (name: string): { ok: boolean; detail: string } => found.find(({ what }) => what === name)!
  assert.deepEqual([of('good').ok, of('bad').ok, of('gone').ok], [true, false, false])
  assert.match(of('good').detail, /accepts the key/)
  assert.match(of('bad').detail, /rejects the key/)
  assert.match(of('gone').detail, /cannot be reached/)
  assert.doesNotMatch(JSON.stringify(found), /wrong-key/)
})

test('the doctor names models of which the provider says that they end, where the list does not know it', async (t) => {
  const data = [
    { id: 'goes', shutdown_date: '2027-03-01' },
    { id: 'goes-in-seconds', shutdown_date: Date.parse('2027-04-01T00:00:00Z') / 1000 },
    { id: 'known', shutdown_date: '2027-05-01' },
    { id: 'later', shutdown_date: '2027-06-02T10:00:00Z' },
    { id: 'stays', shutdown_date: null },
    'nonsense',
    null,
  ]
  const protocol: Protocol = {
    ...AI_SDK_SUBJECTS[0]!.protocol,
    other: ({ path }) => (path === '/v1/models' ? { status: 200, json: { object: 'list', data } } : undefined),
  }
  const fake = await openFake(t, protocol, new Uint8Array())
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engines = { mine: { type: 'openai', keyVariable: 'GOOD', baseURL: `${fake.url}/v1` } }
  const model = (name: string, retires?: string): object => ({ kind: 'image', engine: 'mine', model: name, retires })
  const models = {
    a: model('goes'),
    b: model('goes-in-seconds'),
    c: model('known', '2027-05-01'),
    d: model('later', '2027-06-01'),
    e: model('stays'),
    f: model('absent'),
  }
  await writeFile(path, JSON.stringify({ curated: false, engines, models }))
  const found = await checkEngines(readConfig({ MEDIAGEN_CONFIG: path, GOOD: 'good', MEDIAGEN_FFMPEG: 'off' }))
  const warnings = found.filter(({ isWarning }) => isWarning)
  assert.deepEqual(
    warnings.map(({ ok, what, detail }) => [ok, what, detail]),
    [
      [true, 'model a', 'will be shut down on 2027-03-01 by its provider; the list has no date'],
      [true, 'model b', 'will be shut down on 2027-04-01 by its provider; the list has no date'],
      [true, 'model d', 'will be shut down on 2027-06-02 by its provider; the list has 2027-06-01'],
    ],
  )
})

test('the doctor says whether the runtime of local models is there, and fetches nothing', async (t) => {
  const dataDir = await temporaryFolder(t)
  const path = join(dataDir, 'mediagen.config.json')
  const models = { mine: { kind: 'image', engine: 'local', files: { model: '/models/mine.safetensors' } } }
  await writeFile(path, JSON.stringify({ curated: false, models }))
  const env = { MEDIAGEN_CONFIG: path, MEDIAGEN_FFMPEG: 'off', MEDIAGEN_DATA_DIR: dataDir }
  const found = await checkEngines(readConfig({ ...env, MEDIAGEN_NPM_REGISTRY: 'http://127.0.0.1:9' }))
  const local = found.find(({ what }) => what === 'local')
  assert.match(local?.detail ?? '', /the runtime is not downloaded yet|there is no runtime for/)
  const file = found.find(({ what }) => what === 'local model mine')
  assert.deepEqual([file?.ok, file?.detail], [false, 'model: /models/mine.safetensors is missing'])
})
