import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { LocalModel, ModelMachine } from '../../core/local-model.ts'
import type { Device } from './protocol.ts'

const LOADERS = [
  '/usr/lib/x86_64-linux-gnu/libvulkan.so.1',
  '/usr/lib/aarch64-linux-gnu/libvulkan.so.1',
  '/usr/lib64/libvulkan.so.1',
  '/usr/lib/libvulkan.so.1',
]
// Where the loader looks for files that name graphics drivers (ICD).
const DRIVER_LISTS = [
  '/usr/share/vulkan/icd.d',
  '/etc/vulkan/icd.d',
  '/usr/local/share/vulkan/icd.d',
  '/usr/local/etc/vulkan/icd.d',
]
const NVIDIA = '/dev/nvidiactl'
const CARDS = '/dev/dri'

export const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined

/** The path of the first missing file of a model. */
export async function missingFile({ files }: Pick<LocalModel, 'files'>): Promise<string | undefined> {
  for (const path of Object.values(files)) if (!(await isThere(path))) return path
  return undefined
}

export type VisibleCards = {
  hasNvidia: boolean
  hasCards: boolean
  hasLoader: boolean
  /** The files that name drivers for the loader. */
  drivers: readonly string[]
}

/** What can be seen of cards without the runtime. */
export async function visibleCards(): Promise<VisibleCards> {
  const [hasNvidia, hasCards] = await Promise.all([isThere(NVIDIA), isThere(CARDS)])
  const named = await Promise.all(DRIVER_LISTS.map((folder) => readdir(folder).catch(() => [])))
  const drivers = named.flat().filter((name) => name.endsWith('.json'))
  return { hasNvidia, hasCards, hasLoader: (await Promise.all(LOADERS.map(isThere))).includes(true), drivers }
}

type Variable = (name: string) => string | undefined

/** Whether the loader has a driver for the card; the one that computes on the processor does not count. */
function namesDriver({ hasNvidia, drivers }: VisibleCards, variable: Variable): boolean {
  const wanted = hasNvidia ? /nvidia/i : /./
  const isOwn = (variable('VK_ICD_FILENAMES') ?? variable('VK_DRIVER_FILES')) !== undefined
  return isOwn || drivers.some((name) => wanted.test(name) && !/lvp/i.test(name))
}

/** What keeps the runtime from using a card, with instructions; undefined if no problem can be seen. */
export function missingForCard(cards: VisibleCards, variable: Variable): string | undefined {
  const { hasNvidia, hasCards, hasLoader } = cards
  if (!hasNvidia && !hasCards) return undefined
  const card = hasNvidia ? 'an NVIDIA card' : 'a card'
  const hasDriver = namesDriver(cards, variable)
  // The NVIDIA toolkit sets this only in its containers; what it does not list is not mounted.
  const given = variable('NVIDIA_DRIVER_CAPABILITIES')
  const leavesOut = hasNvidia && given !== undefined && !/\b(?:all|graphics)\b/.test(given)
  if (leavesOut && !hasDriver)
    return `${card} was found, but NVIDIA_DRIVER_CAPABILITIES=${given} leaves its Vulkan driver out of this container: set it to all${hasLoader ? '' : ', and install libvulkan1'}`
  if (!hasLoader) return `${card} was found, but no Vulkan loader: install libvulkan1 (Debian, Ubuntu)`
  if (hasDriver) return undefined
  const advice = hasNvidia
    ? 'install the driver with its Vulkan part; in a container set NVIDIA_DRIVER_CAPABILITIES=all'
    : 'install mesa-vulkan-drivers'
  return `${card} and a Vulkan loader were found, but no file in ${DRIVER_LISTS[0]} names its driver: ${advice}`
}

const fileIn = (runtimes: string): string => join(runtimes, 'devices.json')

/** Saves what the runtime found, for estimates that are made without it. */
export async function rememberDevices(runtimes: string, devices: readonly Device[]): Promise<void> {
  await writeFile(fileIn(runtimes), JSON.stringify(devices)).catch(() => undefined)
}

/**
 * This machine, as far as it determines how long a model takes: by what the runtime found once, or by what is visible.
 */
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
