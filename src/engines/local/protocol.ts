import type { LocalModel } from '../../core/local-model.ts'

/**
 * The messages between the service and a driver: one JSON object per line, to the driver on descriptor 3, from it on
 * descriptor 4. A driver is a process that holds one model. Its stdout and stderr belong to the native library.
 */
export type Order =
  /** Asks for a list of devices, without a model; `ready` answers it. */
  | { op: 'probe' }
  | { op: 'load'; model: DriverModel }
  | { op: 'run'; id: number; job: DriverJob }
  | { op: 'cancel'; id: number }
  | { op: 'unload' }
  | { op: 'ping' }

/** Settings by the runtime's own names: device, threads, and memory savers. */
export type DriverSettings = Readonly<Record<string, string | number | boolean>>

export type DriverModel = Pick<LocalModel, 'does' | 'kind' | 'family' | 'files'> & { settings: DriverSettings }

export type DriverJob = {
  prompt: string
  width: number
  height: number
  seed: number
  /** Steps, cfg_scale and the like, by the runtime's own names. */
  options: Readonly<Record<string, unknown>>
  /** Input pictures as base64. */
  images: readonly string[]
}

/** A device as the runtime itself lists it. */
export type Device = { name: string; description: string; type: 'cpu' | 'gpu'; memoryBytes?: number }

export type Phase = 'load' | 'encode' | 'steps' | 'decode'

export type Report =
  | { ev: 'ready'; device: Device['type']; devices: readonly Device[] }
  | { ev: 'progress'; id: number; phase: Phase; step: number; total: number }
  | { ev: 'preview'; id: number; bytes: string }
  | { ev: 'done'; id: number; bytes: string }
  | { ev: 'error'; id?: number; message: string }
  | { ev: 'pong' }

const PHASES: readonly string[] = ['load', 'encode', 'steps', 'decode'] satisfies Phase[]

/** Parses a driver's message; undefined for anything that is not a report. */
export function readReport(line: string): Report | undefined {
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    return undefined
  }
  return typeof said === 'object' && said !== null ? reportOf(said as Record<string, unknown>) : undefined
}

function reportOf({ ev, id, bytes, message, device, devices, ...rest }: Record<string, unknown>): Report | undefined {
  switch (ev) {
    case 'pong':
      return { ev }
    case 'ready':
      return device === 'cpu' || device === 'gpu' ? { ev, device, devices: readDevices(devices) } : undefined
    case 'progress':
      return isCount(id) ? progressOf(id, rest) : undefined
    case 'preview':
    case 'done':
      return isCount(id) && typeof bytes === 'string' ? { ev, id, bytes } : undefined
    case 'error':
      return { ev, message: typeof message === 'string' ? message : '', ...(isCount(id) ? { id } : {}) }
    default:
      return undefined
  }
}

function progressOf(id: number, { phase, step, total }: Record<string, unknown>): Report | undefined {
  if (!isCount(step) || !isCount(total)) return undefined
  return { ev: 'progress', id, phase: PHASES.includes(String(phase)) ? (phase as Phase) : 'steps', step, total }
}

function readDevices(value: unknown): Device[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown): Device[] => {
    if (typeof each !== 'object' || each === null) return []
    const { name, description, type, memoryBytes } = each as Record<string, unknown>
    const size = isCount(memoryBytes) ? { memoryBytes } : {}
    return [{ name: String(name), description: String(description), type: type === 'gpu' ? 'gpu' : 'cpu', ...size }]
  })
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
