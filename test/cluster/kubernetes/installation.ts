import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { sharedPostgres } from '../../support/postgres.ts'
import { bucketSettings, sharedS3 } from '../../support/s3-server.ts'
import type { ApiServer } from './api-server.ts'
import { CHART, type Ran } from './helm.ts'
import type { RunningPod } from './node.ts'

/** A namespace with the secret that the chart asks for, over a database and a bucket of its own. */
export type Installation = {
  namespace: string
  /** Names `install` or `upgrade`, and adds the release, the chart and what every one of these installations needs. */
  helm(verb: 'install' | 'upgrade', ...values: string[]): Promise<Ran>
  uninstall(): Promise<Ran>
  call(pod: RunningPod | undefined, path: string, json?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Changes what the pods find in the secret. */
  changeSecret(data: Record<string, string>): Promise<void>
}

export async function newInstallation(plane: ApiServer, namespace: string): Promise<Installation> {
  const { MEDIAGEN_S3_BUCKET, MEDIAGEN_S3_ENDPOINT, ...credentials } = bucketSettings(
    await (await sharedS3()).newBucket(),
  )
  const key = randomBytes(24).toString('hex')
  const secret = {
    DATABASE_URL: await (await sharedPostgres()).bareDatabase(),
    MEDIAGEN_API_KEY: key,
    ...credentials,
  }
  const create = async (path: string, object: object): Promise<void> => {
    const { status, body } = await plane.call('POST', path, object)
    assert.equal(status, 201, body)
  }
  await create('/api/v1/namespaces', { metadata: { name: namespace } })
  await create(`/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: 'mediagen' }, stringData: secret })
  const settings = {
    MEDIAGEN_S3_BUCKET,
    MEDIAGEN_S3_ENDPOINT,
    MEDIAGEN_PUBLIC_URL: 'https://media.example.com',
    MEDIAGEN_FFMPEG: 'off',
  }
  const set = Object.entries({ existingSecret: 'mediagen', drainSeconds: '2' }).flatMap(([name, value]) => [
    '--set',
    `${name}=${value}`,
  ])
  const setStrings = Object.entries(settings).flatMap(([name, value]) => ['--set-string', `settings.${name}=${value}`])
  const place = ['--namespace', namespace, '--timeout', '20m', '--wait']
  return {
    namespace,
    helm: (verb, ...values) => plane.helm(verb, 'mediagen', CHART, ...place, ...set, ...setStrings, ...values),
    uninstall: () => plane.helm('uninstall', 'mediagen', ...place),
    call: (pod, path, json, own = {}) => {
      assert.ok(pod !== undefined, 'no pod is ready')
      const headers = {
        authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }
      const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
      return fetch(new URL(path, pod.url), { ...body, headers: { ...headers, ...own } })
    },
    changeSecret: async (stringData) => {
      const path = `/api/v1/namespaces/${namespace}/secrets/mediagen`
      const { status, body } = await plane.call('PATCH', path, { stringData }, 'merge')
      assert.equal(status, 200, body)
    },
  }
}
