import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../../support/at-end.ts'

/** Helm's arguments for an installation with everything on that the chart has. */
export async function everything(t: TestContext): Promise<string[]> {
  const file = join(await temporaryFolder(t), 'everything.json')
  await writeFile(file, JSON.stringify(VALUES))
  return ['--values', file]
}

const VALUES = {
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
}
