import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { openApiServer, type KubernetesObject } from './api-server.ts'
import { startControllers } from './controllers.ts'
import { newInstallation } from './installation.ts'
import { openNode } from './node.ts'

const file = wholeFile()
const plane = await openApiServer(file)
await startControllers(plane)
const node = await openNode(file, plane)

/** A task that takes a while, and what became of it. */
const PROMPT = 'a long one [[delay 20s]]'

test('an installation migrates, serves and is upgraded under work; a failed migration changes nothing; it leaves nothing behind', async () => {
  const { namespace, ...media } = await newInstallation(plane, 'media')
  const list = async (kind: string): Promise<KubernetesObject[]> =>
    (await plane.read<{ items: KubernetesObject[] }>(`/${kind.replace('@', `/namespaces/${namespace}/`)}`)).items
  const templates = async (): Promise<string> =>
    JSON.stringify((await list('apis/apps/v1@deployments')).map(({ spec }) => spec['template']))

  const installed = await media.helm('install')
  assert.equal(installed.code, 0, installed.err)
  assert.deepEqual(
    node.ended.map(({ component, code }) => [component, code]),
    [['migrate', 0]],
  )
  assert.deepEqual([node.ready('api').length, node.ready('worker').length], [2, 2])
  // What succeeded is tidied up.
  assert.deepEqual(await list('apis/batch/v1@jobs'), [])
  // The service leads to the pods of the API, and only to them.
  const slices = (await list('apis/discovery.k8s.io/v1@endpointslices')) as unknown as {
    endpoints: { targetRef: { name: string } }[]
  }[]
  const behind = slices.flatMap(({ endpoints }) => endpoints.map(({ targetRef }) => targetRef.name))
  assert.deepEqual(
    behind.toSorted(),
    node
      .ready('api')
      .map(({ name }) => name)
      .toSorted(),
  )

  const ids = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const answer = await media.call(node.ready('api')[n % 2], '/api/ai/videos', {
        model: 'sandbox-video',
        prompt: PROMPT,
      })
      assert.equal(answer.status, 200, await answer.clone().text())
      return ((await answer.json()) as { id: string }).id
    }),
  )
  const before = new Set([...node.ready('api'), ...node.ready('worker')].map(({ name }) => name))
  const upgraded = await media.helm(
    'upgrade',
    '--set-string',
    'settings.MEDIAGEN_RETENTION_DAYS=7',
    '--set',
    'worker.replicas=1',
  )
  assert.equal(upgraded.code, 0, upgraded.err)
  const after = [...node.ready('api'), ...node.ready('worker')]
  assert.deepEqual([after.length, after.filter(({ name }) => before.has(name))], [3, []])
  for (const id of ids) {
    const receipt = await eventually(async () => {
      const answer = await media.call(node.ready('api')[0], `/api/ai/tasks/${id}`)
      const task = (await answer.json()) as { status: string; attempts: number }
      return ['success', 'failed'].includes(task.status) ? task : undefined
    })
    assert.equal(receipt.status, 'success', JSON.stringify(receipt))
  }

  const settled = await templates()
  await media.changeSecret({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  const failed = await media.helm('upgrade', '--set-string', 'settings.MEDIAGEN_RETENTION_DAYS=8')
  assert.notEqual(failed.code, 0, failed.err)
  assert.match(failed.err, /pre-upgrade hooks? failed/)
  assert.equal(await templates(), settled)
  assert.equal((await media.call(node.ready('api')[0], '/api/ai/models')).status, 200)

  const gone = await media.uninstall()
  assert.equal(gone.code, 0, gone.err)
  await eventually(() => (node.ready('api').length + node.ready('worker').length === 0 ? true : undefined))
  const kinds = [
    'api/v1@services',
    'api/v1@configmaps',
    'apis/apps/v1@deployments',
    'apis/policy/v1@poddisruptionbudgets',
  ]
  const left = await Promise.all(kinds.map(list))
  assert.deepEqual(
    left.flat().map(({ metadata }) => metadata.name),
    ['kube-root-ca.crt'],
  )
  assert.equal(
    (await plane.call('GET', `/api/v1/namespaces/${namespace}/secrets/mediagen`)).status,
    200,
    'it is not ours',
  )
})
