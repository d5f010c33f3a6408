import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openFakeComfyUi } from '../../engines/support/fake-comfyui.ts'
import { PICTURE } from '../../engines/support/contract.ts'
import { temporaryFolder } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { sharedPostgres } from '../../support/postgres.ts'
import { openService } from '../../support/service.ts'
import { CHART, rendered } from './helm.ts'
import { openPrometheus } from './prometheus.ts'

const GRAPH = {
  mediagen: { kind: 'image' },
  1: { class_type: 'KSampler', inputs: { text: '{{prompt}}' } },
  9: { class_type: 'SaveImage', inputs: {} },
}

/** What each ScaledObject asks Prometheus, by what it scales. */
async function queriesIn(namespace: string): Promise<Record<string, string>> {
  const keda = { enabled: true, modelServers: [{ deployment: 'comfyui', engine: 'gpus', maxReplicas: 4 }] }
  const parts = await rendered(CHART, '--namespace', namespace, '--set-json', `keda=${JSON.stringify(keda)}`)
  const read = (yaml: string, pattern: RegExp): string => pattern.exec(yaml)?.[1] ?? assert.fail(yaml)
  return Object.fromEntries(
    parts
      .filter(({ kind }) => kind === 'ScaledObject')
      .map(({ yaml }) => [read(yaml, /scaleTargetRef: \{ name: (\S+) \}/), read(yaml, /^ +query: (.+)$/m)]),
  )
}

test('what KEDA asks counts every task that waits or is in work once, over all pods of the namespace, and none that its key holds back', async (t) => {
  const comfyUi = await openFakeComfyUi(t)
  comfyUi.files.set('a.png', PICTURE)
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  await writeFile(join(workflows, 'picture.json'), JSON.stringify(GRAPH))
  const config = join(folder, 'mediagen.config.json')
  const engines = { gpus: { type: 'comfyui', baseURL: [comfyUi.url], workflows } }
  const models = { picture: { kind: 'image', engine: 'gpus', model: 'picture.json' } }
  await writeFile(config, JSON.stringify({ engines, models }))
  const env = {
    DATABASE_URL: await (await sharedPostgres()).newDatabase(),
    MEDIAGEN_CONFIG: config,
    MEDIAGEN_FFMPEG: 'off',
  }
  const ports = [await freePort(), await freePort()]
  const dataDir = await temporaryFolder(t)
  const open = (port: number | undefined) =>
    openService(t, { dataDir, env: { ...env, MEDIAGEN_METRICS_PORT: String(port) } })
  const [one, two] = [await open(ports[0]), await open(ports[1])]
  const prometheus = await openPrometheus(
    t,
    'media',
    ports.map((port) => `127.0.0.1:${port}`),
  )

  const submit = async (service: typeof one, model: string, prompt: string, key: string): Promise<string> => {
    const [path, headers] =
      model === 'picture' ? ['/api/ai/images/generations', { prefer: 'respond-async' }] : ['/api/ai/videos', {}]
    const answer = await service.call(path, { json: { model, prompt }, headers, key })
    assert.ok(answer.ok, await answer.clone().text())
    return ((await answer.json()) as { id: string }).id
  }
  const queries = await queriesIn('media')
  assert.deepEqual(Object.keys(queries), ['mediagen-worker', 'comfyui'])
  const both = () =>
    Promise.all([prometheus.ask(queries['mediagen-worker'] ?? ''), prometheus.ask(queries['comfyui'] ?? '')])
  // The service counts anew every five seconds, and Prometheus looks every second.
  const become = async (expected: (number | undefined)[]): Promise<void> => {
    let seen: typeof expected = []
    const look = async (): Promise<true | undefined> => {
      seen = await both()
      return isDeepStrictEqual(seen, expected) || undefined
    }
    await eventually(look, 200).catch(() => assert.deepEqual(seen, expected))
  }

  await become([0, 0])
  for (const n of [0, 1, 2, 3, 4]) await submit(n % 2 ? one : two, 'picture', `number ${n}`, one.key)
  // Of these two, the second is held until the first has ended.
  const key = await one.newKey({ limits: { inWork: 1 } })
  const slow = await submit(one, 'sandbox', 'a long one [[delay 9000s]]', key)
  const held = await submit(one, 'sandbox', 'another [[delay 9000s]]', key)
  await become([6, 5])
  assert.equal(comfyUi.jobs().length, 1, 'one in work, four wait')
  // The pods of another namespace are not ours to count.
  for (const query of Object.values(await queriesIn('other'))) assert.equal(await prometheus.ask(query), undefined)

  for (const id of [held, slow]) await one.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST', key })
  await eventually(async () => {
    if (comfyUi.jobs().length > 0) {
      comfyUi.run()
      comfyUi.finish()
    }
    return comfyUi.sent.length === 5 && comfyUi.jobs().length === 0 ? true : undefined
  })
  await become([0, 0])
})
