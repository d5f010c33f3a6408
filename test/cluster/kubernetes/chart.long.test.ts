import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, wholeFile } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { openControlPlane, type KubernetesObject } from './control-plane.ts'
import { CHART, rendered, type Part } from './helm.ts'
import { newInstallation } from './installation.ts'
import { openNode } from './node.ts'

const file = wholeFile()
const plane = await openControlPlane(file)
const node = await openNode(file, plane)

const EVERYTHING = ['--values', join(await temporaryFolder(file), 'everything.json')]
await writeFile(
  EVERYTHING[1] ?? '',
  JSON.stringify({
    ingress: {
      enabled: true,
      host: 'media.example.com',
      className: 'nginx',
      tlsSecret: 'tls',
      annotations: { a: 'b' },
    },
    metrics: { serviceMonitor: true, rules: true, dashboard: true, labels: { release: 'prometheus' } },
    networkPolicy: {
      enabled: true,
      apiFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    },
    keda: { enabled: true, modelServers: [{ deployment: 'comfyui', engine: 'gpus', maxReplicas: 4 }] },
    imagePullSecrets: [{ name: 'registry' }],
    serviceAccount: { name: 'media' },
    api: { nodeSelector: { disk: 'ssd' }, tolerations: [{ operator: 'Exists' }], annotations: { team: 'media' } },
    config: "export default { models: { drawn: { kind: 'image', engine: 'diorama', model: 'diorama' } } }\n",
    workflows: { 'sdxl.json': '{}' },
  }),
)

/** What the API server has against an object, field by field; it keeps nothing. */
async function refusalOf(part: Part): Promise<string> {
  const path = `${await plane.pathOf(part, 'default')}/${part.name}`
  const strict = 'fieldManager=test&dryRun=All&fieldValidation=Strict'
  const { status, body } = await plane.call('PATCH', `${path}?${strict}`, part.yaml, 'apply')
  return status < 300 ? '' : `${part.kind} ${part.name}: ${body}`
}

const kindsOf = (parts: readonly Part[]): string[] => parts.map(({ kind, name }) => `${kind} ${name}`).toSorted()

test('the API server accepts every field of every object, with the fewest values and with all of them', async (t) => {
  const few = await rendered(CHART)
  assert.deepEqual(kindsOf(few), [
    'ConfigMap mediagen',
    'Deployment mediagen-api',
    'Deployment mediagen-worker',
    'Job mediagen-migrate',
    'PodDisruptionBudget mediagen-api',
    'Service mediagen',
    'ServiceAccount mediagen',
  ])
  const all = await rendered(CHART, ...EVERYTHING)
  assert.deepEqual(kindsOf(all), [
    'ConfigMap mediagen',
    'ConfigMap mediagen-dashboard',
    'ConfigMap mediagen-files',
    'Deployment mediagen-api',
    'Deployment mediagen-worker',
    'Ingress mediagen',
    'Job mediagen-migrate',
    'NetworkPolicy mediagen',
    'PodDisruptionBudget mediagen-api',
    'PodMonitor mediagen',
    'PrometheusRule mediagen',
    'ScaledObject mediagen-comfyui',
    'ScaledObject mediagen-worker',
    'Service mediagen',
    'ServiceAccount media',
  ])
  for (const part of [...few, ...all]) assert.equal(await refusalOf(part), '')

  // A field that does not exist is found, wherever it is.
  const folder = await temporaryFolder(t)
  await cp(CHART, folder, { recursive: true, dereference: true })
  for (const [name, found, misspelt, path] of [
    [
      '_helpers.tpl',
      'readOnlyRootFilesystem',
      'readOnlyRootFileSystem',
      /readOnlyRootFileSystem.*not declared in schema/,
    ],
    ['keda.yaml', 'cooldownPeriod', 'coolDownPeriod', /coolDownPeriod.*not declared in schema/],
    ['monitoring.yaml', 'podMetricsEndpoints', 'podEndpoints', /podEndpoints.*not declared in schema/],
  ] as const) {
    const at = join(folder, 'templates', name)
    const text = await readFile(at, 'utf8')
    await writeFile(at, text.replaceAll(found, misspelt))
    const refusals = await Promise.all((await rendered(folder, ...EVERYTHING)).map(refusalOf))
    assert.match(refusals.join('\n'), path)
    await writeFile(at, text)
  }
})

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

test('with everything on, KEDA alone decides how many workers there are, also after an upgrade', async () => {
  const { namespace, ...media } = await newInstallation(plane, 'scaled')
  const installed = await media.helm('install', ...EVERYTHING)
  assert.equal(installed.code, 0, installed.err)
  const worker = `/apis/apps/v1/namespaces/${namespace}/deployments/mediagen-worker`
  const replicas = async (): Promise<unknown> => (await plane.read(worker)).spec['replicas']
  assert.equal(await replicas(), 1)
  const scaled = await plane.call('PATCH', `${worker}/scale`, { spec: { replicas: 3 } }, 'merge')
  assert.equal(scaled.status, 200, scaled.body)
  const upgraded = await media.helm('upgrade', ...EVERYTHING, '--set-string', 'settings.MEDIAGEN_RETENTION_DAYS=7')
  assert.equal(upgraded.code, 0, upgraded.err)
  assert.equal(await replicas(), 3)
  const { out } = await media.uninstall()
  assert.match(out, /uninstalled/)
})
