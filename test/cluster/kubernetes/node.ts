import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import type { ApiServer, KubernetesObject } from './api-server.ts'

const MAIN = resolve(import.meta.dirname, '../../../src/main.ts')

type Container = {
  name: string
  args: string[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  volumeMounts: { name: string; mountPath: string; subPath?: string }[]
}
type PodSpec = {
  containers: Container[]
  restartPolicy: string
  volumes: { name: string; configMap?: { name: string } }[]
}

export type RunningPod = { name: string; component: string; url: string; metricsUrl: string; output(): string }

/** A node that runs each pod of ours as a process of the program: its arguments, settings and files, and no image. */
export type Node = {
  /** Those that are ready, by their component. */
  ready(component: string): RunningPod[]
  /** How each pod of a component that ended did so, in order: the exit code and what it printed. */
  ended: { component: string; code: number | null; output: string }[]
}

type Pod = RunningPod & { child: ChildProcess; isReady: boolean }

export async function openNode(t: TestContext, plane: ApiServer): Promise<Node> {
  const pods = new Map<string, Pod>()
  const begun = new Set<string>()
  const ended: Node['ended'] = []
  const failures: unknown[] = []
  const folder = await temporaryFolder(t)
  const path = ({ metadata }: KubernetesObject): string =>
    `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`
  const report = (pod: KubernetesObject, status: object): Promise<unknown> =>
    plane.call('PATCH', `${path(pod)}/status`, { status }, 'merge')

  const run = async (object: KubernetesObject): Promise<void> => {
    const { name, namespace, labels = {} } = object.metadata
    const component = labels['app.kubernetes.io/component'] ?? ''
    const spec = object.spec as unknown as PodSpec
    const [container] = spec.containers
    if (container === undefined) throw new Error(`${name} has no container`)
    await plane.call('POST', `${path(object)}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name },
      target: { apiVersion: 'v1', kind: 'Node', name: 'here' },
    })
    const root = join(folder, name)
    await mountFiles(plane, namespace, spec, root)
    const [port, metricsPort] = [await freePort(), await freePort()]
    const given = await environmentOf(plane, namespace, container)
    // What the image sets, but on loopback, and on ports of their own: all pods share one address here.
    const image = { PATH: process.env['PATH'] ?? '', HOME: root, HOST: '127.0.0.1', PORT: String(port) }
    const places = { MEDIAGEN_DATA_DIR: join(root, 'data') }
    const metrics = given['MEDIAGEN_METRICS_PORT'] !== undefined
    const loopback = metrics && { MEDIAGEN_METRICS_PORT: String(metricsPort), MEDIAGEN_METRICS_HOST: '127.0.0.1' }
    const env = { ...image, ...places, ...given, ...loopback }
    const child = spawn(process.execPath, [MAIN, ...container.args], { cwd: join(root, 'app'), env })
    let output = ''
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const closed = once(child, 'close') as Promise<[number | null]>
    atEnd(t, async () => {
      child.kill('SIGKILL')
      await closed
    })
    const url = `http://127.0.0.1:${port}`
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    const pod: Pod = { name, component, url, metricsUrl, output: () => output, child, isReady: false }
    pods.set(name, pod)
    await report(object, { phase: 'Running', podIP: `10.1.0.${begun.size}`, conditions: readiness(false) })
    const end = async (): Promise<void> => {
      const [code] = await closed
      pods.delete(name)
      ended.push({ component, code, output })
      await report(object, { phase: code === 0 ? 'Succeeded' : 'Failed', conditions: readiness(false) })
    }
    const over = end()
    if (spec.restartPolicy === 'Always') {
      await Promise.race([over, eventually(() => isReady(url))])
      pod.isReady = pods.has(name)
      if (pod.isReady) await report(object, { conditions: readiness(true) })
    }
  }

  const remove = async (object: KubernetesObject): Promise<void> => {
    const pod = pods.get(object.metadata.name)
    if (pod !== undefined) {
      pod.isReady = false
      const closed = once(pod.child, 'close')
      pod.child.kill('SIGTERM')
      await closed
    }
    await plane.call('DELETE', `${path(object)}?gracePeriodSeconds=0`)
  }

  const removed = new Set<string>()
  await plane.watch('/api/v1/pods', ({ type, object }) => {
    const { name, deletionTimestamp } = object.metadata
    const isFirst = (names: Set<string>): boolean => !names.has(name) && names.add(name).has(name)
    const work =
      type === 'DELETED'
        ? undefined
        : deletionTimestamp !== undefined
          ? isFirst(removed)
            ? remove(object)
            : undefined
          : isFirst(begun)
            ? run(object)
            : undefined
    work?.catch((error: unknown) => failures.push(error))
  })
  atEnd(t, () => {
    if (failures.length > 0) throw failures[0]
  })
  return {
    ended,
    ready: (component) => [...pods.values()].filter((pod) => pod.isReady && pod.component === component),
  }
}

async function isReady(url: string): Promise<true | undefined> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok === true || undefined
}

function readiness(isReady: boolean): object[] {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, '')
  return ['Ready', 'ContainersReady'].map((type) => ({ type, status: isReady ? 'True' : 'False', lastTransitionTime }))
}

async function environmentOf(
  plane: ApiServer,
  namespace: string,
  container: Container,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { configMapRef, secretRef } of container.envFrom) {
    const source = configMapRef ? `configmaps/${configMapRef.name}` : `secrets/${secretRef?.name}`
    const { data = {} } = await plane.read<{ data?: Record<string, string> }>(
      `/api/v1/namespaces/${namespace}/${source}`,
    )
    for (const [name, value] of Object.entries(data))
      found[name] = configMapRef ? value : Buffer.from(value, 'base64').toString()
  }
  return found
}

/** Writes the files of config maps where the pod has them; other volumes are empty folders. */
async function mountFiles(
  plane: ApiServer,
  namespace: string,
  { containers, volumes }: PodSpec,
  root: string,
): Promise<void> {
  mkdirSync(join(root, 'app'), { recursive: true })
  for (const { name, mountPath, subPath } of containers.flatMap((each) => each.volumeMounts)) {
    const map = volumes.find((volume) => volume.name === name)?.configMap?.name
    const at = join(root, mountPath)
    if (map === undefined) mkdirSync(at, { recursive: true })
    else {
      const { data } = await plane.read<{ data: Record<string, string> }>(
        `/api/v1/namespaces/${namespace}/configmaps/${map}`,
      )
      const content = data[subPath ?? '']
      if (content === undefined) throw new Error(`${map} has no ${subPath}`)
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, content)
    }
  }
}
