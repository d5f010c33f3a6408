import { readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ModelMachine } from '../../core/local-model.ts'
import type { Device } from './protocol.ts'

const LOADERS = [
  '/usr/lib/x86_64-linux-gnu/libvulkan.so.1',
  '/usr/lib/aarch64-linux-gnu/libvulkan.so.1',
  '/usr/lib64/libvulkan.so.1',
  '/usr/lib/libvulkan.so.1',
]
const NVIDIA = '/dev/nvidiactl'
const CARDS = '/dev/dri'

export const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined

/** What can be seen of cards without the runtime. */
export async function visibleCards(): Promise<{ hasNvidia: boolean; hasCards: boolean; hasLoader: boolean }> {
  const [hasNvidia, hasCards] = await Promise.all([isThere(NVIDIA), isThere(CARDS)])
  return { hasNvidia, hasCards, hasLoader: (await Promise.all(LOADERS.map(isThere))).includes(true) }
}

const fileIn = (runtimes: string): string => join(runtimes, 'devices.json')

/** Writes down what the runtime found, for estimates that are made without it. */
export async function rememberDevices(runtimes: string, devices: readonly Device[]): Promise<void> {
  await writeFile(fileIn(runtimes), JSON.stringify(devices)).catch(() => undefined)
}

/** This machine as far as it decides how long a model takes: by what the runtime found once, or by what is visible. */
export async function thisMachine(runtimes: string): Promise<ModelMachine> {
  const own = { cores: availableParallelism(), memoryBytes: totalmem() }
  const found = await readDevices(runtimes)
  if (found !== undefined) {
    const gpu = found.find(({ type }) => type === 'gpu')
    if (gpu === undefined) return own
    const memory = gpu.memoryBytes === undefined || gpu.memoryBytes === 0 ? {} : { memoryBytes: gpu.memoryBytes }
    return { ...own, gpu: { name: gpu.description || gpu.name, ...memory } }
  }
  if (process.platform === 'darwin' && process.arch === 'arm64') return { ...own, gpu: { name: 'the GPU of this Mac' } }
  const { hasNvidia, hasCards, hasLoader } = await visibleCards()
  if ((hasNvidia || hasCards) && hasLoader)
    return {
      ...own,
      gpu: { name: hasNvidia ? 'the NVIDIA card of this machine' : 'the graphics card of this machine' },
    }
  return own
}

async function readDevices(runtimes: string): Promise<Device[] | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(fileIn(runtimes), 'utf8'))
    return Array.isArray(read) ? (read as Device[]) : undefined
  } catch {
    return undefined
  }
}
