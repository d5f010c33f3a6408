// needs: kubernetes
import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request as ask } from 'node:https'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'
import { helm, TOOLS, type Ran } from './helm.ts'

const TOKEN = 'the-token-of-everybody-here'
const FORMS = {
  json: 'application/json',
  merge: 'application/merge-patch+json',
  /** Server-side apply: the form in which YAML may come. */
  apply: 'application/apply-patch+yaml',
} as const

export type Answer = { status: number; body: string }
export type KubernetesObject = {
  kind: string
  metadata: { name: string }
  spec: Record<string, unknown>
  status?: Record<string, unknown>
}

/** An API server of Kubernetes over its own etcd, on loopback, which knows the kinds of KEDA and of the Prometheus Operator. */
export type ApiServer = {
  call(method: string, path: string, body?: unknown, form?: keyof typeof FORMS): Promise<Answer>
  /** What the server has at a path. */
  read<T = KubernetesObject>(path: string): Promise<T>
  /** The path of objects of a kind, such as `/apis/apps/v1/namespaces/media/deployments`. */
  pathOf(object: { apiVersion: string; kind: string }, namespace: string): Promise<string>
  helm(...args: string[]): Promise<Ran>
}

export async function openApiServer(t: TestContext): Promise<ApiServer> {
  const folder = await temporaryFolder(t)
  const etcd = `http://127.0.0.1:${await freePort()}`
  const peers = `http://127.0.0.1:${await freePort()}`
  const port = await freePort()
  const file = (name: string): string => join(folder, name)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(file('accounts.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }))
  await writeFile(file('tokens.csv'), `${TOKEN},everybody,everybody,"system:masters"\n`)
  await writeFile(file('kubeconfig'), kubeconfig(port, file('certificates/apiserver.crt')))

  const children: ChildProcess[] = []
  const start = (name: string, flags: Record<string, string>): void => {
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
    const log = openSync(file(`${name}.log`), 'w')
    const child = spawn(join(TOOLS, name), args, { cwd: folder, stdio: ['ignore', log, log] })
    children.push(child)
    const closed = once(child, 'close')
    atEnd(t, async () => {
      child.kill('SIGKILL')
      await closed
    })
  }
  start('etcd', {
    'data-dir': file('etcd'),
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
    'unsafe-no-fsync': 'true',
  })
  start('kube-apiserver', {
    'etcd-servers': etcd,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': String(port),
    'cert-dir': file('certificates'),
    'token-auth-file': file('tokens.csv'),
    'authorization-mode': 'RBAC',
    'service-cluster-ip-range': '10.96.0.0/24',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': file('accounts.key'),
    'service-account-signing-key-file': file('accounts.key'),
  })
  mkdirSync(file('helm'))
  const server = connection(port, file('certificates/apiserver.crt'))
  const api = clientOf(server, { KUBECONFIG: file('kubeconfig'), HELM_CACHE_HOME: file('helm') })
  await eventually(async () => {
    const ended = children.find(({ exitCode }) => exitCode !== null)?.spawnfile
    if (ended !== undefined) throw new Error(readFileSync(file(`${basename(ended)}.log`), 'utf8').slice(-2_000))
    return api.call('GET', '/readyz').then(
      ({ status }) => status === 200 || undefined,
      () => undefined,
    )
  })
  for (const name of readdirSync(join(TOOLS, 'crds'))) await addDefinition(api, readFileSync(join(TOOLS, 'crds', name)))
  return api
}

function kubeconfig(port: number, authority: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'everybody' } }],
    clusters: [{ name: 'here', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': authority } }],
    users: [{ name: 'everybody', user: { token: TOKEN } }],
  })
}

type Connection = (method: string, path: string, body?: string, contentType?: string) => Promise<IncomingMessage>

/** Requests to the API server, which makes its certificate itself when it starts. */
function connection(port: number, certificate: string): Connection {
  return (method, path, body, contentType) =>
    new Promise((done, failed) => {
      const headers = { authorization: `Bearer ${TOKEN}`, ...(contentType && { 'content-type': contentType }) }
      const ca = readFileSync(certificate)
      ask({ host: '127.0.0.1', port, path, method, headers, ca }, done).once('error', failed).end(body)
    })
}

function clientOf(send: Connection, helmEnvironment: Record<string, string>): ApiServer {
  const call: ApiServer['call'] = async (method, path, body, form = 'json') => {
    const written = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await send(method, path, written, FORMS[form])
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  }
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
    return JSON.parse(body) as T
  }
  return {
    call,
    read,
    pathOf: async ({ apiVersion, kind }, namespace) => {
      const group = `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`
      const { resources } = await read<{ resources: { name: string; kind: string }[] }>(group)
      const found = resources.find((resource) => resource.kind === kind && !resource.name.includes('/'))
      if (found === undefined) throw new Error(`${apiVersion} has no ${kind}`)
      return `${group}/namespaces/${namespace}/${found.name}`
    },
    helm: (...args) => helm(args, helmEnvironment),
  }
}

/** Waits until the server knows the kind. */
async function addDefinition(api: Pick<ApiServer, 'call' | 'read'>, yaml: Buffer): Promise<void> {
  const name = /^ {2}name: (\S+)/m.exec(yaml.toString())?.[1]
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`
  const applied = await api.call('PATCH', `${path}?fieldManager=test`, yaml.toString(), 'apply')
  if (applied.status >= 300) throw new Error(applied.body)
  await eventually(async () => {
    const { status } = await api.read(path)
    const conditions = (status?.['conditions'] ?? []) as { type: string; status: string }[]
    return conditions.some((each) => each.type === 'Established' && each.status === 'True') || undefined
  })
}
