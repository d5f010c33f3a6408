import { stat } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import type { LocalModel } from '../../core/local-model.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { startDriver, type DriverProgram } from './driver-process.ts'
import { loadedModel, type LoadedModel, type Ready, type Trouble } from './loaded-model.ts'
import { rungSettings } from './out-of-memory.ts'
import type { Device, DriverSettings } from './protocol.ts'

export type DeviceWish = 'auto' | 'cpu' | 'gpu'

export type PoolOptions = {
  clock: Clock
  log: Log
  /** How a driver is started; throws with a message for the operator if it is unavailable. */
  programFor: (driver: LocalModel['driver'], signal: AbortSignal) => Promise<DriverProgram>
  device: DeviceWish
  /** The maximum; never more than there are free cores. */
  threads?: number
  /** A model that nobody used for this long is unloaded. */
  unloadAfterMs: number
  /** The maximum memory of loaded models; by default, most of the device's own memory. */
  memoryBytes?: number
  /** The folder of LoRA files, for the driver that takes them by name. */
  loras?: string
  /** Receives what the runtime found. */
  onDevices?: (devices: readonly Device[]) => void
}

/** The chosen device, and the reason if it is worth mentioning. */
export type Chosen = { device: Device['type']; devices: readonly Device[]; remark?: string }

/** The loaded models on this machine, one process each; one job at a time over all of them. */
export type ModelPool = {
  /** Runs one piece of work after another, in the order of arrival. */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** The model, loaded with the settings of a rung of the ladder; models that take the memory it needs are unloaded. */
  take(model: LocalModel, rung: number, signal: AbortSignal): Promise<Taken | Trouble>
  /** Unloads all models but one. Returns whether there was any. */
  endOthers(id: string): Promise<boolean>
  /** The device that the runtime offers: queried once, in a separate process. */
  choose(driver: LocalModel['driver'], signal: AbortSignal): Promise<Chosen | Trouble>
  loaded(): readonly string[]
  close(): Promise<void>
}

export type Taken = { kind: 'taken'; loaded: LoadedModel; chosen: Chosen; release: () => void }

type Entry = { loaded: LoadedModel; rung: number; bytes: number; usedAt: number; idle: AbortController }

const MIB = 2 ** 20
// What a step and the decoder need in addition to the weights, at the usual sizes.
const WORKING_BYTES = 512 * MIB
const SHARE_OF_MEMORY = 0.8
// WebAssembly itself is limited to 4 GiB.
const MOST_OF_A_GRAPH = 3 * 2 ** 30

