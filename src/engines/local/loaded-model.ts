import type { Clock } from '../../ports/runtime.ts'
import type { DriverProcess, Ending } from './driver-process.ts'
import type { Device, DriverJob, DriverModel, Order, Phase, Report } from './protocol.ts'
import { isOutOfMemory } from './out-of-memory.ts'

/** Why there was no result. `refused`: the driver says so itself, and a retry would get the same answer. */
export type Trouble = { kind: 'memory' | 'crash' | 'hang' | 'refused'; detail: string; killedBy?: NodeJS.Signals }

export type Ready = { kind: 'ready'; device: Device['type']; devices: readonly Device[] }
export type MadePicture = { kind: 'made'; bytes: Uint8Array }

export type OnProgress = (phase: Phase, step: number, total: number) => void

/** One model in one process. */
export type LoadedModel = {
  /** Lists the devices that the runtime sees. */
  probe(signal: AbortSignal): Promise<Ready | Trouble>
  load(model: DriverModel, signal: AbortSignal): Promise<Ready | Trouble>
  run(job: DriverJob, watch: { signal: AbortSignal; onProgress: OnProgress }): Promise<MadePicture | Trouble>
  /** Ends the process, and so releases all of its memory. */
  end(): Promise<void>
  /** False once it can no longer be used. */
  isAlive(): boolean
}

// Loading reads gigabytes from a disk that may be slow; while it loads, the native library shows a progress bar.
const LOAD_STALL_MS = 180_000
// Between two steps, and before and after them, when a text encoder or a decoder works without reports: on a slow
// machine, that takes minutes. The duration of the first steps raises this limit.
const STEP_STALL_MS = 120_000
const QUIET_STALL_MS = 900_000
const STEPS_OF_PATIENCE = 20
// While it draws, a driver has nothing to do but to answer.
const PONG_STALL_MS = 60_000
export const KILL_AFTER_MS = 1_000
// How often to check a driver that reports nothing.
const LOOK_MS = 1_000

const SILENT = 'it stopped responding'

