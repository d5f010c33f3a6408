import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, wholeFile } from '../../support/at-end.ts'
import { openApiServer, type KubernetesObject } from './api-server.ts'
import { everything } from './everything.ts'
import { CHART, rendered, type Part } from './helm.ts'

const server = await openApiServer(wholeFile())

/** What the API server has against an object, field by field; it keeps nothing. */
async function refusalOf(part: Part): Promise<string> {
  const path = `${await server.pathOf(part, 'default')}/${part.name}`
  const strict = 'fieldManager=test&dryRun=All&fieldValidation=Strict'
  const { status, body } = await server.call('PATCH', `${path}?${strict}`, part.yaml, 'apply')
  return status < 300 ? '' : `${part.kind} ${part.name}: ${body}`
}

const kindsOf = (parts: readonly Part[]): string[] => parts.map(({ kind, name }) => `${kind} ${name}`).toSorted()

test('the API server accepts every field of every object, with the fewest values and with all of them', async (t) => {
  const values = await everything(t)
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
  const all = await rendered(CHART, ...values)
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
    const refusals = await Promise.all((await rendered(folder, ...values)).map(refusalOf))
    assert.match(refusals.join('\n'), path)
    await writeFile(at, text)
  }
})

test('an installation with everything on is made, changed and removed, and leaves the number of workers to KEDA', async (t) => {
  const values = ['--namespace', 'media', '--set', 'existingSecret=mediagen', ...(await everything(t))]
  const made = await server.call('POST', '/api/v1/namespaces', { metadata: { name: 'media' } })
  assert.equal(made.status, 201, made.body)
  // There is no node here on which the migration could run.
  const helm = async (verb: string, ...more: string[]): Promise<void> => {
    const { code, err } = await server.helm(verb, 'mediagen', CHART, '--no-hooks', ...values, ...more)
    assert.equal(code, 0, err)
  }
  const kinds: [string, string][] = [
    ['v1', 'Service'],
    ['v1', 'ServiceAccount'],
    ['v1', 'ConfigMap'],
    ['apps/v1', 'Deployment'],
    ['policy/v1', 'PodDisruptionBudget'],
    ['networking.k8s.io/v1', 'Ingress'],
    ['networking.k8s.io/v1', 'NetworkPolicy'],
    ['keda.sh/v1alpha1', 'ScaledObject'],
    ['monitoring.coreos.com/v1', 'PodMonitor'],
    ['monitoring.coreos.com/v1', 'PrometheusRule'],
  ]
  const present = async (): Promise<string[]> => {
    const lists = kinds.map(async ([apiVersion, kind]) => {
      const path = await server.pathOf({ apiVersion, kind }, 'media')
      const { items } = await server.read<{ items: KubernetesObject[] }>(path)
      return items.map(({ metadata }) => `${kind} ${metadata.name}`)
    })
    return (await Promise.all(lists)).flat().toSorted()
  }
  await helm('install')
  const parts = await rendered(CHART, ...values)
  assert.deepEqual(await present(), kindsOf(parts.filter(({ kind }) => kind !== 'Job')))

  const worker = '/apis/apps/v1/namespaces/media/deployments/mediagen-worker'
  const replicas = async (): Promise<unknown> => (await server.read(worker)).spec['replicas']
  assert.equal(await replicas(), 1)
  const scaled = await server.call('PATCH', `${worker}/scale`, { spec: { replicas: 3 } }, 'merge')
  assert.equal(scaled.status, 200, scaled.body)
  await helm('upgrade', '--set-string', 'settings.MEDIAGEN_RETENTION_DAYS=7')
  assert.equal(await replicas(), 3)

  const { code, err } = await server.helm('uninstall', 'mediagen', '--namespace', 'media', '--no-hooks')
  assert.equal(code, 0, err)
  assert.deepEqual(await present(), [])
})