/** Opens a pool; no process is started before the first job. */
export function modelPool(options: PoolOptions): ModelPool {
  const { clock, log } = options
  const entries = new Map<string, Entry>()
  const known = new Map<LocalModel['driver'], Chosen>()
  let last: Promise<unknown> = Promise.resolve()
  const closed = new AbortController()

  const end = async (id: string, why: string): Promise<void> => {
    const entry = entries.get(id)
    if (entry === undefined) return
    entries.delete(id)
    entry.idle.abort()
    log.info('a local model is unloaded', { model: id, why })
    await entry.loaded.end()
  }

  const endWhenIdle = async (id: string, { idle }: Entry): Promise<void> => {
    await clock.sleep(options.unloadAfterMs, idle.signal, { keepsProcess: false })
    if (!idle.signal.aborted) await end(id, 'idle')
  }

  const makeRoom = async (bytes: number, chosen: Chosen): Promise<void> => {
    const room = options.memoryBytes ?? roomOn(chosen)
    const oldestFirst = [...entries].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    let taken = oldestFirst.reduce((sum, [, entry]) => sum + entry.bytes, 0)
    for (const [id, entry] of oldestFirst) {
      if (taken + bytes <= room) return
      await end(id, 'another model needs its memory')
      taken -= entry.bytes
    }
  }

  const start = async (driver: LocalModel['driver'], signal: AbortSignal): Promise<LoadedModel> =>
    loadedModel(await startDriver(await options.programFor(driver, signal), clock), clock)

  const choose: ModelPool['choose'] = async (driver, signal) => {
    // Its library has no other device, so nobody with a card misses it.
    if (driver === 'onnx') return { device: 'cpu', devices: [] }
    const before = known.get(driver)
    if (before !== undefined) return before
    const probe = await start(driver, signal)
    const found = await probe.probe(signal)
    await probe.end()
    if (found.kind === 'ready') options.onDevices?.(found.devices)
    if (signal.aborted) return found.kind === 'ready' ? { kind: 'crash', detail: 'it was cancelled' } : found
    const chosen = chosenFrom(found, options.device)
    if (!('kind' in chosen)) known.set(driver, chosen)
    if ('remark' in chosen) log.warn('local models run on the CPU', { why: chosen.remark })
    return chosen
  }

  const load = async (
    model: LocalModel,
    rung: number,
    chosen: Chosen,
    signal: AbortSignal,
  ): Promise<Entry | Trouble> => {
    const bytes = model.memoryBytes ?? (await bytesOf(model))
    await makeRoom(bytes, chosen)
    const ladder = rungSettings(rung, chosen.device) ?? {}
    const loras = options.loras === undefined || model.driver !== 'sd-server' ? {} : { lora_folder: options.loras }
    const settings: DriverSettings = {
      device: chosen.device,
      threads: freeThreads(options.threads),
      ...loras,
      ...(model.driver === 'onnx' ? { memory_bytes: options.memoryBytes ?? MOST_OF_A_GRAPH } : ladder),
    }
    const { does, kind, family, files } = model
    const loaded = await start(model.driver, signal)
    const ready = await loaded.load({ does, kind, family, files, settings }, signal)
    if (ready.kind !== 'ready') return ready
    if (chosen.device === 'gpu' && ready.device !== 'gpu') {
      await loaded.end()
      return { kind: 'refused', detail: 'the runtime gave up the GPU and would have run on the CPU' }
    }
    log.info('a local model is loaded', { model: model.id, device: ready.device, threads: settings['threads'], rung })
    return { loaded, rung, bytes, usedAt: clock.elapsed(), idle: new AbortController() }
  }

  return {
    inTurn(signal, work) {
      const turn = last.then(async () => {
        signal.throwIfAborted()
        return await work()
      })
      last = turn.catch(() => undefined)
      return turn
    },
    async take(model, rung, signal) {
      if (closed.signal.aborted) throw new Error('the service stops')
      const chosen = await choose(model.driver, signal)
      if ('kind' in chosen) return chosen
      const { id } = model
      const before = entries.get(id)
      if (before !== undefined && (!before.loaded.isAlive() || before.rung !== rung)) await end(id, 'restarted')
      const entry = entries.get(id) ?? (await load(model, rung, chosen, signal))
      if ('kind' in entry) return entry
      entry.idle.abort()
      entry.idle = new AbortController()
      entries.set(id, entry)
      const release = (): void => {
        entry.usedAt = clock.elapsed()
        if (closed.signal.aborted || !entry.loaded.isAlive()) void end(id, 'it has ended')
        else void endWhenIdle(id, entry)
      }
      return { kind: 'taken', loaded: entry.loaded, chosen, release }
    },
    async endOthers(id) {
      const others = [...entries.keys()].filter((each) => each !== id)
      for (const other of others) await end(other, 'memory ran out')
      return others.length > 0
    },
    choose,
    loaded: () => [...entries.keys()],
    async close() {
      closed.abort()
      await Promise.all([...entries.keys()].map((id) => end(id, 'the service stops')))
    },
  }
}

/**
 * Never silently the CPU: if a required GPU is missing, the job is refused; if a preferred one is missing, there is a
 * remark.
 */
function chosenFrom(found: Ready | Trouble, wish: DeviceWish): Chosen | Trouble {
  const devices = found.kind === 'ready' ? found.devices : []
  const gpu = devices.find(({ type }) => type === 'gpu')
  if (wish === 'cpu') return found.kind === 'ready' ? { device: 'cpu', devices } : found
  if (gpu !== undefined) return { device: 'gpu', devices }
  const seen = devices.map(({ name, description }) => `${name} (${description})`).join(', ')
  const why = found.kind === 'ready' ? `the runtime sees no GPU, only ${seen || 'nothing'}` : found.detail
  if (wish === 'gpu')
    return { kind: 'refused', detail: `local.device is 'gpu', but ${why}. Run mediagen doctor to see what is missing.` }
  // A driver that dies while it looks for a GPU may do so with the CPU too; then the load will show it.
  return { device: 'cpu', devices, remark: why }
}

function roomOn({ device, devices }: Chosen): number {
  if (device === 'cpu') return totalmem() * SHARE_OF_MEMORY
  // If a GPU does not report its memory, nobody knows what fits next to another model: nothing does.
  return (devices.find(({ type }) => type === 'gpu')?.memoryBytes ?? 0) * SHARE_OF_MEMORY
}

async function bytesOf({ files }: LocalModel): Promise<number> {
  const sizes = Object.values(files).map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, WORKING_BYTES)
}

/** Threads of the native library spin while they wait for each other: with one too many, all of them crawl. */
export function freeThreads(most = Infinity, cores = availableParallelism(), load = loadavg()[0] ?? 0): number {
  return Math.max(1, Math.min(most, cores - Math.round(load)))
}