/** Follows one driver: its reports, its silence, its end. */
export function loadedModel(driver: DriverProcess, clock: Clock): LoadedModel {
  let isAlive = true
  let runs = 0
  void driver.ended.then(() => (isAlive = false))

  const kill = async (cause?: string): Promise<Ending> => {
    isAlive = false
    driver.kill(cause)
    return await driver.ended
  }

  /** Waits for the end of a piece of work: a report, the process's end, a stall, or the signal. */
  const outcome = async <T>(watch: {
    hear: (report: Report) => T | undefined
    isStalled: () => boolean
    signal: AbortSignal
    onAbort: () => void
  }): Promise<T | Trouble> => {
    const over = new AbortController()
    const stalls = async (): Promise<Trouble | undefined> => {
      while (!over.signal.aborted) {
        await clock.sleep(LOOK_MS, over.signal)
        if (over.signal.aborted || !watch.isStalled()) continue
        return troubleOf(await kill(SILENT))
      }
      return undefined
    }
    const said = new Promise<T>((resolve) => {
      driver.listen((report) => {
        const heard = watch.hear(report)
        if (heard !== undefined) resolve(heard)
      })
    })
    const aborted = new Promise<Trouble>((resolve) => {
      const stop = async (): Promise<void> => {
        watch.onAbort()
        await clock.sleep(KILL_AFTER_MS, over.signal)
        if (!over.signal.aborted) resolve(troubleOf(await kill('it did not stop in time')))
      }
      if (watch.signal.aborted) void stop()
      else watch.signal.addEventListener('abort', () => void stop(), { once: true, signal: over.signal })
    })
    const stalled = stalls().then((trouble) => trouble ?? new Promise<never>(() => {}))
    try {
      return await Promise.race([said, aborted, stalled, driver.ended.then(troubleOf)])
    } finally {
      over.abort()
    }
  }

  /** Sends an order that `ready` answers. */
  const readied = async (order: Order, signal: AbortSignal): Promise<Ready | Trouble> => {
    driver.send(order)
    const found = await outcome<Ready | Trouble>({
      hear: (report) => {
        if (report.ev === 'ready') return { kind: 'ready', device: report.device, devices: report.devices }
        return report.ev === 'error' ? refusal(report.message) : undefined
      },
      isStalled: () => clock.elapsed() - driver.lastByteAt() > LOAD_STALL_MS,
      signal,
      // Only the end of its process can interrupt a load.
      onAbort: () => driver.kill('the task ended while its model was loaded'),
    })
    if (found.kind !== 'ready') await kill()
    return found
  }

  return {
    isAlive: () => isAlive,
    probe: (signal) => readied({ op: 'probe' }, signal),
    load: (model, signal) => readied({ op: 'load', model }, signal),
    async run(job, { signal, onProgress }) {
      const id = ++runs
      const started = clock.elapsed()
      const pace = paceOf(started)
      driver.send({ op: 'run', id, job })
      const made = await outcome<MadePicture | Trouble>({
        hear: (report) => {
          if (report.ev === 'error' && (report.id === undefined || report.id === id)) return refusal(report.message)
          if (!('id' in report) || report.id !== id) return undefined
          if (report.ev === 'progress') {
            pace.see(clock.elapsed(), report.step, report.total)
            onProgress(report.phase, report.step, report.total)
          }
          return report.ev === 'done' ? { kind: 'made', bytes: Buffer.from(report.bytes, 'base64') } : undefined
        },
        isStalled: () => {
          const now = clock.elapsed()
          return pace.isStalled(now) || now - Math.max(started, driver.lastPongAt()) > PONG_STALL_MS
        },
        signal,
        onAbort: () => driver.send({ op: 'cancel', id }),
      })
      // A driver that ran out of memory, or that hangs, cannot be trusted with the next job.
      if (made.kind === 'memory') await kill()
      return made
    },
    async end() {
      if (!isAlive) return void (await driver.ended)
      isAlive = false
      driver.send({ op: 'unload' })
      const over = new AbortController()
      const late = clock.sleep(KILL_AFTER_MS, over.signal).then(() => driver.kill())
      await driver.ended
      over.abort()
      await late
    },
  }
}

function refusal(message: string): Trouble {
  return { kind: isOutOfMemory(message) ? 'memory' : 'refused', detail: message }
}

function troubleOf({ code, signal, lastWords, cause }: Ending): Trouble {
  const how = cause ?? (signal === null ? `it ended with code ${code ?? 'unknown'}` : `it was ended by ${signal}`)
  const words = lastLines(lastWords)
  const detail = words === '' ? how : `${how}; its last output: ${words}`
  if (isOutOfMemory(lastWords)) return { kind: 'memory', detail }
  if (cause === SILENT) return { kind: 'hang', detail }
  return { kind: 'crash', detail, ...(signal === null || cause !== undefined ? {} : { killedBy: signal }) }
}

// Progress bars, and the search for backends, which is the same on every machine.
const NOISE = /\d(?:it\/s|s\/it|[KMG]?B\/s)|ggml_backend_load_best|^\s*\|/
const MOST_LINES = 3

/** The part of the native library's output that is worth repeating. */
function lastLines(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !NOISE.test(line))
    .slice(-MOST_LINES)
    .join(' ')
}

/**
 * How long a job may be silent: based on the longest of its own steps, with a large margin before the first and after
 * the last.
 */
function paceOf(started: number): {
  see(at: number, step: number, total: number): void
  isStalled(at: number): boolean
} {
  let last = started
  let longest = 0
  let isStepping = false
  return {
    see(at, step, total) {
      // The first step too, including what comes before it: on a slow machine, each of the others may also take
      // minutes.
      if (step > 0) longest = Math.max(longest, at - last)
      isStepping = step > 0 && step < total
      last = at
    },
    isStalled: (at) => at - last > (isStepping ? Math.max(STEP_STALL_MS, STEPS_OF_PATIENCE * longest) : QUIET_STALL_MS),
  }
}
